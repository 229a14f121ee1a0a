public import HTTPTypes

/// One request on the wire. A call makes one, and one more for each redirect that it follows and each
/// retry.
public struct Attempt: Sendable {
  /// Why a request was sent. There may be others in a minor version.
  public struct Cause: Sendable, Hashable, CustomStringConvertible {
    /// The cause's name, as it is written in Swift.
    public let description: String

    /// It is the call's first request.
    public static let first = Cause(description: "first")
    /// The attempt before it failed, see ``RetryPolicy``.
    public static let retry = Cause(description: "retry")
    /// The response before it was a redirect; see ``Attempt/redirect``.
    public static let redirect = Cause(description: "redirect")
    /// The credential of the attempt before it was refused, and is another one now; see ``Session``.
    public static let refresh = Cause(description: "refresh")
  }

  /// What came of it: a status, or why there is none.
  public enum Result: Sendable, CustomStringConvertible {
    /// A response with this status came. It has no reason phrase.
    case status(HTTPResponse.Status)
    /// No usable response came.
    case failed(TransportError)

    /// `503 Service Unavailable`, or the error in one line.
    public var description: String {
      switch self {
      case .status(let status): status.name
      case .failed(let error): error.description
      }
    }
  }

  /// Why it was sent.
  public let cause: Cause
  /// The redirect that led to it; nil if none did.
  public let redirect: Redirect?
  /// The request as it was sent; nil of an attempt that was made for a test without one.
  public let request: SentRequest?
  /// What came of it.
  public let result: Result
  /// When it was sent, from the beginning of the call.
  public let start: Duration
  /// How long the call waited before it.
  public let pause: Duration
  /// How long it took, from sending to the end of the body; for a redirect that was followed, to its head.
  public let duration: Duration

  /// An attempt, for tests of your own code.
  public init(
    cause: Cause = .first, redirect: Redirect? = nil, request: SentRequest? = nil, result: Result,
    start: Duration = .zero, pause: Duration = .zero, duration: Duration
  ) {
    self.cause = cause
    self.redirect = redirect
    self.request = request
    self.result = result
    self.start = start
    self.pause = pause
    self.duration = duration
  }

  init(_ origin: Origin, request: SentRequest, result: Result, duration: Duration) {
    self.init(
      cause: origin.cause, redirect: origin.redirect, request: request, result: result, start: origin.start,
      pause: origin.pause, duration: duration)
  }

  /// What is known of an attempt when it begins.
  struct Origin: Sendable {
    var cause: Cause = .first
    var redirect: Redirect?
    var start: Duration = .zero
    var pause: Duration = .zero
  }

  /// Whether the server may have acted on it.
  var mayHaveBeenProcessed: Bool {
    switch result {
    case .status: true
    case .failed(let error): error.mayHaveBeenProcessed
    }
  }

  /// The same attempt, of which this came.
  func failed(with error: TransportError) -> Attempt {
    Attempt(
      cause: cause, redirect: redirect, request: request, result: .failed(error), start: start, pause: pause,
      duration: duration)
  }
}

extension [Attempt] {
  /// The redirects that were followed, in their order.
  var redirects: [Redirect] {
    compactMap { $0.cause == .redirect ? $0.redirect : nil }
  }
}
