import ReparteeBase

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Lets one read at a time begin, on any thread.
package struct ReadLock: ~Copyable, Sendable {
  private let isReading = Mutex(false)

  package init() {}

  package func begin() throws(TransportError) {
    try isReading.withLock { isReading throws(TransportError) in
      if isReading { throw TransportError(.bodyConsumed) }
      isReading = true
    }
  }

  package func end() { isReading.withLock { $0 = false } }
}

/// Reads a stream in any isolation; a second read meanwhile throws.
package final class OneReader: @unchecked Sendable {  // `lock` is the lock
  private var chunks: ByteStream.AsyncIterator
  private let lock = ReadLock()

  package init(_ chunks: ByteStream.AsyncIterator) {
    self.chunks = chunks
  }

  package func next() async throws(TransportError) -> Data? {
    try lock.begin()
    defer { lock.end() }
    return try await chunks.next(isolation: nil)
  }
}
