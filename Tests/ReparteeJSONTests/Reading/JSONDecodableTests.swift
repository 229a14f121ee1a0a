import Foundation
import ReparteeJSON
import Testing

/// Each model twice: as the compiler reads it, and as it reads itself. Their types have the same names, which errors
/// say.
private enum Coded {
  struct Account: Codable, Equatable {
    var id: Int
    var small: UInt8
    var name: String
    var isActive: Bool
    var score: Double
    var ratio: Float
    var created: Date
    var page: URL
    var secretless: Data
    var price: Decimal
    var uuid: UUID
    var role: Role
    var bio: String?
    var tags: [String]
    var gaps: [Int?]
    var rows: [[Double]]
    var counts: [String: Int]
    var rest: JSONValue
    var owner: Owner
    var owners: [Owner]
    var maybe: Owner?
  }
  enum Role: String, Codable, CaseIterable { case admin, guest }
  struct Owner: Codable, Equatable {
    var login: String
    var age: Int?
  }
}

private enum Read {
  struct Account: JSONDecodable, Encodable, Equatable {
    var id: Int
    var small: UInt8
    var name: String
    var isActive: Bool
    var score: Double
    var ratio: Float
    var created: Date
    var page: URL
    var secretless: Data
    var price: Decimal
    var uuid: UUID
    var role: Role
    var bio: String?
    var tags: [String]
    var gaps: [Int?]
    var rows: [[Double]]
    var counts: [String: Int]
    var rest: JSONValue
    var owner: Owner
    var owners: [Owner]
    var maybe: Owner?

    init(json: JSONReader) throws {
      id = try json["id"]
      small = try json["small"]
      name = try json["name"]
      isActive = try json["isActive"]
      score = try json["score"]
      ratio = try json["ratio"]
      created = try json["created"]
      page = try json["page"]
      secretless = try json["secretless"]
      price = try json["price"]
      uuid = try json["uuid"]
      role = try json["role"]
      bio = try json["bio"]
      tags = try json["tags"]
      gaps = try json["gaps"]
      rows = try json["rows"]
      counts = try json["counts"]
      rest = try json["rest"]
      owner = try json["owner"]
      owners = try json["owners"]
      maybe = try json["maybe"]
    }
  }
  enum Role: String, JSONDecodable, Encodable, CaseIterable { case admin, guest }
  struct Owner: JSONDecodable, Encodable, Equatable {
    var login: String
    var age: Int?

    init(json: JSONReader) throws {
      login = try json["login"]
      age = try json["age"]
    }
  }
}

/// A model that is read by its own code is the same as one that the compiler reads.
struct JSONDecodableTests {
  private static let text = """
    {"id": 7, "small": 255, "name": "Ada \\u00e9", "isActive": true, "score": 1.5, "ratio": 0.25,
     "created": "2026-01-02T03:04:05Z", "page": "https://example.com/a", "secretless": "AQID", "price": 12.30,
     "uuid": "8A2F4C7E-0000-4000-8000-00000000000A", "role": "guest", "bio": null, "tags": ["a", "b"],
     "gaps": [1, null, 3], "rows": [[1, 2.5], []], "counts": {"x": 1, "y": 2}, "rest": {"any": [1, "thing"]},
     "owner": {"login": "ada", "age": 36, "more": 1}, "owners": [{"login": "bob"}, {"login": "eve", "age": null}],
     "extra": [1, {"a": 2}]}
    """

  /// The result for a text: the value, written again, or the whole report of the error.
  private func outcome<T: Codable>(_ type: T.Type, _ text: Data, _ coder: JSONCoder = JSONCoder()) -> String {
    do {
      let (value, unread) = try coder.decodeReportingUnread(type, from: text)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try "\(String(decoding: encoder.encode(value), as: UTF8.self)) \(unread)"
    } catch let error as JSONError {
      return "\(error.kind) \(error.report)"
    } catch { return "\(error)" }
  }

