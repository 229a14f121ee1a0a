import ReparteeJSON

/// Why there is no usable response.
public struct TransportError: Error, CustomStringConvertible {
  /// What a program can tell apart. There may be new kinds in a minor version.
  public enum Kind: Sendable, Hashable {
    /// The task was cancelled.
    case cancelled
    /// It took too long.
    case timedOut(Timeout)
    /// There is no network.
    case offline
    /// The host has no address.
    case hostNotFound
    /// Nobody listens there, or it can't be reached.
    case cannotConnect
    /// The connection, or the request's stream of it (HTTP/2), ended before the response was complete.
    case connectionLost
    /// There is no secure connection: certificate, host name, handshake.
    case tls
    /// What came is not HTTP, or the server says that what it got is not (HTTP/2).
    case protocolViolation
    /// The body is in a content coding that the transport can't undo, and that the request did not ask for (RFC 9110,
    /// section 8.4). The head is there; reading the body throws.
    case unsupportedContentCoding
    /// The body has more bytes than the client's ``Client/maximumBodySize`` (or the given limit).
    case bodyTooLarge(limit: Int)
    /// A body that can be read once was to be read again.
    case bodyConsumed
    /// The request's body could not be read to its end.
    case requestBody
    /// Anything else; see ``TransportError/underlying``.
    case other
  }

  /// What took too long.
  public enum Timeout: String, Sendable, Hashable {
    /// Waiting for a free connection: as many as the transport opens to one host were in use. Nothing was sent.
    case connectionPool
    /// Opening the connection.
    case connect
    /// Waiting for the head of the response.
    case head
    /// Waiting for more of the body.
    case idle
    /// The whole call.
    case total
  }

  /// What happened.
  public let kind: Kind
  /// What happened, for people, in one line of at most 500 characters.
  public let message: String
  /// Whether the server may have acted on the request. False says that it has not, for certain, so that the request can be
  /// sent again even if its method is not idempotent (RFC 9110, section 9.2.2):
  /// - no connection was made, or none was free: the host was not found, did not listen, was not trusted;
  /// - the server says that it did not process the request: REFUSED_STREAM, or a GOAWAY that leaves the request's
  ///   stream out (RFC 9113, section 8.7).
  ///
  /// A body that can be read once may still have been consumed. True says nothing: the request may not have left this
  /// machine.
  public let mayHaveBeenProcessed: Bool
  /// The transport's own error.
  public let underlying: (any Error)?

  /// An error; without a message it gets that of its kind.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - message: What happened, for people; nil for the words of the kind.
  ///   - mayHaveBeenProcessed: nil for what the kind says. It is false for `hostNotFound`, `cannotConnect`, `offline`,
  ///     `tls`, `timedOut(.connect)` and `timedOut(.connectionPool)`, and true for all others. A transport that knows
  ///     better says so.
  ///   - underlying: The transport's own error.
  public init(
    _ kind: Kind, message: String? = nil, mayHaveBeenProcessed: Bool? = nil, underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = Shown.text(message ?? kind.message, limit: Shown.message)
    self.mayHaveBeenProcessed = mayHaveBeenProcessed ?? kind.mayHaveBeenProcessed
    self.underlying = underlying
  }

  public var description: String { message }

  /// Whether the task was cancelled.
  public var isCancellation: Bool { kind == .cancelled }

  /// Whether it took too long, whatever it was.
  public var isTimeout: Bool {
    if case .timedOut = kind { true } else { false }
  }

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

extension TransportError.Kind {
  fileprivate var mayHaveBeenProcessed: Bool {
    switch self {
    case .offline, .hostNotFound, .cannotConnect, .tls, .timedOut(.connect), .timedOut(.connectionPool): false
    default: true
    }
  }

  fileprivate var message: String {
    switch self {
    case .cancelled: "cancelled"
    case .timedOut(.connectionPool): "waiting for a free connection took too long"
    case .timedOut(.connect): "connecting took too long"
    case .timedOut(.head): "the head of the response took too long"
    case .timedOut(.idle): "the next part of the body took too long"
    case .timedOut(.total): "the call took too long"
    case .offline: "there is no network connection"
    case .hostNotFound: "the host was not found"
    case .cannotConnect: "could not connect"
    case .connectionLost: "the connection was lost"
    case .tls: "no secure connection could be made"
    case .protocolViolation: "the HTTP protocol was violated"
    case .unsupportedContentCoding: "the body has a content coding that the transport can't undo"
    case .bodyTooLarge(let limit): "the body is larger than the limit of \(byteCount(limit))"
    case .bodyConsumed: "the body can be read only once, and was read before"
    case .requestBody: "the body of the request could not be read to its end"
    case .other: "the transport failed"
    }
  }
}
