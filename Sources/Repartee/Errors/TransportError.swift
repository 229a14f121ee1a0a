import ReparteeJSON

/// Why there is no usable response.
public struct TransportError: Error, CustomStringConvertible {
  /// One word: each function that throws it has a place for it in its frame, and nearly none does.
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let message: String
    let mayHaveBeenProcessed: Bool
    let underlying: (any Error)?

    init(_ kind: Kind, _ message: String, _ mayHaveBeenProcessed: Bool, _ underlying: (any Error)?) {
      self.kind = kind
      self.message = message
      self.mayHaveBeenProcessed = mayHaveBeenProcessed
      self.underlying = underlying
    }
  }

  /// What happened.
  public var kind: Kind { storage.kind }
  /// What happened, for people, in one line of at most 500 characters.
  public var message: String { storage.message }
  /// Whether the server may have acted on the request. False says that it has not, for certain, so that the request can
  /// be sent again even if its method is not idempotent (RFC 9110, section 9.2.2):
  /// - no connection was made, or none was free: the host was not found, did not listen, was not trusted;
  /// - the server says that it did not process the request: REFUSED_STREAM, or a GOAWAY that leaves the request's
  ///   stream out (RFC 9113, section 8.7).
  ///
  /// A body that can be read once may still have been consumed. True says nothing: the request may not have left this
  /// machine.
  public var mayHaveBeenProcessed: Bool { storage.mayHaveBeenProcessed }
  /// The transport's own error.
  public var underlying: (any Error)? { storage.underlying }

  /// An error; without a message it gets that of its kind.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - message: What happened, for people, without secrets; nil for the words of the kind.
  ///   - mayHaveBeenProcessed: nil for what the kind says. It is false for `hostNotFound`, `cannotConnect`, `offline`,
  ///     `tls`, `notCached`, `timedOut(.connect)` and `timedOut(.connectionPool)`, and true for all others. A transport
  ///     that knows better says so.
  ///   - underlying: The transport's own error.
  public init(
    _ kind: Kind, message: String? = nil, mayHaveBeenProcessed: Bool? = nil, underlying: (any Error)? = nil
  ) {
    storage = Storage(
      kind, Shown.text(message ?? kind.message, limit: Shown.message),
      mayHaveBeenProcessed ?? kind.mayHaveBeenProcessed, underlying)
  }

  public var description: String { message }

  /// Whether the task was cancelled.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether it took too long, whatever it was.
  public var isTimeout: Bool { kind.timeout != nil }

  /// Whether the other side could not be reached at all.
  public var isOffline: Bool {
    switch kind {
    case .offline, .hostNotFound, .cannotConnect, .timedOut(.connect): true
    default: false
    }
  }
}

extension TransportError: CustomReflectable {
  /// The message only: the underlying error may hold a URL.
  public var customMirror: Mirror { Mirror(self, children: ["error": message]) }
}
