import ReparteeJSON

extension TransportError {
  /// What a program can tell apart. There may be new kinds in a minor version; a `switch` has a `default`:
  ///
  /// ```swift
  /// switch error.kind {
  /// case .timedOut(.connect), .cannotConnect: …
  /// case .cancelled: …
  /// default: …
  /// }
  /// ```
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name, as it is written in Swift: `cancelled`, `timedOut`.
    public let name: String
    /// What took too long; nil of any other kind than ``timedOut(_:)``.
    public let timeout: Timeout?
    /// What was exceeded, in bytes of ``bodyTooLarge(limit:)``, in redirects of ``tooManyRedirects(limit:)``; nil of
    /// any other kind.
    public let limit: Int?

    /// What happened, for people.
    let message: String
    /// Whether the same request may succeed a little later.
    let isTransient: Bool
    /// Whether the server may have acted on the request, as far as the kind says it.
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

    /// Whether the response is there, and is a redirect that is not followed.
    var isOfRedirect: Bool { self == .redirectRefused || name == "tooManyRedirects" }

    /// The name, and what took too long: `timedOut.head`.
    public var description: String { timeout.map { "\(name).\($0)" } ?? name }
  }

  /// What took too long. There may be others in a minor version.
  public struct Timeout: Sendable, Hashable, CustomStringConvertible {
    /// Its name, as it is written in Swift.
    public let description: String

    fileprivate let message: String
    fileprivate let mayHaveBeenProcessed: Bool

    private init(_ name: String, _ message: String, mayHaveBeenProcessed: Bool = true) {
      description = name
      self.message = message
      self.mayHaveBeenProcessed = mayHaveBeenProcessed
    }

    /// Waiting for a free connection: as many as the transport opens to one host were in use. Nothing was sent.
    public static let connectionPool = Timeout(
      "connectionPool", "waiting for a free connection took too long", mayHaveBeenProcessed: false)
    /// Opening the connection.
    public static let connect = Timeout("connect", "connecting took too long", mayHaveBeenProcessed: false)
    /// Waiting for the head of the response.
    public static let head = Timeout("head", "the head of the response took too long")
    /// Waiting for more of the body.
    public static let idle = Timeout("idle", "the next part of the body took too long")
    /// One attempt of a call, see ``RetryPolicy/attemptTimeout``.
    public static let attempt = Timeout("attempt", "the attempt took too long")
    /// The whole call.
    public static let total = Timeout("total", "the call took too long")
  }
}

extension TransportError.Kind {
  /// The task was cancelled.
  public static let cancelled = Self("cancelled", "cancelled")
  /// It took too long.
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
  /// Nobody listens there, or it can't be reached.
  public static let cannotConnect = Self(
    "cannotConnect", "could not connect", isTransient: true, mayHaveBeenProcessed: false)
  /// The connection, or the request's stream of it (HTTP/2), ended before the response was complete.
  public static let connectionLost = Self("connectionLost", "the connection was lost", isTransient: true)
  /// There is no secure connection: certificate, host name, handshake.
  public static let tls = Self("tls", "no secure connection could be made", mayHaveBeenProcessed: false)
  /// What came is not HTTP, or the server says that what it got is not (HTTP/2).
  public static let protocolViolation = Self(
    "protocolViolation", "the HTTP protocol was violated", isTransient: true)
  /// The body is in a content coding that the transport can't undo, and that the request did not ask for (RFC 9110,
  /// section 8.4). The head is there; reading the body throws.
  public static let unsupportedContentCoding = Self(
    "unsupportedContentCoding", "the body has a content coding that the transport can't undo")
  /// The body has more bytes than the client's ``Client/maximumBodySize`` (or the given limit).
  public static func bodyTooLarge(limit: Int) -> Self {
    Self("bodyTooLarge", "the body is larger than the limit of \(byteCount(limit))", limit: limit)
  }
  /// A body that can be read once was to be read again.
  public static let bodyConsumed = Self("bodyConsumed", "the body can be read only once, and was read before")
  /// The request's body could not be read to its end.
  public static let requestBody = Self("requestBody", "the body of the request could not be read to its end")
  /// The response is a redirect to where a client must not be led: from `https` to `http`, to another scheme, to a URL
  /// with user info, or to what ``Client/redirects`` refuses. The redirect is the error's response.
  public static let redirectRefused = Self("redirectRefused", "the redirect is refused")
  /// The server redirects on and on, in a loop for example. The last redirect is the error's response.
  public static func tooManyRedirects(limit: Int) -> Self {
    Self("tooManyRedirects", "the server redirects more than \(limit) times", limit: limit)
  }
  /// Nothing is stored that may be used, and the call's policy is ``CachePolicy/onlyIfCached``, or its request says
  /// `only-if-cached`. Nothing was sent.
  public static let notCached = Self(
    "notCached", "nothing that may be used is in the cache", mayHaveBeenProcessed: false)
  /// An ``AttemptMiddleware`` has failed, for a reason of its own.
  public static let middleware = Self("middleware", "a middleware failed")
  /// Anything else; see ``TransportError/underlying``.
  public static let other = Self("other", "the transport failed")
}
