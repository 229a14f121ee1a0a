#if AsyncHTTPClient
import Foundation
import NIOCore
@testable import ReparteeAsyncHTTPClient
import Testing

struct ByteStreamHTTPClientResponseTests {
  @Test func changingAChunkLeavesItsNeighboursAlone() {
    var buffer = ByteBuffer(repeating: 7, count: 32 << 10)
    var first = Data(buffer.readSlice(length: 16 << 10) ?? ByteBuffer())
    let second = Data(buffer)
    first[0] = 1
    first.append(2)
    #expect(first[0] == 1 && first.count == (16 << 10) + 1)
    #expect(second == Data(repeating: 7, count: 16 << 10))
  }

  @Test func aChunkKeepsItsBytesWhenItsBufferIsGone() {
    var chunks: [Data] = []
    for value in UInt8(0)..<32 {
      chunks.append(Data(ByteBuffer(repeating: value, count: 8 << 10)))
    }
    for (value, chunk) in chunks.enumerated() {
      #expect(chunk == Data(repeating: UInt8(value), count: 8 << 10))
    }
  }
}
#endif
