public import HTTPTypes

/// One request on the wire. A call makes one attempt, and one more for each redirect that it follows, each retry and
/// each refreshed credential.
public struct Attempt: Sendable {
  /// The reason why a request was sent. A minor version may add others.
  public struct Cause: Sendable, Hashable, CustomStringConvertible {
    /// The name of the cause, as it is written in Swift.
    public let description: String

    /// The first request of the call.
    public static let first = Cause(description: "first")
    /// The previous attempt failed; see ``RetryPolicy``.
    public static let retry = Cause(description: "retry")
    /// The previous response was a redirect; see ``Attempt/redirect``.
    public static let redirect = Cause(description: "redirect")
    /// The credential of the previous attempt was refused, and has been replaced; see ``Session``.
    public static let refresh = Cause(description: "refresh")
  }

  /// How an attempt ended: with a status code, or an error.
  public enum Ending: Sendable, CustomStringConvertible {
    /// A response with this status code was received. The value has no reason phrase.
    case status(HTTPResponse.Status)
    /// No usable response was received.
    case failed(TransportError)

    /// `503 Service Unavailable`, or the error in one line.
    public var description: String {
      switch self {
      case .status(let status): status.name
      case .failed(let error): error.description
      }
    }
  }

  /// The reason why the request was sent.
  public let cause: Cause
  /// The redirect that led to this attempt; nil if none did.
  public let redirect: Redirect?
  /// The request as it was sent; nil for an attempt that a test made without one.
  public let request: SentRequest?
  /// The status code of the response, or the error.
  public let result: Ending
  /// The time from the start of the call to the start of this attempt.
  public let start: Duration
  /// The pause before a retry; zero for any other attempt.
  public let pause: Duration
  /// The duration, from sending the request to the end of the body. For a stream, a redirect that was followed and a
  /// response whose request was retried, it ends at the response head.
  public let duration: Duration

  /// Creates an attempt, for tests of your own code.
  public init(
    cause: Cause = .first, redirect: Redirect? = nil, request: SentRequest? = nil, result: Ending,
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

  init(_ origin: Origin, request: SentRequest, result: Ending, duration: Duration) {
    self.init(
      cause: origin.cause, redirect: origin.redirect, request: request, result: result, start: origin.start,
      pause: origin.pause, duration: duration)
  }

  /// The properties of an attempt that are known when it starts.
  package struct Origin: Sendable {
    package var cause: Cause = .first
    var redirect: Redirect?
    var start: Duration = .zero
    var pause: Duration = .zero
  }

  /// Whether the server may have acted on the request.
  var mayHaveBeenProcessed: Bool {
    switch result {
    case .status: true
    case .failed(let error): error.mayHaveBeenProcessed
    }
  }

  /// Returns this attempt with `error` as its result.
  func failed(with error: TransportError) -> Attempt {
    Attempt(
      cause: cause, redirect: redirect, request: request, result: .failed(error), start: start, pause: pause,
      duration: duration)
  }
}

extension [Attempt] {
  /// The redirects that were followed, in order.
  package var redirects: [Redirect] {
    compactMap { $0.cause == .redirect ? $0.redirect : nil }
  }
}
