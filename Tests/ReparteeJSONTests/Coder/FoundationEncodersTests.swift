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

  @Test func aModelMayEncodeAnother() throws {
    var expected = "{\"depth\":0}"
    for depth in 0..<20 {
      let text = String(
        decoding: try JSONCoder().encode(Nested(depth: depth, coder: JSONCoder())), as: UTF8.self)
      expected = depth == 0 ? "[\(expected)]" : "[{\"depth\":\(depth)},\(expected)]"
      #expect(text == expected)
    }
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
