import Foundation
import ReparteeJSON
import Testing

/// Errors that a model makes, or that the standard library makes in its name.
@Suite struct DiagnosisThrownTests {
  struct Own: Error {}

  @Test func aLaterErrorDoesNotGetThePlaceOfACaughtOne() {
    struct Inner: Decodable { init(from decoder: any Decoder) throws { throw Own() } }
    struct Outer: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        #expect((try? container.decode(Inner.self, forKey: "a")) == nil)
        throw Own()
      }
    }
    let error = failure([Outer].self, #"[{"a":1}]"#)
    #expect(error?.path == [0])
    #expect(error?.description == "[0]: Outer threw Own (line 1, column 2, byte 1)")
    struct Words: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONPath.Component.self)
        #expect((try? container.decode(Color.self, forKey: "a")) == nil)
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no"))
      }
    }
    #expect(failure([Words].self, #"[{"a":"x"}]"#)?.path == [0])
  }

  @Test func aKeyThatIsNoKeyOfADictionaryIsPointedAt() {
    let error = failure([String: [Int: Int]].self, #"{"m": {"1": 1, "x": 2}}"#)
    #expect(error?.kind == .typeMismatch && error?.path == ["m", "x"])
    #expect(error?.byteOffset == 15)
    #expect(
      error?.description.hasPrefix("m.x: expected Int (a key), found a key that is not one (line 1") == true)
    #expect(error?.excerpt?.hasSuffix("^^^") == true)
    let named = failure([Fruit: Int].self, #"{"apple": 1, "stone": 2}"#)
    #expect(named?.path == ["stone"] && named?.byteOffset == 13)
    #expect(named?.expected == #"Fruit (a key, one of "apple", "pear")"#)
    // An error of a value under a key is about the value.
    #expect(failure([Int: Color].self, #"{"1": "x"}"#)?.byteOffset == 6)
    #expect(failure([Int: Int].self, #"{"1": "x"}"#)?.byteOffset == 6)
  }

  enum Color: String, Decodable { case red, green }
  enum Fruit: String, Decodable, CaseIterable, CodingKeyRepresentable { case apple, pear }
  enum Level: Int, Decodable, CaseIterable { case low = 1, high = 10 }

  @Test func anUnknownRawValueNamesTheKnownOnes() {
    let error = failure([Fruit].self, #"["apple","stone"]"#)
    #expect(error?.path == [1] && error?.kind == .corrupted)
    #expect(
      error?.description
        == #"[1]: expected Fruit (one of "apple", "pear"), found a string it does not accept (line 1, column 10, byte 9)"#
    )
    #expect(failure(Level.self, "3")?.expected == "Level (one of 1, 10)")
    #expect(failure(Color.self, "\"x\"")?.expected == "Color")
    #expect(error?.description.contains("stone") == false)
  }

  enum Twenty: Int, Decodable, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t
  }
  enum TwentyOne: Int, Decodable, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u
  }

  @Test func twentyOfThemAreNamed() {
    let names = (0..<20).map(String.init).joined(separator: ", ")
    #expect(failure(Twenty.self, "99")?.expected == "Twenty (one of \(names))")
    #expect(failure(TwentyOne.self, "99")?.expected == "TwentyOne (one of \(names), …)")
  }

  enum Shape: Decodable {
    case circle(radius: Double)
    case square(side: Double)
    case none
  }
  enum Renamed: Decodable {
    case one(Int)
    case two(Int)
    enum CodingKeys: String, CodingKey {
      case one = "ONE"
      case two = "TWO"
    }
  }

  enum Vehicle: Decodable {
    case car(doors: Int)
    case bicycle
    enum CodingKeys: String, CodingKey, CaseIterable {
      case car = "CAR"
      case bicycle
    }
  }

  @Test func anEnumOfUnknownCaseNamesItsCases() {
    let error = failure([Vehicle].self, #"[{"CAR":{"doors":1}},{"truck":{}}]"#)
    #expect(error?.path == [1] && error?.kind == .typeMismatch)
    #expect(error?.expected == #"Vehicle (one of the keys "CAR", "bicycle")"#)
    #expect(error?.found == "none of them" && error?.availableKeys == ["truck"])
    let both = failure(Vehicle.self, #"{"CAR":{"doors":1},"bicycle":{}}"#)
    #expect(both?.found == "2 of them")
    #expect(failure(Vehicle.self, "3")?.expected == "Vehicle (an object)")
    #expect(failure(Vehicle.self, #"{"CAR":{}}"#)?.path == ["CAR"])
  }

  @Test func anEnumWhoseKeysAreNotCaseIterableNamesTheCasesBesideIt() {
    let text =
      #"[{"circle":{"radius":1}},{"none":{}},{"circle":{"radius":2}},{"square":1,"x":1},7,{"triangle":{}}]"#
    struct Lossy: Decodable {
      init(from decoder: any Decoder) throws {
        var shapes = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try shapes.decode(Shape.self) }
        for _ in 0..<2 { _ = try shapes.decode(JSONValue.self) }
        _ = try shapes.decode(Shape.self)
      }
    }
    let error = failure(Lossy.self, text)
    #expect(error?.path == [5] && error?.kind == .typeMismatch)
    #expect(error?.expected == #"Shape (one key, the name of a case, such as "circle", "none")"#)
    #expect(error?.found == "none of them" && error?.availableKeys == ["triangle"])
    #expect(failure(Shape.self, #"{"circle":{"radius":1},"none":{}}"#)?.found == "2 of them")
    #expect(failure(Shape.self, "{}")?.expected == "Shape (one key, the name of a case)")
    #expect(failure([Renamed].self, #"[{"one":{}}]"#)?.expected == "Renamed (one key, the name of a case)")
    // What is no key of a case is not named, and neither is what a model says of itself.
    #expect(failure([Shape].self, #"[{"hexagon":1}]"#)?.expected == "Shape (one key, the name of a case)")
    #expect(failure(Choosy.self, #"{"circle":1}"#)?.expected == "Choosy")
  }

  struct Choosy: Decodable {
    enum CodingKeys: CodingKey { case circle }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      #expect(container.allKeys.count == 1)
      throw DecodingError.typeMismatch(
        Choosy.self, .init(codingPath: container.codingPath, debugDescription: "not today"))
    }
  }

  struct User: Decodable { var id: Int }

  @Test func whatDoesNotFitAtAllNamesTheModel() {
    #expect(failure(User.self, "[1]")?.expected == "User (an object)")
    #expect(failure(User.self, "null")?.expected == "User (an object)")
    #expect(failure([User].self, #"{"id":1}"#)?.expected == "Array<User> (an array)")
    #expect(failure([User].self, "[{\"id\":1},7]")?.expected == "User (an object)")
    #expect(failure([User].self, "[{\"id\":1},7]")?.path == [1])
    let nested = #expect(throws: JSONError.self) {
      try JSONCoder().decode(Int.self, from: Array("[1]".utf8), at: "a")
    }
    #expect(nested?.expected == "an object")
  }

  @Test func aLineOfAStreamHasTheNumberOfTheStream() throws {
    let line = #"  {"id": "x"}"#
    let error = try #require(failure(User.self, line)).onLine(120)
    #expect(error.line == 120 && error.column == 10 && error.byteOffset == nil)
    #expect(error.path == "id")
    #expect(
      error.report == """
        id: expected Int (an integer), found a string
        line 120, column 10

          120 |   {"id": "x"}
              |          ^^^
        """)
    #expect(error.onLine(1, startingAt: 5).byteOffset == nil)
    #expect(failure(User.self, line)?.onLine(9, startingAt: 100).byteOffset == 109)
    let two = try #require(failure(User.self, "{\n\"id\":true}")).onLine(9)
    #expect(two.line == 10)
    #expect(two.excerpt == "   9 | {\n  10 | \"id\":true}\n     |      ^^^^")
  }

  @Test func elementsOfLinesKnowTheirLineAndOthersShowNone() throws {
    let text = "{\"id\":1}\r\n\n \n  {\"id\":\"x\"}\n{\"id\":2}"
    for size in [1, 3, 100] {
      var elements = JSONElements(in: .lines)
      var all: [JSONElement] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        elements.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let element = try elements.next() { all.append(element) }
      }
      if let last = try elements.finish() { all.append(last) }
      #expect(all.map(\.line) == [1, 4, 5])
      let error = #expect(throws: JSONError.self) { try JSONCoder().decode(User.self, from: all[1]) }
      #expect(error?.line == 4 && error?.column == 9 && error?.byteOffset == 21)
      #expect(error?.excerpt?.hasPrefix("  4 | {") == true)
    }
    var elements = JSONElements(in: .array())
    elements.append(Array("[{\"id\":\"x\"}]".utf8))
    let element = try #require(try elements.next())
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode(User.self, from: element) }
    #expect(error?.line == nil && error?.excerpt?.hasPrefix("   | {") == true)
  }

  /// The key above the elements is not in their text.
  @Test func elementsBelowTheKeyOfASecretShowNothing() throws {
    enum Color: String, Decodable { case red }
    func failure(of key: String, _ type: (some Decodable).Type) throws -> JSONError? {
      var elements = JSONElements(in: .array(at: [key]))
      elements.append(Array(#"{"\#(key)": ["hunter2", "x"]}"#.utf8))
      guard let element = try elements.next() else { return nil }
      return #expect(throws: JSONError.self) { try JSONCoder().decode(type, from: element) }
    }
    for error in [try failure(of: "sessions", Int.self), try failure(of: "sessions", Color.self)] {
      let secret = try #require(error)
      #expect(secret.path == ["sessions", 0] && secret.excerpt == nil)
      #expect(!"\(secret) \(secret.report)".contains("hunter2"), "\(secret.report)")
    }
    #expect(try failure(of: "colors", Int.self)?.report.contains("hunter2") == true)
  }
}
