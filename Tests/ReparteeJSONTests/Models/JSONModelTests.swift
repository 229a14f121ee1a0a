#if Macros
import Foundation
import ReparteeJSON
import Testing

/// Each model as the compiler reads and writes it, and as `@JSONModel` does. Their types have the same names, which
/// errors say.
private enum Coded {
  struct Account: Codable, Equatable {
    var id: Int
    var small: UInt8
    let name: String
    var isActive: Bool
    var score, ratio: Double
    var created: Date
    var page: URL
    var price: Decimal
    var role: Role
    var bio: String?
    let nickname: String?
    var tags: [String]
    var gaps: [Int?]
    var counts: [String: Int]
    var rest: JSONValue
    var owner: Owner
    var owners: [Owner]
    var maybe: Owner?
    var other: Foreign
    var others: [Foreign]?
    let kind = "account"
    lazy var cached = 1
    static let version = 1
    var upperName: String { name.uppercased() }
    var observed: Int { didSet {} }

    enum CodingKeys: String, CodingKey {
      case small = "s", id, kind, name = "name\u{20}of \"it\"", score = #"sc\ore"#, isActive, ratio, created,
        page, price,
        role, bio, nickname, tags, gaps, counts, rest, owner, owners, maybe, other, others, observed
    }
  }
  enum Role: String, Codable, CaseIterable { case admin, guest }
  struct Owner: Codable, Equatable {
    var login: String
    var age: Int?
    var `default`, `self`: Int?
  }
  struct Keys: Codable {
    var a, b, c, d, e, f, g: Int?

    enum CodingKeys: String, CodingKey {
      case a = """
        two lines,
          "quoted" \\ and escaped\t\u{41}
        """
      case b = ##"raw \n "#\##u{41}"##
      case c = ""
      case d = "\0\r\u{7F}\u{2028}\u{202E}\u{FEFF}"
      case e = "\u{301}é\u{65}\u{301}ß中😀"
      case f, g = "\\(f)"
    }
  }
}

private enum Made {
  @JSONModel
  struct Account: Equatable {
    var id: Int
    var small: UInt8
    let name: String
    var isActive: Bool
    var score, ratio: Double
    var created: Date
    var page: URL
    var price: Decimal
    var role: Role
    var bio: String?
    let nickname: String?
    var tags: [String]
    var gaps: [Int?]
    var counts: [String: Int]
    var rest: JSONValue
    var owner: Owner
    var owners: [Owner]
    var maybe: Owner?
    var other: Foreign
    var others: [Foreign]?
    let kind = "account"
    lazy var cached = 1
    static let version = 1
    var upperName: String { name.uppercased() }
    var observed: Int { didSet {} }

    enum CodingKeys: String, CodingKey {
      case small = "s", id, kind, name = "name\u{20}of \"it\"", score = #"sc\ore"#, isActive, ratio, created,
        page, price,
        role, bio, nickname, tags, gaps, counts, rest, owner, owners, maybe, other, others, observed
    }
  }
  enum Role: String, JSONDecodable, JSONEncodable, CaseIterable { case admin, guest }
  @JSONModel
  struct Owner: Equatable {
    var login: String
    var age: Int?
    var `default`, `self`: Int?
  }
  @JSONModel
  struct Keys {
    var a, b, c, d, e, f, g: Int?

    enum CodingKeys: String, CodingKey {
      case a = """
        two lines,
          "quoted" \\ and escaped\t\u{41}
        """
      case b = ##"raw \n "#\##u{41}"##
      case c = ""
      case d = "\0\r\u{7F}\u{2028}\u{202E}\u{FEFF}"
      case e = "\u{301}é\u{65}\u{301}ß中😀"
      case f, g = "\\(f)"
    }
  }
}

/// One that is only a `Codable`.
private struct Foreign: Codable, Equatable {
  var code: Int
}

