import ReparteeRedaction

/// The reason why a call has no usable response.
public struct TransportError: Error, CustomStringConvertible {
  /// A single reference: each function that throws the error reserves space for it in its frame, although errors are
  /// rare.
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

  /// The kind of the error.
  public var kind: Kind { storage.kind }
  /// A message for people, in one line of at most 500 characters.
  public var message: String { storage.message }
  /// Whether the server may have acted on the request. False means that it certainly has not, so that the request can
  /// be sent again even if its method is not idempotent (RFC 9110, section 9.2.2):
  /// - no connection was made or free: the host was not found, did not accept connections or was not trusted;
  /// - the server reports that it did not process the request: REFUSED_STREAM, or a GOAWAY that excludes the request's
  ///   stream (RFC 9113, section 8.7).
  ///
  /// A body that can be read only once may still have been consumed. True is not certain: the request may not have left
  /// this machine.
  public var mayHaveBeenProcessed: Bool { storage.mayHaveBeenProcessed }
  /// The transport's own error.
  public var underlying: (any Error)? { storage.underlying }

  /// Creates an error. Without a message it has that of its kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of the error.
  ///   - message: A message for people, without secrets; nil for that of the kind.
  ///   - mayHaveBeenProcessed: Nil for the default of the kind: false for `hostNotFound`, `cannotConnect`, `offline`,
  ///     `tls`, `notCached`, `timedOut(.connect)` and `timedOut(.connectionPool)`, true for all others. A transport
  ///     that knows better passes a value.
  ///   - underlying: The transport's own error.
  public init(
    _ kind: Kind, message: String? = nil, mayHaveBeenProcessed: Bool? = nil, underlying: (any Error)? = nil
  ) {
    storage = Storage(
      kind, Shown.text(message ?? kind.message, limit: Shown.message),
      mayHaveBeenProcessed ?? kind.mayHaveBeenProcessed, underlying)
  }

  public var description: String { message }

  /// Returns this error with the host that was not found or could not be connected to, unless it has a message of the
  /// transport's own. A URL of a request has no user info.
  func naming(_ request: SentRequest) -> TransportError {
    guard kind == .hostNotFound || kind == .cannotConnect, message == kind.message,
      let url = request.absolute
    else { return self }
    let message =
      kind == .hostNotFound
      ? "the host \(url.origin.host) was not found" : "could not connect to \(url.authority)"
    return TransportError(
      kind, message: message, mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }

  /// Returns the same error without the values of a credential in its message.
  func masked(by redaction: () -> Redaction) -> TransportError {
    if message == kind.message { return self }
    let masked = redaction().maskedValues(in: message)
    return masked == message
      ? self
      : TransportError(
        kind, message: masked, mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }

  /// Whether the task was cancelled.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether the error is a timeout of any kind.
  public var isTimeout: Bool { kind.timeout != nil }

  /// Whether the server could not be reached at all.
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
