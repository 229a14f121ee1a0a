import Foundation
@testable import ReparteeJSON
import Testing

struct FoundationEncodersTests {
  /// A model that encodes another one while it is encoded.
  private struct Nested: Encodable {
    var depth: Int
    let coder: JSONCoder

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(JSONValue.object(["depth": .init(depth)]))
      if depth > 0 {
        let inner = try coder.encode(Nested(depth: depth - 1, coder: coder))
        try container.encode(try coder.decode(JSONValue.self, from: inner))
      }
    }
  }

  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(JSONValue.bool(true))
      throw CancellationError()
    }
  }

  private struct Everything: Codable, Equatable {
    var date = Date(timeIntervalSinceReferenceDate: 86_400)
    var data = Data([1, 2, 0xFF])
    var ratio = Double.infinity
    var someKey = 1
  }

  private static func coder(_ change: (inout JSONCoder) -> Void) -> JSONCoder {
    var coder = JSONCoder()
    coder.floats = .strings(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    change(&coder)
    return coder
  }

  static let coders: [JSONCoder] = [
    coder { _ in },
    coder { $0.dates = .secondsSince1970 },
    coder { $0.dates = .millisecondsSince1970 },
    coder { $0.dates = .deferredToDate },
    coder {
      $0.dates = .text(
        parse: { text in Date(timeIntervalSinceReferenceDate: Double(text.dropFirst()) ?? 0) },
        format: { date in "@\(date.timeIntervalSinceReferenceDate)" })
    },
    coder {
      $0.dates = .custom(
        decode: { Date(timeIntervalSinceReferenceDate: try Double(from: $0) * 60) },
        encode: { try ($0.timeIntervalSinceReferenceDate / 60).encode(to: $1) })
    },
    coder { $0.data = .deferredToData },
    coder {
      $0.data = .custom(
        decode: { Data(try String(from: $0).utf16.map { UInt8($0) }) },
        encode: { try String($0.map { Character(Unicode.Scalar($0)) }).encode(to: $1) })
    },
    coder { $0.keys = .snakeCase },
    coder {
      $0.keys = .custom(
        decode: { $0.lowercased() == "somekey" ? "someKey" : $0.lowercased() }, encode: { $0.uppercased() })
    },
  ]

  @Test(arguments: coders.indices)
  func foundationsCodersReadAndWriteTheSameWithEachOption(at index: Int) throws {
    let coder = Self.coders[index]
    let model = Everything()
    for data in [try coder.encode(model), try coder.makeFoundationEncoder().encode(model)] {
      #expect(try coder.decode(Everything.self, from: data) == model)
      #expect(try coder.makeFoundationDecoder().decode(Everything.self, from: data) == model)
    }
  }

  @Test func withoutAnOptionForThemInfinitiesAreRefusedByBoth() throws {
    let coder = JSONCoder()
    #expect(throws: EncodingError.self) { try coder.encode(Everything()) }
    #expect(throws: EncodingError.self) { try coder.makeFoundationEncoder().encode(Everything()) }
  }

  @Test func aDateThatIsNoneIsRefusedByBoth() throws {
    let coder = JSONCoder()
    let distant = ["date": Date(timeIntervalSinceReferenceDate: 1e12)]
    #expect(throws: EncodingError.self) { try coder.encode(distant) }
    #expect(throws: EncodingError.self) { try coder.makeFoundationEncoder().encode(distant) }
    let data = Data(#"{"date": "tomorrow"}"#.utf8)
    #expect(throws: JSONError.self) { try coder.decode([String: Date].self, from: data) }
    #expect(throws: DecodingError.self) {
      try coder.makeFoundationDecoder().decode([String: Date].self, from: data)
    }
  }

  @Test func aModelMayEncodeAnother() throws {
    var expected = "{\"depth\":0}"
    for depth in 0..<20 {
      let text = String(
        decoding: try JSONCoder().encode(Nested(depth: depth, coder: JSONCoder())), as: UTF8.self)
      expected = depth == 0 ? "[\(expected)]" : "[{\"depth\":\(depth)},\(expected)]"
      #expect(text == expected)
    }
  }

  /// JSON in a string, made with the `userInfo` of the encoder around it, would have a placeholder in it.
  @Test func whatIsInAStringIsWholeOrAnError() throws {
    struct Inner: Encodable { var value: JSONValue = ["b": 1, "a": 1.50] }
    struct Outer: Encodable {
      var takesInfo: Bool
      enum Key: CodingKey { case text }
      func encode(to encoder: any Encoder) throws {
        let own = JSONEncoder()
        // Sendable has no witness: only the type is another one.
        if takesInfo {
          own.userInfo = unsafeBitCast(encoder.userInfo, to: [CodingUserInfoKey: any Sendable].self)
        }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(String(decoding: own.encode(Inner()), as: UTF8.self), forKey: .text)
      }
    }
    let text = String(decoding: try JSONCoder().encode(Outer(takesInfo: false)), as: UTF8.self)
    let read = try JSONCoder().decode([String: String].self, from: Data(text.utf8))
    #expect(
      try JSONCoder().decode(JSONValue.self, from: Data((read["text"] ?? "").utf8)) == [
        "value": ["b": 1, "a": 1.5]
      ])
    #expect(throws: EncodingError.self) { try JSONCoder().encode(Outer(takesInfo: true)) }
    // And nothing of it is in the next.
    #expect(try JSONCoder().encode([Inner()]) == Data(#"[{"value":{"b":1,"a":1.5}}]"#.utf8))
  }

  @Test func nothingOfAFailedEncodingIsInTheNext() throws {
    let coder = JSONCoder()
    for _ in 0..<3 {
      #expect(throws: CancellationError.self) { try coder.encode(Failing()) }
      #expect(
        try coder.encode(["a": [JSONValue.null]].mapValues(Wrapped.init)) == Data(#"{"a":[null]}"#.utf8))
    }
  }

  /// Only an `Encodable`.
  private struct Wrapped: Encodable {
    var values: [JSONValue]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    }
  }

  @Test func manyThreadsEncodeAtOnce() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let value = Wrapped(values: [.init(number), .string("\(number)")])
          return (try? JSONCoder().encode(value)) == Data("[\(number),\"\(number)\"]".utf8)
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  /// A coder's encoders go with it.
  @Test func optionsAreNotHeldByTheirEncoders() throws {
    weak var options: JSONOptions?
    do {
      var coder = JSONCoder()
      coder.keys = .snakeCase
      _ = try coder.encode(Wrapped(values: [1]))
      options = coder.options
      #expect(options != nil)
    }
    #expect(options == nil)
  }
}
