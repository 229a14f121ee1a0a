import Foundation
import ReparteeJSON
import Testing

/// Encoding by `Encodable`: what is written is what Foundation's encoder writes.
struct EncodingTests {
  private func text(_ value: some Encodable, _ coder: JSONCoder = JSONCoder()) throws -> String {
    String(decoding: try coder.encode(value), as: UTF8.self)
  }

  /// The same members and elements as by Foundation's encoder, whatever the order of members.
  private func expectSame(_ value: some Encodable, _ coder: JSONCoder = JSONCoder()) throws {
    let ours = try JSONSerialization.jsonObject(with: coder.encode(value), options: .fragmentsAllowed)
    let theirs = try JSONSerialization.jsonObject(
      with: coder.makeFoundationEncoder().encode(value), options: .fragmentsAllowed)
    #expect((ours as? NSObject) == (theirs as? NSObject))
  }

  private struct Everything: Encodable {
    enum Level: String, Encodable { case low, high }
    enum Choice: Encodable {
      case none
      case some(Int, name: String)
    }
    struct Inner: Encodable { var innerName = "é\"\\\n\u{1}😀" }

    var aBool = true
    var int = Int.min
    var int8 = Int8.min, int16 = Int16.max, int32 = Int32.min, int64 = Int64.max
    var uint = UInt.max, uint8 = UInt8.max, uint16 = UInt16.max, uint32 = UInt32.max, uint64 = UInt64.max
    var double = 0.1, whole = 3.0, large = 1e300, negative = -0.0
    var float: Float = 0.1
    var absent: String?
    var present: Int? = 7
    var date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var dates = [Date(timeIntervalSinceReferenceDate: 0)]
    var data = Data([1, 2, 255])
    var url = URL(string: "https://example.com/a/b?c=d%20e")
    var decimal = Decimal(string: "1234567890.12345678")
    var uuid = UUID()
    var level = Level.high
    var choices = [Choice.none, .some(1, name: "x")]
    var inner = Inner()
    var innerList = [Inner(), Inner()]
    var strings = ["a", ""], ints = [1, -2], doubles = [1.5, 2], rows = [[0.5], []], flags = [true, false]
    var optionals: [Int?] = [1, nil]
    var byName = ["some_key": "x", "otherKey": "y"]
    var innerByName = ["some_key": Inner()]
    var byNumber = [1: "a", 22: "b"]
    var nested = [[["deep": [1]]]]
    var empty: [Int] = [], emptyObject: [String: Int] = [:]
    var set: Set<Int> = [4]
    var range = 1..<5
    var value: JSONValue = ["key_one": [1, nil]]
  }

  @Test(arguments: ValueStrategiesTests.coders.indices)
  func everyTypeIsWrittenAsByFoundation(at index: Int) throws {
    try expectSame(Everything(), ValueStrategiesTests.coders[index])
    try expectSame([Everything(), Everything()], ValueStrategiesTests.coders[index])
    try expectSame(["a_key": [Everything()]], ValueStrategiesTests.coders[index])
  }

