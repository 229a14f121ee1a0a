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
  public var cause: Cause { origin.cause }
  /// The redirect that led to this attempt, if any.
  public var redirect: Redirect? { origin.redirect }
  /// The request as sent; nil only in tests.
  public let request: SentRequest?
  /// The status of the response, without a reason phrase; or why there was no usable one.
  public private(set) var result: Result<HTTPResponse.Status, TransportError>
  /// The time from the start of the call to this attempt.
  public var start: Duration { origin.start }
  /// The pause before a retry; otherwise zero.
  public var pause: Duration { origin.pause }
  /// The time from sending the request to the end of the body; to the head for a stream, a followed redirect, and a
  /// response whose request was retried.
  public let duration: Duration
  private let origin: Origin

  /// Creates an attempt, for your tests.
  public init(
    cause: Cause = .first, redirect: Redirect? = nil, request: SentRequest? = nil,
    result: Result<HTTPResponse.Status, TransportError>, start: Duration = .zero, pause: Duration = .zero,
    duration: Duration
  ) {
    self.init(
      Origin(cause: cause, redirect: redirect, start: start, pause: pause), request: request, result: result,
      duration: duration)
  }

  init(
    _ origin: Origin, request: SentRequest?, result: Result<HTTPResponse.Status, TransportError>,
    duration: Duration
  ) {
    self.origin = origin
    self.request = request
    self.result = result
    self.duration = duration
  }

  /// What led to the attempt, known before it is made.
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
    var copy = self
    copy.result = .failure(error)
    return copy
  }
}

extension [Attempt] {
  var mayHaveBeenProcessed: Bool { contains(where: \.mayHaveBeenProcessed) }

  package var redirects: [Redirect] {
    compactMap { $0.cause == .redirect ? $0.redirect : nil }
  }
}
