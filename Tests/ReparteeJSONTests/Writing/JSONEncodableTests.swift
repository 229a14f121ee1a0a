import Foundation
import ReparteeJSON
import Testing

/// A model, written by the compiler's code and by its own.
private enum Coded {
  struct Order: Encodable {
    var id: Int
    var firstName: String
    var note: String?
    var total: Double
    var ratio: Float
    var isPaid: Bool
    var placed: Date
    var page: URL
    var receipt: Data
    var price: Decimal
    var key: UUID
    var state: State
    var tags: [String]
    var gaps: [Int?]
    var counts: [String: Int]
    var rest: JSONValue
    var lines: [Line]
    var parent: Line?
  }
  enum State: String, Encodable { case open, closed }
  struct Line: Encodable {
    var itemName: String
    var amount: Int
  }
}

private enum Written {
  struct Order: JSONEncodable {
    var of: Coded.Order

    func write(to json: inout JSONWriter) throws {
      try json.write(of.id, forKey: "id")
      try json.write(of.firstName, forKey: "firstName")
      try json.write(of.note, forKey: "note")
      try json.write(of.total, forKey: "total")
      try json.write(of.ratio, forKey: "ratio")
      try json.write(of.isPaid, forKey: "isPaid")
      try json.write(of.placed, forKey: "placed")
      try json.write(of.page, forKey: "page")
      try json.write(of.receipt, forKey: "receipt")
      try json.write(of.price, forKey: "price")
      try json.write(of.key, forKey: "key")
      try json.write(State(rawValue: of.state.rawValue), forKey: "state")
      try json.write(of.tags, forKey: "tags")
      try json.write(of.gaps, forKey: "gaps")
      try json.write(of.counts, forKey: "counts")
      try json.write(of.rest, forKey: "rest")
      try json.write(of.lines.map(Line.init), forKey: "lines")
      try json.write(of.parent, forKey: "parent")
    }
  }
  enum State: String, JSONEncodable { case open, closed }
  struct Line: JSONEncodable {
    var of: Coded.Line

    func write(to json: inout JSONWriter) throws {
      try json.write(of.itemName, forKey: "itemName")
      try json.write(of.amount, forKey: "amount")
    }
  }
}

/// Encoded only by Foundation.
private struct Plain<E: Encodable>: Encodable {
  var numbers: [E]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for number in numbers { try container.encode(number) }
  }
}

private struct Member<Value: JSONEncodable>: JSONEncodable {
  var key: StaticString = "value"
  var value: Value

  func write(to json: inout JSONWriter) throws { try json.write(value, forKey: key) }
}

struct JSONEncodableTests {
  private func order() throws -> Coded.Order {
    Coded.Order(
      id: 7, firstName: "Ada \u{1F} \"q\" \\ é", note: nil, total: 12.5, ratio: 0.1, isPaid: true,
      placed: Date(timeIntervalSince1970: 1_700_000_000.25),
      page: try #require(URL(string: "https://example.com/a?b=c")), receipt: Data([1, 2, 255]),
      price: try #require(Decimal(string: "12.30")),
      key: try #require(UUID(uuidString: "8A2F4C7E-0000-4000-8000-00000000000A")), state: .closed,
      tags: ["a", ""], gaps: [1, nil, 3], counts: ["snakeCase": 1, "a": 2],
      rest: ["keptAsIs": 1.50, "list": [nil, true]], lines: [.init(itemName: "x", amount: 2)],
      parent: .init(itemName: "y", amount: -1))
  }

  private func value(_ text: Data) throws -> JSONValue { try JSONCoder().decode(JSONValue.self, from: text) }

  private func text(_ value: some Encodable, _ coder: JSONCoder = JSONCoder()) throws -> String {
    String(decoding: try coder.encode(value), as: UTF8.self)
  }

  private static let coders: [JSONCoder] = {
    var coders = [JSONCoder()]
    func add(_ change: (inout JSONCoder) -> Void) {
      var coder = JSONCoder()
      change(&coder)
      coders.append(coder)
    }
    add { $0.keys = .snakeCase }
    add { $0.keys = .custom(decode: { $0.lowercased() }, encode: { $0.uppercased() }) }
    add { $0.dates = .secondsSince1970 }
    add { $0.dates = .millisecondsSince1970 }
    add { $0.dates = .deferredToDate }
    add { $0.dates = .text(parse: { _ in .now }, format: { "\($0.timeIntervalSince1970)" }) }
    add {
      $0.dates = .custom(
        decode: { _ in .now },
        encode: { date, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(Int(date.timeIntervalSince1970))
        })
    }
    add { $0.data = .deferredToData }
    add {
      $0.data = .custom(
        decode: { _ in Data() },
        encode: { data, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(data.count)
        })
    }
    return coders
  }()