  @Test func fragmentsAreTexts() throws {
    struct Wrapped<Value: Encodable>: Encodable {
      var value: Value
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    #expect(try text(Wrapped(value: "a")) == #""a""#)
    #expect(try text(Wrapped(value: Int8(-3))) == "-3")
    #expect(try text(Wrapped(value: Wrapped(value: [1, 2]))) == "[1,2]")
    #expect(try text(Wrapped(value: Int?.none)) == "null")
    #expect(try text(Wrapped(value: JSONValue.object(["b": 1, "a": 2]))) == #"{"b":1,"a":2}"#)
  }

  @Test func membersAreInTheOrderOfTheModel() throws {
    struct Model: Encodable {
      var z = 1
      var a = Inner()
      var m: [Inner] = [Inner(), Inner()]
      struct Inner: Encodable { var y = "1", b = true }
    }
    #expect(
      try text(Model()) == #"{"z":1,"a":{"y":"1","b":true},"m":[{"y":"1","b":true},{"y":"1","b":true}]}"#)
  }

  // MARK: - Containers that are open side by side

  private struct Interleaved: Encodable {
    func encode(to encoder: any Encoder) throws {
      typealias Key = JSONPath.Component
      var container = encoder.container(keyedBy: Key.self)
      var one = container.nestedContainer(keyedBy: Key.self, forKey: "one")
      var list = container.nestedUnkeyedContainer(forKey: "list")
      try container.encode(0, forKey: "zero")
      try one.encode(1, forKey: "a")
      var inner = list.nestedContainer(keyedBy: Key.self)
      try list.encode("between")
      var lists = list.nestedUnkeyedContainer()
      try inner.encode(["deep"], forKey: "b")
      try lists.encode(2)
      try one.encode(3, forKey: "c")
      try lists.encodeNil()
      try 4.encode(to: list.superEncoder())
      #expect(list.count == 4)
      let parent = container.superEncoder(), named = container.superEncoder(forKey: "named")
      try ["x": 5].encode(to: named)
      try "parent".encode(to: parent)
      _ = container.superEncoder(forKey: "nothing")
      _ = container.nestedUnkeyedContainer(forKey: "emptyList")
      try container.encode(6, forKey: "last")
      #expect(lists.codingPath.map(\.stringValue).suffix(2) == ["list", "Index 2"])
    }
  }

  @Test func containersCanBeOpenSideBySide() throws {
    let expected =
      #"{"one":{"a":1,"c":3},"list":[{"b":["deep"]},"between",[2,null],4],"zero":0,"super":"parent","#
      + #""named":{"x":5},"nothing":{},"emptyList":[],"last":6}"#
    let value = try JSONCoder().decode(JSONValue.self, from: Data(expected.utf8))
    #expect(try JSONCoder().decode(JSONValue.self, from: JSONCoder().encode(Interleaved())) == value)
    #expect(try text([Interleaved(), Interleaved()]).hasPrefix(#"[{"one":{"a":1,"c":3},"list":[{"#))
    #expect(try JSONValue(encoding: ["k": [Interleaved()]]) == ["k": [value]])
    try expectSame(Interleaved())
  }

  @Test func aPartIsTheSameForTheSameKey() throws {
    struct Model: Encodable {
      func encode(to encoder: any Encoder) throws {
        for number in 0..<3 {
          var container = encoder.container(keyedBy: JSONPath.Component.self)
          var nested = container.nestedContainer(keyedBy: JSONPath.Component.self, forKey: "attributes")
          try nested.encode(number, forKey: .key("k\(number)"))
        }
      }
    }
    #expect(try text([Model()]) == #"[{"attributes":{"k0":0,"k1":1,"k2":2}}]"#)
  }

  // MARK: - Classes, and keys that are encoded twice

  private class Base: Encodable {
    private enum CodingKeys: CodingKey { case id, kind }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .id)
      try container.encode("base", forKey: .kind)
    }
  }

  private final class Derived: Base {
    let callsSuperLast: Bool
    private enum CodingKeys: CodingKey { case kind, name }

    init(callsSuperLast: Bool) { self.callsSuperLast = callsSuperLast }

    override func encode(to encoder: any Encoder) throws {
      if !callsSuperLast { try super.encode(to: encoder) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("derived", forKey: .kind)
      try container.encode("n", forKey: .name)
      if callsSuperLast { try super.encode(to: encoder) }
    }
  }

  @Test func aClassAndItsSuperclassShareAnObjectAndTheLastOfEqualKeysCounts() throws {
    #expect(try text([Derived(callsSuperLast: false)]) == #"[{"id":1,"kind":"derived","name":"n"}]"#)
    #expect(try text([Derived(callsSuperLast: true)]) == #"[{"name":"n","id":1,"kind":"base"}]"#)
    try expectSame([Derived(callsSuperLast: false), Derived(callsSuperLast: true)])
  }

  /// Writes a member, or a part, for each entry.
  private struct Members: Encodable {
    var entries: [(key: String, value: Int, isPart: Bool)]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONPath.Component.self)
      for entry in entries {
        if entry.isPart {
          try entry.value.encode(to: container.superEncoder(forKey: .key(entry.key)))
        } else {
          try container.encode([entry.value], forKey: .key(entry.key))
        }
      }
    }
  }

  @Test(arguments: [2, 9, 70, 200]) func theLastOfManyEqualKeysCounts(_ count: Int) throws {
    var random = SeededGenerator.named("theLastOfManyEqualKeysCounts")
    for _ in 0..<50 {
      var parts: Set<String> = []
      let entries = (0..<count).map { value in
        // A second part under a key would be the first one again.
        let key = "key \"\(Int.random(in: 0..<count, using: &random))\u{8}"
        return (key: key, value: value, isPart: Bool.random(using: &random) && parts.insert(key).inserted)
      }
      var expected: [String: JSONValue] = [:]
      for entry in entries {
        expected[entry.key] = entry.isPart ? .init(entry.value) : [.init(entry.value)]
      }
      for value in [
        try JSONCoder().decode(JSONValue.self, from: JSONCoder().encode([Members(entries: entries)])),
        try JSONValue(encoding: [Members(entries: entries)]),
      ] {
        #expect(value == [.init(expected)])
      }
      let sorted = try JSONValue(encoding: Members(entries: entries)).object?.keys
      #expect(sorted == expected.keys.sorted())
    }
  }

  @Test func manyKeysCostNoSquare() throws {
    let entries = (0..<60_000).map { (key: "k\($0)", value: $0, isPart: $0 % 2 == 0) }
    let members = try JSONCoder().decode(JSONValue.self, from: JSONCoder().encode(Members(entries: entries)))
    #expect(members.object?.count == 60_000 && members["k59999"] == [59_999])
    let twice = try JSONCoder().encode(Members(entries: entries.filter { !$0.isPart } + entries))
    #expect(try JSONCoder().decode(JSONValue.self, from: twice).object?.count == 60_000)
  }

  // MARK: - Errors

  private struct Failing: Encodable {
    var nested = true
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONPath.Component.self)
      try container.encode(1, forKey: "a")
      if nested { _ = container.nestedUnkeyedContainer(forKey: "list") }
      throw CancellationError()
    }
  }

  @Test func nothingOfAnErrorThatAModelCatchesIsWritten() throws {
    struct Model: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.Component.self)
        try? container.encode(Failing(), forKey: "first")
        try? container.encode(Double.nan, forKey: "nan")
        try container.encode(1, forKey: "a")
        try? container.encode([Failing()], forKey: "second")
        var list = container.nestedUnkeyedContainer(forKey: "list")
        try? list.encode(Failing(nested: false))
        try? list.encode(Double.infinity)
        try? list.encode(Date.distantFuture.addingTimeInterval(1e15))
        try list.encode(2)
        #expect(list.count == 1)
        try? container.encode(Single(), forKey: "single")
      }
    }
    struct Single: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        do { try container.encode(Failing()) } catch { try container.encode("instead") }
      }
    }
    #expect(try text(Model()) == #"{"a":1,"list":[2],"single":"instead"}"#)
    #expect(throws: CancellationError.self) { try JSONCoder().encode(["a": [Failing()]]) }
  }

  @Test func anErrorSaysWhereItOccurred() throws {
    struct Outer: Encodable { var firstList = [Inner(ratio: 1), Inner(ratio: .nan)] }
    struct Inner: Encodable {
      var ratio: Double
      var rows = [1.0]
    }
    func path(_ value: some Encodable) -> [String]? {
      do {
        let coder = JSONCoder(keys: .snakeCase)
        Issue.record("encoded \(String(decoding: try coder.encode(value), as: UTF8.self))")
      } catch EncodingError.invalidValue(_, let context) {
        return context.codingPath.map(\.stringValue)
      } catch { Issue.record("\(error)") }
      return nil
    }
    #expect(path(Outer()) == ["firstList", "Index 1", "ratio"])
    #expect(path(["a": Inner(ratio: 0, rows: [0, .infinity])]) == ["a", "rows", "Index 1"])
    #expect(
      path([[Date(timeIntervalSinceReferenceDate: 1e15)]].map(Lists.init)) == ["Index 0", "dates", "Index 0"])
    #expect(path(["x": Decimal.nan]) == ["x"])
  }

  private struct Lists: Encodable { var dates: [Date] }

  @Test func theCodingPathIsThatOfTheValue() throws {
    struct Model: Encodable {
      var depth: Int
      var path: [String]
      enum Key: String, CodingKey { case child, list }
      func encode(to encoder: any Encoder) throws {
        #expect(encoder.codingPath.map(\.stringValue) == path)
        var container = encoder.container(keyedBy: Key.self)
        guard depth > 0 else { return }
        try container.encode(Model(depth: depth - 1, path: path + ["child"]), forKey: .child)
        try container.encode([Model(depth: 0, path: path + ["list", "Index 0"])], forKey: .list)
        #expect(container.codingPath.map(\.stringValue) == path)
        try Model(depth: 0, path: path + ["super"]).encode(to: container.superEncoder())
      }
    }
    _ = try JSONCoder().encode(Model(depth: 4, path: []))
  }

  @Test func aModelThatEncodesNothingIsAnErrorAloneAndAnEmptyObjectInside() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
    #expect(throws: EncodingError.self) { try JSONCoder().encode(Nothing()) }
    #expect(try text([Nothing()]) == "[{}]")
    #expect(try text(["a": Nothing()]) == #"{"a":{}}"#)
    struct Empty: Encodable {}
    #expect(try text(Empty()) == "{}")
  }

  /// What Foundation's encoder stops the program for.
  @Test func usesThatAreNoneAreErrors() throws {
    struct Model: Encodable {
      var use: @Sendable (any Encoder) throws -> Void
      func encode(to encoder: any Encoder) throws { try use(encoder) }
    }
    final class Box: @unchecked Sendable {
      var keyed: KeyedEncodingContainer<JSONPath.Component>?
      var list: (any UnkeyedEncodingContainer)?
    }
    let uses: [@Sendable (any Encoder) throws -> Void] = [
      { encoder in  // two values
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      },
      { encoder in  // an array and an object
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var container = encoder.container(keyedBy: JSONPath.Component.self)
        try container.encode(1, forKey: "a")
      },
      { encoder in  // an object and a value
        _ = encoder.container(keyedBy: JSONPath.Component.self)
        try [JSONValue.null].encode(to: encoder)
      },
      { encoder in  // a container of a value that is complete
        let box = Box()
        var list = encoder.unkeyedContainer()
        try list.encode(Model { box.keyed = $0.container(keyedBy: JSONPath.Component.self) })
        try box.keyed?.encode(1, forKey: "late")
      },
      { encoder in  // a container around the value that is being written
        let box = Box()
        var list = encoder.unkeyedContainer()
        box.list = list
        try list.encode(Model { _ in try box.list?.encode(1) })
      },
      { encoder in  // a nested container of a value that is complete
        let box = Box()
        var list = encoder.unkeyedContainer()
        try list.encode(Model { box.keyed = $0.container(keyedBy: JSONPath.Component.self) })
        var late = box.keyed?.nestedUnkeyedContainer(forKey: "late")
        try late?.encode(1)
      },
    ]
    for use in uses {
      #expect(throws: EncodingError.self) { try JSONCoder().encode(Model(use: use)) }
      #expect(throws: EncodingError.self) { try JSONCoder().encode(["k": [Model(use: use)]]) }
    }
  }

  /// A container that outlives the call writes nowhere.
  @Test func aContainerMayEscape() throws {
    final class Escape: Encodable, @unchecked Sendable {
      var containers: [KeyedEncodingContainer<JSONPath.Component>] = []
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.Component.self)
        try container.encode(1, forKey: "a")
        let nested = container.nestedContainer(keyedBy: JSONPath.Component.self, forKey: "b")
        containers += [container, nested]
      }
    }
    let model = Escape()
    let data = try JSONCoder().encode(model)
    for var container in model.containers { try? container.encode("late", forKey: "c") }
    #expect(data == Data(#"{"a":1,"b":{}}"#.utf8))
  }

  // MARK: - Models of both kinds

  private struct Written: JSONEncodable {
    var inner: [Coded] = [Coded()]
    func write(to json: inout JSONWriter) throws {
      try json.write("w", forKey: "some_name")
      try json.write(inner, forKey: "inner")
    }
  }

  private struct Coded: Encodable {
    var someName = "c"
    var isLeaf = true
  }

  @Test func modelsOfBothKindsContainEachOther() throws {
    struct Model: Encodable {
      var first = Written()
      var list = [Written()]
      var other: Written?
    }
    let written = #"{"some_name":"w","inner":[{"someName":"c","isLeaf":true}]}"#
    #expect(try text(Model()) == #"{"first":\#(written),"list":[\#(written)]}"#)
    try expectSame(Model())
    struct Wrong: Encodable { var wrong = Misplaced() }
    struct Misplaced: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        try json.write(1)
        try json.write(2)
      }
    }
    #expect(throws: EncodingError.self) { try JSONCoder().encode(Wrong()) }
    struct Caught: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try? list.encode(Throwing())
        try list.encode(Written(inner: []))
      }
    }
    struct Throwing: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        try json.write(1, forKey: "a")
        try json.write(Misplaced(), forKey: "b")
        throw CancellationError()
      }
    }
    #expect(try text(Caught()) == #"[{"some_name":"w","inner":[]}]"#)
  }

  @Test func aModelMayEncodeAnother() throws {
    struct Nested: Encodable {
      var depth: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(depth)
        if depth > 0 {
          let inner = try JSONCoder().encode(Nested(depth: depth - 1))
          try container.encode(JSONCoder().decode(JSONValue.self, from: inner))
          try container.encode(String(decoding: JSONEncoder().encode(Nested(depth: 0)), as: UTF8.self))
        }
      }
    }
    #expect(try text(Nested(depth: 2)) == #"[2,[1,[0],"[0]"],"[0]"]"#)
  }

  @Test func manyThreadsEncodeAtOnce() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          (try? JSONCoder(keys: .snakeCase).encode(["a": Everything(), "b": Everything()]).count) ?? 0
            > number
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
