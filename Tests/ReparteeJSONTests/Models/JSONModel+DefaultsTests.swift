#if Macros
import Foundation
import ReparteeJSON
import Testing

/// What `@JSONModel` writes, and the same by hand.
@JSONModel
private struct Settings: Equatable {
  var theme = "light"
  var recent: [Int] = []
  var limit: Int? = 20
  var note: String? = nil
  var point = Point()
  var other: Point? = Point(x: 7)
  let kind = "settings"

  struct Point: Codable, Equatable {
    var x = 1
  }
}

private struct SettingsByHand: JSONDecodable, JSONEncodable {
  var theme: String
  var recent: [Int]
  var limit: Int?
  var note: String?
  var point: Settings.Point
  var other: Settings.Point?

  init(json: JSONReader) throws {
    theme = try json["theme"] ?? "light"
    recent = try json["recent"] ?? []
    limit = try json.contains("limit") ? json["limit"] as Int? : 20
    note = try json["note"]
    point = try json["point"] ?? Settings.Point()
    other = try json.contains("other") ? json["other"] as Settings.Point? : Settings.Point(x: 7)
  }

  func write(to json: inout JSONWriter) throws {
    try json.write(theme, forKey: "theme")
    try json.write(recent, forKey: "recent")
    if let limit { try json.write(limit, forKey: "limit") } else { json.writeNull(forKey: "limit") }
    try json.write(note, forKey: "note")
    try json.write(point, forKey: "point")
    if let other { try json.write(other, forKey: "other") } else { json.writeNull(forKey: "other") }
    try json.write("settings", forKey: "kind")
  }
}

struct JSONModelDefaultsTests {
  private func outcome<T: Codable>(_ type: T.Type, _ text: String) -> String {
    do {
      let (value, unread) = try JSONCoder().decodeReportingUnread(type, from: Data(text.utf8))
      return try "\(String(decoding: JSONCoder().encode(value), as: UTF8.self)) \(unread)"
    } catch let error as JSONError {
      return "\(error.kind) \(error.report.replacing("SettingsByHand", with: "Settings"))"
    } catch { return "\(error)" }
  }

  @Test func anAbsentKeyLeavesTheDefault() throws {
    #expect(try decode(Settings.self, "{}") == Settings())
    #expect(
      try String(decoding: JSONCoder().encode(Settings()), as: UTF8.self)
        == #"{"theme":"light","recent":[],"limit":20,"point":{"x":1},"other":{"x":7},"kind":"settings"}"#)
  }

  @Test func nullIsNilOfAnOptionalAndTheDefaultOfAnythingElse() throws {
    let settings = try decode(
      Settings.self,
      #"{"theme": null, "recent": null, "limit": null, "note": null, "point": null, "other": null}"#)
    #expect(settings == Settings(limit: nil, other: nil))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let all = [
      Settings(), Settings(limit: nil), Settings(note: "a"), Settings(other: nil),
      Settings(theme: "", recent: [1], limit: 0, note: nil, point: .init(x: 0), other: .init(x: 1)),
    ]
    for settings in all {
      #expect(try JSONCoder().decode(Settings.self, from: JSONCoder().encode(settings)) == settings)
    }
  }

  /// Each value in turn is absent, null or another one.
  @Test func defaultsAreThoseThatOneWritesByHand() throws {
    let values = [nil, "null", "1", #""dark""#, "[1, 2]", "[\"a\"]", #"{"x": 3}"#, "{}", "true"]
    for key in ["theme", "recent", "limit", "note", "point", "other", "kind"] {
      for value in values {
        let text = "{\(value.map { "\"\(key)\": \($0)" } ?? "")}"
        #expect(outcome(Settings.self, text) == outcome(SettingsByHand.self, text))
      }
    }
    for text in ["null", "[]", "1"] {
      #expect(outcome(Settings.self, text) == outcome(SettingsByHand.self, text))
    }
  }

  @Test func aConstantWithAValueIsWrittenAndNotRead() throws {
    let (settings, unread) = try JSONCoder().decodeReportingUnread(
      Settings.self, from: Data(#"{"kind": 1}"#.utf8))
    #expect(settings.kind == "settings" && unread == ["kind"])
  }

  @JSONModel
  fileprivate struct Counted {
    private(set) var changes = 0
    var value = 1 { didSet { changes += 1 } }
    var made: Int = Counted.make()

    enum CodingKeys: CodingKey { case value, made }

    static func make() -> Int { 3 }
  }

  @Test func noObserverIsCalledAndADefaultMayBeAnyExpression() throws {
    let counted = try decode(Counted.self, #"{"value": 2}"#)
    #expect(counted.value == 2 && counted.changes == 0 && counted.made == 3)
  }
}
#endif
