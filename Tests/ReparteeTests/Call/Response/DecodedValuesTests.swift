import Foundation
import ReparteeBase
import ReparteeJSON
import Testing

@testable import Repartee
@testable import ReparteeCaching

@Suite struct DecodedValuesTests {
  private let body = DecodedValues()
  private let decoders = Decoders([], json: JSONCoder(), redaction: Redaction())

  @Test func theLastFourValuesAreKept() {
    body.keep(1 as Int8, decoders)
    body.keep(2 as Int16, decoders)
    body.keep(3 as Int32, decoders)
    body.keep(4 as Int64, decoders)
    body.keep(5 as UInt8, decoders)
    #expect(body.value(Int8.self, decoders) == nil)
    #expect(body.value(Int16.self, decoders) == 2)
    #expect(body.value(UInt8.self, decoders) == 5)
    // A value of the same type takes the place of the one before it.
    body.keep(6 as Int32, decoders)
    #expect(body.value(Int32.self, decoders) == 6)
    #expect(body.value(Int16.self, decoders) == 2)
    body.keep(7 as UInt16, decoders)
    #expect(body.value(Int16.self, decoders) == nil)
    #expect(body.value(Int32.self, decoders) == 6)
    #expect(body.value(Int64.self, decoders) == 4)
  }

  @Test func theMemoryOfATransportIsNotKept() {
    let releases = Counter()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 5_000, alignment: 1)
    buffer.initializeMemory(as: UInt8.self, repeating: 7)
    let stored = buffer.baseAddress.map { start in
      let received = Data(
        bytesNoCopy: start, count: buffer.count,
        deallocator: .custom { memory, _ in
          memory.deallocate()
          releases.next()
        })
      return StoredBody(received.prefix(4_999))
    }
    let count = releases.value
    #expect(count == 1)
    #expect(stored?.bytes == Data(repeating: 7, count: 4_999))
    #expect(stored?.bytes.startIndex == 0)
  }

  @Test func aValueIsOnlyForTheDecodersThatDecodedIt() {
    let others = Decoders([], json: JSONCoder(), redaction: Redaction())
    body.keep(1, decoders)
    #expect(body.value(Int.self, others) == nil)
    body.keep(2, others)
    #expect(body.value(Int.self, decoders) == 1)
    #expect(body.value(Int.self, others) == 2)
  }
}
