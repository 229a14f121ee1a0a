import ReparteeJSON

extension TransportError {
  /// The kind of a transport error. Minor versions may add kinds.
  ///
  /// A ``Stage`` or a ``Transport`` can have kinds of its own:
  ///
  /// ```swift
  /// extension TransportError.Kind {
  ///   static let breakerOpen = Self(
  ///     "breakerOpen", message: "the breaker is open",
  ///     mayHaveBeenProcessed: false)
  /// }
  /// ```
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind in Swift: `timedOut`.
    public let name: String
    /// The timeout of ``timedOut(_:)``; nil for any other kind.
    public let timeout: Timeout?
    /// The limit of ``bodyTooLarge(limit:)`` in bytes, or of ``tooManyRedirects(limit:)``; nil for any other kind.
    public let limit: Int?

    let message: String
    let isTransient: Bool
    let mayHaveBeenProcessed: Bool

    fileprivate init(
      _ name: String, _ message: String, timeout: Timeout? = nil, limit: Int? = nil,
      isTransient: Bool = false,
      mayHaveBeenProcessed: Bool = true
    ) {
      self.name = name
      self.timeout = timeout
      self.limit = limit
      self.message = message
      self.isTransient = isTransient
      self.mayHaveBeenProcessed = mayHaveBeenProcessed
    }

    /// Creates a kind of your own. Two are equal if all their values are.
    ///
    /// - Parameters:
    ///   - name: The name in Swift, a constant, since it labels metrics: ASCII letters and digits; others are left out,
    ///     as is all after the 60th.
    ///   - message: The message of errors that have none of their own.
    ///   - isTransient: Whether a later attempt may succeed: the error is then retried, of a request that is not
    ///     idempotent only if it was not processed. By default false.
    ///   - mayHaveBeenProcessed: Whether the server may have acted on a request that fails with this kind; by default
    ///     true. False for a stage that throws before it calls `next`: what was sent within it counts anyway.
    public init(
      _ name: StaticString, message: StaticString, isTransient: Bool = false,
      mayHaveBeenProcessed: Bool = true
    ) {
      self.init(
        constantName(name), "\(message)", isTransient: isTransient, mayHaveBeenProcessed: mayHaveBeenProcessed
      )
    }

    var isOfRedirect: Bool { self == .redirectRefused || name == "tooManyRedirects" }

    /// The name, with the timeout: `timedOut.head`.
    public var description: String { timeout.map { "\(name).\($0)" } ?? name }
  }

  /// A part of a call that can time out. Minor versions may add others.
  public struct Timeout: Sendable, Hashable, CustomStringConvertible {
    /// The name in Swift.
    public let description: String

    fileprivate let message: String
    fileprivate let mayHaveBeenProcessed: Bool

    private init(_ name: String, _ message: String, mayHaveBeenProcessed: Bool = true) {
      description = name
      self.message = message
      self.mayHaveBeenProcessed = mayHaveBeenProcessed
    }

    /// Waiting for a free connection to the host. Nothing was sent.
    public static let connectionPool = Timeout(
      "connectionPool", "waiting for a free connection took too long", mayHaveBeenProcessed: false)
    /// Opening the connection.
    public static let connect = Timeout("connect", "connecting took too long", mayHaveBeenProcessed: false)
    /// Waiting for the head of the response.
    public static let head = Timeout("head", "the head of the response took too long")
    /// Waiting for more of the body.
    public static let idle = Timeout("idle", "the next part of the body took too long")
    /// One attempt of a call; see ``RetryPolicy/attemptTimeout``.
    public static let attempt = Timeout("attempt", "the attempt took too long")
    /// The whole call.
    public static let total = Timeout("total", "the call took too long")
  }
}

extension TransportError.Kind {
  /// The task was cancelled.
  public static let cancelled = Self("cancelled", "cancelled")
  /// The call, or a part of it, took too long.
  public static func timedOut(_ timeout: TransportError.Timeout) -> Self {
    Self(
      "timedOut", timeout.message, timeout: timeout, isTransient: true,
      mayHaveBeenProcessed: timeout.mayHaveBeenProcessed)
  }
  /// There is no network.
  public static let offline = Self(
    "offline", "there is no network connection", isTransient: true, mayHaveBeenProcessed: false)
  /// The host has no address.
  public static let hostNotFound = Self(
    "hostNotFound", "the host was not found", isTransient: true, mayHaveBeenProcessed: false)
  /// The host does not accept connections, or can't be reached.
  public static let cannotConnect = Self(
    "cannotConnect", "could not connect", isTransient: true, mayHaveBeenProcessed: false)
  /// The connection or the HTTP/2 stream ended before the response was complete.
  public static let connectionLost = Self("connectionLost", "the connection was lost", isTransient: true)
  /// No secure connection could be made: certificate, host name, handshake.
  public static let tls = Self("tls", "no secure connection could be made", mayHaveBeenProcessed: false)
  /// The response is not HTTP, or the server reports that the request is not (HTTP/2).
  public static let protocolViolation = Self(
    "protocolViolation", "the HTTP protocol was violated", isTransient: true)
  /// The transport can't decode the body's content coding, for which the request did not ask (RFC 9110, section 8.4).
  public static let unsupportedContentCoding = Self(
    "unsupportedContentCoding", "the body has a content coding that the transport can't undo")
  /// The body is larger than ``Client/maximumBodySize`` or the given limit.
  public static func bodyTooLarge(limit: Int) -> Self {
    Self("bodyTooLarge", "the body is larger than the limit of \(byteCount(limit))", limit: limit)
  }
  /// A body that can be read only once was to be read again.
  public static let bodyConsumed = Self("bodyConsumed", "the body can be read only once, and was read before")
  /// The request body could not be read to its end.
  public static let requestBody = Self("requestBody", "the body of the request could not be read to its end")
  /// A redirect that must not be followed, or that ``Client/redirects`` refuses. The redirect is the
  /// response of the error.
  public static let redirectRefused = Self("redirectRefused", "the redirect is refused")
  /// More redirects than the limit. The last redirect is the response of the error.
  public static func tooManyRedirects(limit: Int) -> Self {
    Self("tooManyRedirects", "the server redirects more than \(limit) times", limit: limit)
  }
  /// A ``Stage`` failed for its own reason.
  public static let middleware = Self("middleware", "a middleware failed")
  /// Anything else; see ``TransportError/underlying``.
  public static let other = Self("other", "the transport failed")
}

/// A name that may label a metric: a constant of at most 60 ASCII letters and digits.
func constantName(_ name: StaticString) -> String {
  let bytes = "\(name)".utf8.filter { $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 }
  return String(decoding: bytes.prefix(60), as: UTF8.self)
}
