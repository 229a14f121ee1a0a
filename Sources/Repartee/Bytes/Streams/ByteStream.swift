import ReparteeBase

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A stream of bytes: the body of a request or a response.
///
/// The source is asked for a chunk when the reader asks. A second reading throws ``TransportError/Kind/bodyConsumed``,
/// unless the stream ``isReplayable``. Releasing the iterator of a response's body, or cancelling the reading task,
/// closes the connection; a cancelled reader throws ``TransportError/Kind/cancelled``, even if the source ends without
/// an error.
public struct ByteStream: AsyncSequence, Sendable {
  /// Returns the next chunk, or nil at the end.
  public typealias Next = nonisolated(nonsending) () async throws(TransportError) -> Data?

  /// The number of bytes, if known.
  public let length: Int64?

  /// Whether the stream can be read more than once.
  public var isReplayable: Bool {
    switch source {
    case .bytes, .replayable: true
    case .once: false
    }
  }

  /// All bytes, if they are in memory.
  public var bytes: Data? {
    if case .bytes(let bytes) = source { bytes } else { nil }
  }

  private let source: Source

  private enum Source: Sendable {
    case bytes(Data)
    case replayable(@Sendable () -> Next)
    case once(Once)
  }

  /// Creates a replayable stream of these bytes, in one chunk.
  public init(_ bytes: Data) {
    length = Int64(bytes.count)
    source = .bytes(bytes)
  }

  /// Creates a stream that can be read once; reading calls `start`.
  public init(length: Int64?, once start: @escaping @Sendable () -> Next) {
    self.length = length
    source = .once(Once(start))
  }

  package init(
    length: Int64?, cancellation: (any Cancellable)?, once start: @escaping @Sendable () -> Next
  ) {
    self.length = length
    source = .once(Once(start, cancellation: cancellation))
  }

  /// Creates a stream of what is read from another: it can be read once, not after the other, and is cancelled with it.
  public init(length: Int64?, over stream: ByteStream, once start: @escaping @Sendable () -> Next) {
    self.init(length: length, overAll: [stream], once: start)
  }

  init(length: Int64?, overAll streams: [ByteStream], once start: @escaping @Sendable () -> Next) {
    self.length = length
    source = .once(Once(start, over: streams))
  }

  /// Cancels a read from outside; nil once reading has begun.
  package var cancellation: (any Cancellable)? {
    if case .once(let once) = source { once.cancellation } else { nil }
  }

  var isConsumed: Bool {
    if case .once(let once) = source { once.isTaken } else { false }
  }

  /// Creates a replayable stream; each reading calls `start`.
  public init(length: Int64?, replayable start: @escaping @Sendable () -> Next) {
    self.length = length
    source = .replayable(start)
  }

  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .bytes(let bytes): AsyncIterator(state: .bytes(bytes))
    case .replayable(let start): AsyncIterator(state: .source(start()))
    case .once(let once):
      if let source = once.take() {
        AsyncIterator(state: .source(source.start()))
      } else {
        AsyncIterator(state: .consumed)
      }
    }
  }

  /// Returns all bytes.
  /// - Throws: Kind ``TransportError/Kind/bodyTooLarge(limit:)`` if there are more than `limit`.
  public func collect(upTo limit: Int) async throws(TransportError) -> Data {
    if case .bytes(let bytes) = source {
      if bytes.count > limit { throw TransportError(.bodyTooLarge(limit: limit)) }
      return bytes
    }
    var collected = Data()
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next(isolation: nil) {
      if collected.count + chunk.count > limit { throw TransportError(.bodyTooLarge(limit: limit)) }
      if collected.isEmpty { collected = chunk } else { collected.append(chunk) }
    }
    return collected
  }

  /// An iterator over a ``ByteStream``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    enum State {
      case bytes(Data)
      case source(Next)
      case consumed
      case end
    }

    var state: State

    public mutating func next() async throws(TransportError) -> Data? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(TransportError) -> Data? {
      switch state {
      case .bytes(let bytes):
        state = .end
        return bytes.isEmpty ? nil : bytes
      case .source(let next):
        if let chunk = try await next() { return chunk }
        state = .end
        // A cancelled source may end as if complete (`AsyncStream` does).
        if Task.isCancelled { throw TransportError(.cancelled) }
        return nil
      case .consumed:
        throw TransportError(.bodyConsumed)
      case .end:
        return nil
      }
    }
  }

  private final class Once: Sendable {
    struct Source {
      let start: @Sendable () -> Next
      let cancellation: (any Cancellable)?
    }

    private let source: Mutex<Source?>
    private let parts: [ByteStream]

    init(
      _ start: @escaping @Sendable () -> Next, over parts: [ByteStream] = [],
      cancellation: (any Cancellable)? = nil
    ) {
      source = Mutex(
        Source(start: start, cancellation: parts.count == 1 ? parts[0].cancellation : cancellation))
      self.parts = parts
    }

    var isTaken: Bool {
      source.withLock { $0 == nil } || parts.contains(where: \.isConsumed)
    }

    var cancellation: (any Cancellable)? { source.withLock { $0?.cancellation } }

    // Not an optional closure: it, and each `Next` that it makes, would be called through thunks.
    func take() -> Source? {
      source.withLock { source in
        defer { source = nil }
        return source
      }
    }
  }
}
