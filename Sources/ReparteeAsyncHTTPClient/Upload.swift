#if AsyncHTTPClient
import NIOCore
import Repartee
import Synchronization

/// The body of a request while it is sent. AsyncHTTPClient reads a body in a task that it never cancels. An upload can
/// be cancelled, so that a source that waits for its next chunk does not outlive the request.
///
/// A cancelled upload fails, whatever its source returns then: a source that ends because its task was cancelled must
/// not look complete to the server. The source is released when it ends, when it fails, and when the upload is
/// cancelled.
final class Upload: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private enum State {
    case waiting(Source)
    case reading(Task<ByteBuffer?, any Error>)
    case over
  }

  private let state: Mutex<State>

  init(_ body: ByteStream) {
    state = Mutex(.waiting(Source(body)))
  }

  func cancel() {
    let state = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .reading(let task) = state { task.cancel() }
  }

  private func next() async throws -> ByteBuffer? {
    let (source, task) = try state.withLock { state in
      guard case .waiting(let source) = state else { throw CancellationError() }
      let task = Task { try await source.next() }
      state = .reading(task)
      return (source, task)
    }
    let result = await task.result
    try state.withLock { state in
      if case .over = state { throw CancellationError() }
      if case .success(_?) = result { state = .waiting(source) } else { state = .over }
    }
    return try result.get()
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(upload: self)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let upload: Upload

    mutating func next() async throws -> ByteBuffer? {
      try await upload.next()
    }
  }

  private final class Source: Sendable {
    // AsyncHTTPClient asks for a chunk only after it has received the one before.
    nonisolated(unsafe) private var chunks: ByteStream.AsyncIterator?  // no lock: it has one reader
    nonisolated(unsafe) private var pace = Pace()  // no lock: it has one reader
    private let body: ByteStream

    init(_ body: ByteStream) {
      self.body = body
    }

    func next() async throws -> ByteBuffer? {
      var chunks = chunks ?? body.makeAsyncIterator()
      defer { self.chunks = chunks }
      while let chunk = try await chunks.next(isolation: nil) {
        // An empty chunk would end a chunked body (RFC 9112, section 7.1).
        if chunk.isEmpty { continue }
        let buffer = ByteBuffer(bytes: chunk)
        try await pace.wait(before: buffer)
        return buffer
      }
      return nil
    }
  }

  /// Keeps a source from being faster than the connection. AsyncHTTPClient asks for chunks without waiting until its
  /// event loop has taken the earlier ones. A source that has all its bytes at hand, such as a file, would then fill
  /// the memory and keep the loop from reading the response. At most about twice `window` bytes are buffered here.
  private struct Pace {
    private static let window = 1 << 20
    private static let windowOfChunks = 256

    private var bytes = 0
    private var count = 0
    /// The memory of the chunk that began the window. It is released when the chunk is written.
    private weak var mark: AnyObject?

    mutating func wait(before chunk: ByteBuffer) async throws {
      bytes += chunk.readableBytes
      count += 1
      guard bytes > Self.window || count > Self.windowOfChunks else { return }
      while mark != nil { try await Task.sleep(for: .milliseconds(1)) }
      mark = chunk.withUnsafeReadableBytesWithStorageManagement { $1.takeUnretainedValue() }
      (bytes, count) = (0, 0)
    }
  }
}
#endif
