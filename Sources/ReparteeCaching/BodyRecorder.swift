import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Passes on and records the chunks of a body, for one reader.
final class BodyRecorder: Sendable {
  nonisolated(unsafe) private var chunks: ByteStream.AsyncIterator  // no lock: one reader
  nonisolated(unsafe) private var bytes: Data? = Data()  // no lock: one reader
  private let limit: Int
  private let length: Int64?
  nonisolated(unsafe) private var complete: (@Sendable (Data?) async -> Void)?  // no lock: one reader

  init(_ body: ByteStream, upTo limit: Int, complete: @escaping @Sendable (Data?) async -> Void) {
    chunks = body.makeAsyncIterator()
    length = body.length
    self.limit = limit
    self.complete = complete
  }

  func next() async throws(TransportError) -> Data? {
    guard let chunk = try await chunks.next(isolation: nil) else {
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
