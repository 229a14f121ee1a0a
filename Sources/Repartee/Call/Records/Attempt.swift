public import HTTPTypes

/// One request on the wire.
public struct Attempt: Sendable {
  /// Why a request was sent. Minor versions may add reasons.
  public struct Cause: Sendable, Hashable, CustomStringConvertible {
    /// The name, as in Swift.
    public let description: String

    /// The first request of the call.
    public static let first = Cause(description: "first")
    /// The previous attempt failed; see ``RetryPolicy``.
    public static let retry = Cause(description: "retry")
    /// The previous response was a redirect; see ``Attempt/redirect``.
    public static let redirect = Cause(description: "redirect")
    /// The previous attempt's credential was refused and replaced; see ``Session``.
    public static let refresh = Cause(description: "refresh")
    /// A stream of the call broke, and is opened again; see ``StreamReconnection``.
    public static let reopening = Cause(description: "reopening")
  }

  /// Why the request was sent.
  public let cause: Cause
  /// The redirect that led to this attempt, if any.
  public let redirect: Redirect?
  /// The request as sent; nil only in tests.
  public let request: SentRequest?
  /// The status of the response, without a reason phrase; or why there was no usable one.
  public let result: Result<HTTPResponse.Status, TransportError>
  /// The time from the start of the call to this attempt.
  public let start: Duration
  /// The pause before a retry; otherwise zero.
  public let pause: Duration
  /// The time from sending the request to the end of the body; to the head for a stream, a followed redirect, and a
  /// response whose request was retried.
  public let duration: Duration

  /// Creates an attempt, for your tests.
  public init(
    cause: Cause = .first, redirect: Redirect? = nil, request: SentRequest? = nil,
    result: Result<HTTPResponse.Status, TransportError>, start: Duration = .zero, pause: Duration = .zero,
    duration: Duration
  ) {
    self.cause = cause
    self.redirect = redirect
    self.request = request
    self.result = result
    self.start = start
    self.pause = pause
    self.duration = duration
  }

  init(
    _ origin: Origin, request: SentRequest, result: Result<HTTPResponse.Status, TransportError>,
    duration: Duration
  ) {
    self.init(
      cause: origin.cause, redirect: origin.redirect, request: request, result: result, start: origin.start,
      pause: origin.pause, duration: duration)
  }

  package struct Origin: Sendable {
    package var cause: Cause = .first
    var redirect: Redirect?
    var start: Duration = .zero
    var pause: Duration = .zero
  }

  var mayHaveBeenProcessed: Bool {
    switch result {
    case .success: true
    case .failure(let error): error.mayHaveBeenProcessed
    }
  }

  var ending: String {
    switch result {
    case .success(let status): status.name
    case .failure(let error): error.description
    }
  }

  func failed(with error: TransportError) -> Attempt {
    Attempt(
      cause: cause, redirect: redirect, request: request, result: .failure(error), start: start, pause: pause,
      duration: duration)
  }
}

extension [Attempt] {
  package var redirects: [Redirect] {
    compactMap { $0.cause == .redirect ? $0.redirect : nil }
  }
}