struct JSONModelTests {
  private static let text = #"""
    {"id": 7, "s": 255, "name of \"it\"": "Ada \u00e9", "isActive": true, "sc\\ore": 1.5, "ratio": 0.25,
     "created": "2026-01-02T03:04:05Z", "page": "https://example.com/a", "price": 12.30, "role": "guest",
     "bio": null, "tags": ["a", "b"], "gaps": [1, null, 3], "counts": {"x": 1, "y": 2},
     "rest": {"any": [1, "thing"]}, "owner": {"login": "ada", "age": 36, "default": 2, "self": 3, "more": 1},
     "owners": [{"login": "bob"}, {"login": "eve", "age": null}], "other": {"code": 1}, "others": [{"code": 2}],
     "kind": "none", "observed": 1, "cached": 2, "extra": [1, {"a": 2}]}
    """#

  /// The result for a text: the value, written again, and the unread keys, or the whole report of the error.
  /// The members are sorted, as Foundation's encoder, which writes a `Codable`, has them in any order.
  private func outcome<T: Codable>(_ type: T.Type, _ text: Data, _ coder: JSONCoder = JSONCoder()) -> String {
    do {
      let (value, unread) = try coder.decodeReportingUnread(type, from: text)
      let written = try JSONCoder().decode(JSONValue.self, from: coder.encode(value))
      return "\(sorted(written)) \(unread)"
    } catch let error as JSONError {
      return "\(error.kind) \(error.report)"
    } catch { return "\(error)" }
  }

  private func sorted(_ value: JSONValue) -> String {
    if let members = value.object {
      return "{\(members.map { "\($0.key): \(sorted($0.value))" }.sorted().joined(separator: ", "))}"
    }
    return value.array.map { "[\($0.map(sorted).joined(separator: ", "))]" } ?? "\(value)"
  }

  private func expectSame(_ text: Data, _ coder: JSONCoder = JSONCoder()) -> Bool {
    let (one, other) = (outcome(Coded.Account.self, text, coder), outcome(Made.Account.self, text, coder))
    #expect(one == other)
    return one == other
  }

  @Test func aModelIsReadAndWrittenAsCodableDoes() throws {
    let text = Data(Self.text.utf8)
    #expect(expectSame(text))
    #expect(outcome(Made.Account.self, text).hasSuffix("[owner.more, kind, cached, extra]"))
    let list = Data("[\(Self.text), \(Self.text)]".utf8)
    #expect(outcome([Coded.Account].self, list) == outcome([Made.Account].self, list))
  }

  @Test func strategiesHold() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    coder.dates = .secondsSince1970
    let plain = try decode(Made.Account.self, Self.text)
    let text = try coder.encode(plain)
    #expect(String(decoding: text, as: UTF8.self).contains(#""is_active":true"#))
    #expect(expectSame(text, coder))
    #expect(try coder.decode(Made.Account.self, from: text) == plain)
  }

  /// Each value in turn is missing, null, or another one; and two of them at once, of which the first in order counts.
  @Test func aModelFailsAsCodableDoes() throws {
    let members = try #require(try decode(JSONValue.self, Self.text).object)
    let others: [JSONValue?] = [
      nil, .null, true, -1, 256, 1.5, "x", "2026-13-01", [], ["x", 1], [1, "x"], [:], ["login": 1],
      ["code": ""],
    ]
    var count = 0
    for (key, _) in members {
      for other in others {
        var members = members
        members[key] = other
        if !expectSame(try JSONCoder().encode(JSONValue.object(members))) { return }
        count += 1
      }
      for (another, _) in members {
        var members = members
        members[key] = nil
        members[another] = ["x"]
        if !expectSame(try JSONCoder().encode(JSONValue.object(members))) { return }
      }
    }
    #expect(count > 300)
  }

  /// Whatever bytes come.
  @Test func aModelTakesAnyBytesAsCodableDoes() {
    var generator = SeededGenerator.named("aModelTakesAnyBytesAsCodableDoes")
    let original = Array(Self.text.utf8)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1:
          bytes[index] = Array("\"{}[],:0159-.eEtfn\\u \u{1}".utf8).randomElement(using: &generator) ?? 0
        default:
          bytes.insert(
            contentsOf: bytes[index...].prefix(9), at: Int.random(in: 0..<bytes.count, using: &generator))
        }
      }
      if !expectSame(Data(bytes)) { return }
    }
  }

  @Test func keysAreThoseThatCodableHas() throws {
    let all = try JSONCoder().encode(Coded.Keys(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7))
    let made = try JSONCoder().decode(Made.Keys.self, from: all)
    #expect([made.a, made.b, made.c, made.d, made.e, made.f, made.g] == [1, 2, 3, 4, 5, 6, 7])
    let coded = try JSONCoder().decode(Coded.Keys.self, from: JSONCoder().encode(made))
    #expect([coded.a, coded.b, coded.c, coded.d, coded.e, coded.f, coded.g] == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func otherCodersTakeItToo() throws {
    let owner = Made.Owner(login: "ada", age: 36, default: nil, self: 1)
    let text = try JSONEncoder().encode(owner)
    #expect(try JSONDecoder().decode(Made.Owner.self, from: text) == owner)
    #expect(try JSONDecoder().decode(Coded.Owner.self, from: text).`self` == 1)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Made.Owner.self, from: Data("{}".utf8)) }
  }
}
#endif
