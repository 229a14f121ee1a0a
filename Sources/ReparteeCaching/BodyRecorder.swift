import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Passes the chunks of a body on, and keeps them.
struct BodyRecorder {
  private var chunks: ByteStream.AsyncIterator
  private var bytes: Data? = Data()
  private let limit: Int
  private let length: Int64?
  private var complete: (@Sendable (Data?) async -> Void)?

  /// `complete` gets the whole body, or nil if it is larger than the limit.
  init(_ body: ByteStream, upTo limit: Int, complete: @escaping @Sendable (Data?) async -> Void) {
    chunks = body.makeAsyncIterator()
    length = body.length
    self.limit = limit
    self.complete = complete
  }

  nonisolated(nonsending) mutating func next() async throws(TransportError) -> Data? {
    guard let chunk = try await chunks.next(isolation: #isolation) else {
      if let bytes, length.map({ $0 == Int64(bytes.count) }) ?? true { await complete?(bytes) }
      bytes = nil
      complete = nil
      return nil
    }
    if let count = bytes?.count {
      if count + chunk.count > limit {
        bytes = nil
        await complete?(nil)
        complete = nil
      } else if count == 0 {
        bytes = chunk
      } else {
        bytes?.append(chunk)
      }
    }
    return chunk
  }
}