  /// The second of equal keys is not read, in a dictionary neither.
  @Test func aRepeatedKeyOfADictionaryIsUnread() throws {
    let (text, json) = (Data(#"{"x": 1, "y": 2, "x": 3}"#.utf8), JSONCoder())
    let (value, unread) = try json.decodeReportingUnread([String: UInt8].self, from: text)
    #expect(value == ["x": 1, "y": 2] && unread == ["x"])
    let read = try json.decodeReportingUnread(Counts.self, from: Data(#"{"counts": {"x": 1, "x": 3}}"#.utf8))
    #expect(read.value.counts == ["x": 1] && read.unread == ["counts.x"])
  }

  private struct Counts: JSONDecodable {
    var counts: [String: Int]

    init(json: JSONReader) throws { counts = try json["counts"] }
  }

  private func expectSame(_ text: Data, _ coder: JSONCoder = JSONCoder()) -> Bool {
    let (one, other) = (outcome(Coded.Account.self, text, coder), outcome(Read.Account.self, text, coder))
    #expect(one == other)
    return one == other
  }

  @Test func bothGiveTheSame() throws {
    let text = Data(Self.text.utf8)
    #expect(expectSame(text))
    #expect(outcome(Read.Account.self, text).hasSuffix("[owner.more, extra]"))
    let list = Data("[\(Self.text), \(Self.text)]".utf8)
    #expect(outcome([Coded.Account].self, list) == outcome([Read.Account].self, list))
  }

  private class Named: JSONDecodable, JSONEncodable {
    var name: String
    required init(json: JSONReader) throws { name = try json["name"] }
    func write(to json: inout JSONWriter) throws { try json.write(name, forKey: "name") }
  }

  private class Aged: Named {
    var age: Int
    required init(json: JSONReader) throws {
      age = try json["age"]
      try super.init(json: json)
    }
    override func write(to json: inout JSONWriter) throws {
      try super.write(to: &json)
      try json.write(age, forKey: "age")
    }
  }

  @Test func aClassAndItsSubclassReadAndWriteThemselves() throws {
    let text = #"[{"name":"Ada","age":36}]"#
    let people = try JSONCoder().decode([Aged].self, from: Data(text.utf8))
    #expect(people.map(\.name) == ["Ada"] && people.map(\.age) == [36])
    #expect(String(decoding: try JSONCoder().encode(people), as: UTF8.self) == text)
    let named = try JSONCoder().decode([Named].self, from: Data(text.utf8))
    #expect(named.map(\.name) == ["Ada"])
  }

  /// Each value in turn is missing, null, or another one.
  @Test func bothFailTheSame() throws {
    let value = try JSONCoder().decode(JSONValue.self, from: Data(Self.text.utf8))
    let others: [JSONValue?] = [
      nil, .null, true, -1, 256, 1.5, "x", "2026-13-01", [], ["x", 1], [1, "x"], [[1], ["x"]], [:],
      ["login": 1], ["a": "b"],
    ]
    var count = 0
    for (key, _) in try #require(value.object) {
      for other in others {
        var members = try #require(value.object)
        members[key] = other
        if !expectSame(try JSONCoder().encode(JSONValue.object(members))) { return }
        count += 1
      }
    }
    #expect(count > 300)
  }

  /// Whatever bytes come.
  @Test func bothTakeAnyBytesTheSame() {
    var generator = SeededGenerator.named("bothTakeAnyBytesTheSame")
    let original = Array(Self.text.utf8)
    for _ in 0..<SeededGenerator.runs(3_000) {
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

  @Test func strategiesHold() throws {
    struct Event: JSONDecodable, Equatable {
      var startsAt: Date
      var rawBytes: Data
      var someNumber: Double

      init(json: JSONReader) throws {
        startsAt = try json["startsAt"]
        rawBytes = try json["rawBytes"]
        someNumber = try json["someNumber"]
      }
    }
    var coder = JSONCoder()
    coder.keys = .snakeCase
    coder.dates = .secondsSince1970
    coder.data = .deferredToData
    coder.floats = .strings(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let text = Data(#"{"starts_at": 60, "raw_bytes": [1, 2], "some_number": "inf"}"#.utf8)
    let event = try coder.decode(Event.self, from: text)
    #expect(event.startsAt == Date(timeIntervalSince1970: 60))
    #expect(event.rawBytes == Data([1, 2]) && event.someNumber == .infinity)
  }

  @Test func modelsOfBothKindsContainEachOther() throws {
    struct Inner: Codable, Equatable { var n: Int }
    struct Middle: JSONDecodable, Encodable, Equatable {
      var inner: Inner
      var none: Inner?
      var some: Inner?
      var all: [Inner]

      init(json: JSONReader) throws {
        inner = try json["inner"]
        none = try json["none"]
        some = try json["some"]
        all = try json["all"]
      }
    }
    struct Outer: Codable, Equatable {
      var middle: Middle
      var many: [Middle]
      var byName: [String: Middle]
    }
    let middle = #"{"inner": {"n": 1}, "some": {"n": 2}, "all": [{"n": 3}]}"#
    let text = Data(#"{"middle": \#(middle), "many": [\#(middle)], "byName": {"a": \#(middle)}}"#.utf8)
    let outer = try JSONCoder().decode(Outer.self, from: text)
    #expect(outer.middle.inner.n == 1 && outer.middle.none == nil && outer.middle.some?.n == 2)
    #expect(
      outer.many == [outer.middle] && outer.byName == ["a": outer.middle] && outer.middle.all == [Inner(n: 3)]
    )
    let faulty = Data(String(decoding: text, as: UTF8.self).replacing(#"{"n": 3}"#, with: #"{"n": ""}"#).utf8)
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode(Outer.self, from: faulty) }
    #expect(error?.path.description == "middle.all[0].n")
  }

  @Test func anErrorOfItsOwnSaysWhereItWas() {
    struct Refusal: Error {}
    struct Picky: JSONDecodable {
      init(json: JSONReader) throws {
        let number: Int = try json["n"]
        if number == 2 { throw Refusal() }
      }
    }
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode([Picky].self, from: Data(#"[{"n": 1}, {"n": 2}]"#.utf8))
    }
    #expect(error?.kind == .model && error?.path.description == "[1]" && error?.underlying is Refusal)
  }

  @Test func otherDecodersReadItToo() throws {
    let text = Data(#"{"login": "ada", "age": 36}"#.utf8)
    #expect(try JSONDecoder().decode(Read.Owner.self, from: text).age == 36)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Read.Owner.self, from: Data("{}".utf8)) }
  }

  @Test func theFirstOfEqualKeysCounts() throws {
    struct Twice: JSONDecodable {
      var values: [String]
      init(json: JSONReader) throws { values = [try json["a"], try json["b"], try json["a"]] }
    }
    let text = Data(#"{"a": "1", "b": "2", "a": "3"}"#.utf8)
    #expect(try JSONCoder().decode(Twice.self, from: text).values == ["1", "2", "1"])
  }

  @Test func aReaderThatIsKeptOwnsItsBytes() throws {
    struct Lazy: JSONDecodable {
      let json: JSONReader
      init(json: JSONReader) { self.json = json }
    }
    let lazies = try JSONCoder().decode(
      [Lazy].self, from: Data(#"[{"name": "first"}, {"name": "second"}]"#.utf8))
    let names: [String] = try lazies.map { try $0.json["name"] }
    #expect(names == ["first", "second"])
    #expect(try lazies[1].json.decode(String.self, at: "name") == "second")
    #expect(try lazies[1].json.reader(at: "name").decode(String.self) == "second")
    #expect(!lazies[1].json.contains("none"))
  }
}
