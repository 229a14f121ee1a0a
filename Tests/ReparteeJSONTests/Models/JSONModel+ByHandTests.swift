#if Macros
import ReparteeJSON
import Testing

// Types of which a part is written by hand.

@JSONModel
private struct OneLine: JSONEncodable {
  var line: String

  func write(to json: inout JSONWriter) throws { try json.write(line) }
}

@JSONModel
private struct Doubled {
  var value: Int
}

extension Doubled: JSONDecodable {
  init(json: JSONReader) throws { value = try json["value"] * 2 }
}

@JSONModel
private struct Clamped: Codable, JSONDecodable {
  var value: Int

  init(json: JSONReader) throws { value = min(try json["value"], 10) }

  /// For other decoders.
  init(from decoder: any Decoder) throws { value = min(try Int(from: decoder), 10) }
}

@propertyWrapper
private struct Negated {
  var wrappedValue: Int { -stored }
  private var stored: Int

  init(wrappedValue: Int) { stored = wrappedValue }
}

private final class Owner {}

/// Where both functions are written by hand, anything may be stored.
@JSONModel
private struct Wrapped {
  @Negated var value: Int
  weak var owner: Owner?

  init(json: JSONReader) throws { _value = Negated(wrappedValue: try json["value"]) }

  func write(to json: inout JSONWriter) throws { try json.write(value, forKey: "value") }
}

@JSONModel
private struct Labeled {
  var value: Int

  init(json: Int) { value = json }

  func write(to text: inout String) { text += "\(value)" }
}

private protocol Model: JSONDecodable, JSONEncodable, Sendable {}

@JSONModel
private struct Modeled: Model, JSONEncodable {
  private var value: Int
  private(set) var other: Int!
}

struct JSONModelByHandTests {
  @Test func functionsThatATypeDeclaresAreNotGenerated() throws {
    #expect(try again([OneLine].self, #"[{"line": "a"}]"#) == #"["a"]"#)
    #expect(try again(Doubled.self, #"{"value": 2}"#) == #"{"value":4}"#)
    #expect(try again([Clamped].self, #"[{"value": 12}]"#) == #"[{"value":10}]"#)
    #expect(try again(Wrapped.self, #"{"value": 1}"#) == #"{"value":-1}"#)
    try expectRoundTrip(Labeled.self, #"{"value":1}"#)
    try expectRoundTrip(Modeled.self, #"{"value":1,"other":2}"#)
  }
}
#endif