  @Test(arguments: coders.indices)
  func bothAreTheSame(_ index: Int) throws {
    let coder = Self.coders[index]
    let order = try order()
    let (one, other) = (try value(coder.encode(order)), try value(coder.encode(Written.Order(of: order))))
    #expect(one == other, "\(one) \(other)")
    let list = try value(coder.encode([Written.Order(of: order), Written.Order(of: order)]))
    #expect(list == [one, one])
  }

  @Test func keysAreInTheOrderInWhichTheyAreWritten() throws {
    #expect(
      try text(Written.Line(of: .init(itemName: "a", amount: 1))) == #"{"itemName":"a","amount":1}"#)
    #expect(try text(["b": 1, "a": 2, "": 3, "a\"\n": 4]) == #"{"":3,"a":2,"a\"\n":4,"b":1}"#)
  }

  @Test func stringsAreWrittenAsFoundationWritesThem() throws {
    var random = SeededGenerator.named("stringsAreWrittenAsFoundationWritesThem")
    let foundation = JSONEncoder()
    foundation.outputFormatting = .withoutEscapingSlashes
    let scalars =
      (0..<0x90).compactMap(Unicode.Scalar.init) + ["é", "\u{2028}", "😀", "\u{FFFD}", "\u{10FFFF}"]
    for round in 0..<500 {
      let length = round < 100 ? round % 20 : Int.random(in: 0...700, using: &random)
      let isPlain = Bool.random(using: &random)
      var string = ""
      for _ in 0..<length {
        string.unicodeScalars.append(isPlain ? "a" : scalars.randomElement(using: &random) ?? "a")
      }
      if let scalar = scalars.randomElement(using: &random) { string.unicodeScalars.append(scalar) }
      let written = try JSONCoder().encode([string])
      #expect(written == (try foundation.encode([string])))
      #expect(try JSONCoder().decode([String].self, from: written) == [string])
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func numbersAreWrittenAsFoundationWritesThem() throws {
    var random = SeededGenerator.named("numbersAreWrittenAsFoundationWritesThem")
    let foundation = JSONEncoder()
    func check<T: Encodable & JSONEncodable>(_ numbers: [T]) throws {
      let expected = String(decoding: try foundation.encode(Plain(numbers: numbers)), as: UTF8.self)
      #expect(try text(numbers) == expected)
    }
    try check([Int.min, .max, 0, -1, 10, 99, 100])
    try check([Int8.min, .max, 0])
    try check([Int16.min, .max])
    try check([Int32.min, .max])
    try check([Int64.min, .max])
    try check([UInt.min, .max])
    try check([UInt8.min, .max])
    try check([UInt16.max])
    try check([UInt32.max])
    try check([UInt64.max])
    try check([Int128.min, .max, 1 << 64])
    try check([UInt128.max])
    try check([
      0.0, -0.0, 1, -1, 1e15, 1e16, 999_999_999_999_999, 9_007_199_254_740_992, 0.1, 1e-7,
      .greatestFiniteMagnitude,
      -.leastNonzeroMagnitude,
    ])
    try check([Float(0.1), 1, 16_777_216, .greatestFiniteMagnitude, -0.0])
    var doubles: [Double] = []
    var floats: [Float] = []
    for _ in 0..<SeededGenerator.runs(2_000) {
      let double = Double(bitPattern: .random(in: .min ... .max, using: &random))
      if double.isFinite { doubles.append(double) }
      let float = Float(bitPattern: .random(in: .min ... .max, using: &random))
      if float.isFinite { floats.append(float) }
      doubles.append(Double(Int.random(in: -100_000...100_000, using: &random)) / 8)
    }
    try check(doubles)
    try check(floats)
    #expect(try JSONCoder().decode([Double].self, from: JSONCoder().encode(doubles)) == doubles)
  }

  @Test func whatJSONHasNoNumberForIsAnErrorThatSaysWhere() throws {
    struct Rows: JSONEncodable {
      var rows: [[Double]]

      func write(to json: inout JSONWriter) throws {
        try json.write("first", forKey: "name")
        try json.write(["cells": rows], forKey: "table")
      }
    }
    for value in [Double.nan, .infinity, -.infinity] {
      do {
        _ = try JSONCoder().encode([Rows(rows: [[1], [2, value]])])
        Issue.record("it was encoded")
      } catch let EncodingError.invalidValue(_, context) {
        #expect(
          context.codingPath as? [JSONPath.Component] == [
            .index(0), .key("table"), .key("cells"), .index(1), .index(1),
          ])
      }
    }
    var coder = JSONCoder()
    coder.floats = .strings(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(try text([Double.infinity, -.infinity, .nan], coder) == #"["inf","-inf","nan"]"#)
    #expect(try text([-Float.infinity], coder) == #"["-inf"]"#)
    #expect(throws: EncodingError.self) { try JSONCoder().encode(Date(timeIntervalSince1970: 1e12)) }
    #expect(throws: EncodingError.self) { try JSONCoder().encode([Decimal.nan]) }
  }

  @Test func keysAreInSnakeCaseAsFoundationMakesIt() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .convertToSnakeCase
    let names: [StaticString] = [
      "name", "firstName", "myURLPath", "URLPath", "x1Y", "_private", "trailing_", "ID", "aB", "", "éÉa",
      "a.b", "\"",
    ]
    for name in names {
      let expected = try value(foundation.encode(Encoded(key: "\(name)")))
      #expect(try value(coder.encode(Member(key: name, value: 1))) == expected)
    }
    struct Encoded: Encodable {
      var key: String
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONPath.Component.self)
        try container.encode(1, forKey: .key(key))
      }
    }
  }

