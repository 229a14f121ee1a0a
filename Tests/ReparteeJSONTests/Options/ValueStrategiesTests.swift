import Foundation
import ReparteeJSON
import Testing

struct ValueStrategiesTests {
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

  @Test func anInvalidDateIsRefusedByBoth() throws {
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
}
