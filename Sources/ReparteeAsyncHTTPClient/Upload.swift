#if AsyncHTTPClient
import NIOCore
import Repartee
import ReparteeBase

/// A request body that can be cancelled: AsyncHTTPClient never cancels the task that reads it.
///
/// A cancelled upload fails, so that the server does not take it for complete. The source is released at its end,
/// failure or cancellation.
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

  // AsyncHTTPClient asks for one chunk at a time.
  private final class Source: @unchecked Sendable {  // `lock` is the lock
    private var chunks: ByteStream.AsyncIterator?
    private var pace = Pace()
    private let body: ByteStream
    private let lock = ReadLock()

    init(_ body: ByteStream) {
      self.body = body
    }

    func next() async throws -> ByteBuffer? {
      try lock.begin()
      defer { lock.end() }
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

  /// AsyncHTTPClient asks for chunks without waiting for its event loop. At most about twice `window` bytes are
  /// buffered.
  private struct Pace {
    private static let window = 1 << 20
    private static let windowOfChunks = 256

    private var bytes = 0
    private var count = 0
    /// Released when the chunk that began the window is written.
    private weak var mark: AnyObject?

    mutating func wait(before chunk: ByteBuffer) async throws {
      bytes += chunk.readableBytes
      count += 1
      guard bytes > Self.window || count > Self.windowOfChunks else { return }
      while mark != nil { try await Task.sleep(for: .milliseconds(1)) }
      // The chunk keeps its storage during the call, and `mark` is a counted reference.
      mark = unsafe chunk.withUnsafeReadableBytesWithStorageManagement { unsafe $1.takeUnretainedValue() }
      (bytes, count) = (0, 0)
    }
  }
}
#endif