  /// A model that Foundation encodes within one that writes itself, and the other way round.
  @Test func modelsOfBothKindsAreWithinEachOther() throws {
    struct Outer: Encodable {
      var firstLine: Written.Line
      var all: [Written.Line]
      var byName: [String: Written.Line]
    }
    let line = Written.Line(of: .init(itemName: "a/é\"", amount: 1))
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let inner: JSONValue = ["item_name": "a/é\"", "amount": 1]
    let outer = Outer(firstLine: line, all: [line, line], byName: ["keyAsItIs": line])
    let expected: JSONValue = ["first_line": inner, "all": [inner, inner], "by_name": ["keyAsItIs": inner]]
    #expect(try value(coder.encode(outer)) == expected)
    #expect(try value(coder.encode(Mixed(outer: outer, none: nil))) == ["outer": expected])
    struct Mixed: JSONEncodable {
      var outer: Outer
      var none: Outer?

      func write(to json: inout JSONWriter) throws {
        try json.write(outer, forKey: "outer")
        try json.write(none, forKey: "none")
      }
    }
  }

  @Test func anotherEncoderEncodesIt() throws {
    let line = Written.Line(of: .init(itemName: "a", amount: 1))
    let encoder = JSONEncoder()
    #expect(try value(encoder.encode([line])) == [["itemName": "a", "amount": 1]])
    let list = try PropertyListEncoder().encode(["line": line])
    #expect(
      try PropertyListDecoder().decode([String: [String: JSONValue]].self, from: list)["line"]?["amount"] == 1
    )
  }

  @Test func whatIsWrittenMayBeOneValueOrNothing() throws {
    struct Nothing: JSONEncodable { func write(to json: inout JSONWriter) {} }
    struct Wrapper<Value: JSONEncodable>: JSONEncodable {
      var value: Value
      func write(to json: inout JSONWriter) throws { try json.write(value) }
    }
    /// The members of both.
    struct Both: JSONEncodable {
      var first: Written.Line
      var second: Member<Int>
      func write(to json: inout JSONWriter) throws {
        try first.write(to: &json)
        try second.write(to: &json)
      }
    }
    struct Nulls: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        json.writeNull(forKey: "a")
        try json.write(Int?.none, forKey: "b")
        try json.write([Int?.none], forKey: "c")
      }
    }
    struct Null: JSONEncodable { func write(to json: inout JSONWriter) { json.writeNull() } }
    #expect(try text([Nothing(), Nothing()]) == "[{},{}]")
    #expect(try text(Wrapper(value: 3)) == "3")
    #expect(try text(Wrapper(value: [Wrapper(value: "a")])) == #"["a"]"#)
    #expect(try text([Wrapper(value: Nothing())]) == "[{}]")
    let both = Both(first: .init(of: .init(itemName: "a", amount: 1)), second: Member(value: 2))
    #expect(try text([both]) == #"[{"itemName":"a","amount":1,"value":2}]"#)
    #expect(try text(Nulls()) == #"{"a":null,"c":[null]}"#)
    #expect(try text([Null()]) == "[null]")
    #expect(try text(Written.State.open) == #""open""#)
    #expect(try text([Int?.some(1), nil]) == "[1,null]")
    #expect(try text(Int?.none) == "null")
    #expect(try text([[Int]]()) == "[]")
    #expect(try text([String: Int]()) == "{}")
    #expect(try text([[], [1]]) == "[[],[1]]")
    #expect(try text(["["]) == #"["["]"#)
    #expect(try text(["{": "{"]) == #"{"{":"{"}"#)
  }

  private struct Either: JSONEncodable, ExpressibleByArrayLiteral {
    var values: [any JSONEncodable]
    init(arrayLiteral elements: any JSONEncodable...) { values = elements }

    func write(to json: inout JSONWriter) throws {
      for (key, value) in zip(["first", "second"] as [StaticString], values) {
        try json.write(value, forKey: key)
      }
    }
  }

  @Test func twoValuesInThePlaceOfOneAreAnError() throws {
    struct Twice: JSONEncodable {
      var order: [Int]
      func write(to json: inout JSONWriter) throws {
        for step in order {
          if step == 0 {
            try json.write(1)
          } else if step == 1 {
            try json.write(2, forKey: "a")
          } else {
            json.writeNull()
          }
        }
      }
    }
    for order in [[0, 0], [0, 1], [1, 0], [1, 2], [2, 1], [2, 2]] {
      do {
        _ = try JSONCoder().encode(["password": ["hunter2"], "z": [Twice(order: order)]] as [String: Either])
        Issue.record("it was encoded")
      } catch {
        guard case EncodingError.invalidValue(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue).first == "z")
        #expect(!"\(error)".contains("hunter2"), "the error shows what else was written")
      }
    }
    for order in [[0], [1], [1, 1], [2], []] {
      #expect(throws: Never.self) { try JSONCoder().encode([Twice(order: order)]) }
    }
  }

  /// A model may call `write(to:)` of any type: the standard ones notice a second value, too.
  @Test func aStandardTypeInThePlaceOfAnotherValueIsAnError() throws {
    struct Then: JSONEncodable {
      var value: any JSONEncodable
      func write(to json: inout JSONWriter) throws {
        try json.write(1, forKey: "a")
        try value.write(to: &json)
      }
    }
    let values: [any JSONEncodable] = [
      2, UInt8(2), 2.5, Float(2), true, "b", Decimal(2), Date(timeIntervalSince1970: 0), Data([1]),
      UUID(), URL(fileURLWithPath: "/"), [2], ["b": 2], JSONValue.null, JSONNumber(2), Int?.some(2),
      Written.State.open,
    ]
    for value in values {
      #expect(throws: EncodingError.self, "\(type(of: value))") { try JSONCoder().encode(Then(value: value)) }
    }
  }

  /// A model may do without a member that can't be encoded: nothing of it stays.
  @Test func aMemberThatThrowsLeavesNothing() throws {
    struct Failing: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        try json.write("half", forKey: "half")
        throw CancellationError()
      }
    }
    struct Lenient: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        try? json.write(Failing(), forKey: "first")
        try json.write(1, forKey: "id")
        try? json.write([1, .nan], forKey: "ratios")
        try? json.write(["a": Double.infinity], forKey: "limits")
        try? json.write([Failing()], forKey: "rest")
        try json.write(2, forKey: "last")
      }
    }
    struct Misplacing: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        try json.write(1, forKey: "a")
        try Double.nan.write(to: &json)
      }
    }
    struct Careful: JSONEncodable {
      func write(to json: inout JSONWriter) throws {
        try? json.write(Misplacing(), forKey: "first")
        try json.write(1, forKey: "id")
      }
    }
    #expect(try text(Careful()) == #"{"id":1}"#)
    #expect(try text(Lenient()) == #"{"id":1,"last":2}"#)
    #expect(try text([Lenient()]) == #"[{"id":1,"last":2}]"#)
    struct Only: JSONEncodable {
      func write(to json: inout JSONWriter) throws { try? json.write(Failing()) }
    }
    #expect(try text([Only()]) == "[{}]")
  }

  @Test func valuesOfJSONKeepTheirTextAndOrder() throws {
    let value = try JSONCoder().decode(
      JSONValue.self, from: Data(#"{"b":1.50,"a":[1e400,"\u0001é/"],"c":{"z":null,"y":{}}}"#.utf8))
    #expect(try text(value) == value.description)
    #expect(try text(Member(value: value)) == #"{"value":\#(value)}"#)
  }
}
