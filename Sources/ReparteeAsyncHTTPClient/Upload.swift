#if AsyncHTTPClient
import NIOCore
import Repartee
import Synchronization

/// The reading of a request's body. AsyncHTTPClient reads it in a task that it never cancels; this can be
/// cancelled, so that a source that waits for its next chunk does not outlive the request.
final class Upload: Sendable {
  private enum State {
    case open
    case reading(Task<ByteBuffer?, any Error>)
    case cancelled
  }

  private let state = Mutex(State.open)

  func cancel() {
    let task = state.withLock { state -> Task<ByteBuffer?, any Error>? in
      defer { state = .cancelled }
      if case .reading(let task) = state { return task }
      return nil
    }
    task?.cancel()
  }

  private func read(
    _ next: @escaping @Sendable () async throws -> ByteBuffer?
  ) async throws -> ByteBuffer? {
    let task = Task { try await next() }
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .reading(task)
      return false
    }
    if isCancelled { task.cancel() }
    return try await task.value
  }

  /// The chunks of a body as NIO's buffers.
  struct Chunks: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let stream: ByteStream
    let upload: Upload

    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(source: Source(stream.makeAsyncIterator()), upload: upload)
    }
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let source: Source
    fileprivate let upload: Upload

    mutating func next() async throws -> ByteBuffer? {
      try await upload.read { [source] in try await source.next() }
    }
  }

  fileprivate final class Source: Sendable {
    // AsyncHTTPClient asks for a chunk when it has sent the one before.
    nonisolated(unsafe) private var chunks: ByteStream.AsyncIterator  // no lock: it has one reader

    init(_ chunks: ByteStream.AsyncIterator) {
      self.chunks = chunks
    }

    func next() async throws -> ByteBuffer? {
      while let chunk = try await chunks.next(isolation: nil) {
        // An empty chunk would end a chunked body (RFC 9112, section 7.1).
        if !chunk.isEmpty { return ByteBuffer(bytes: chunk) }
      }
      return nil
    }
  }
}
#endif
