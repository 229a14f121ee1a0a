/// One request on the wire. A call makes one, and one more for each redirect that it follows.
public struct Attempt: Sendable {
  /// Why a request was sent. There may be others in a minor version.
  public struct Cause: Sendable, Hashable, CustomStringConvertible {
    /// The cause's name, as it is written in Swift.
    public let description: String

    /// It is the call's first request.
    public static let first = Cause(description: "first")
    /// The response before it was a redirect; see ``Attempt/redirect``.
    public static let redirect = Cause(description: "redirect")
  }

  /// What came of it: a status, or why there is none.
  public enum Result: Sendable {
    case status(Int)
    case failed(TransportError)
  }

  /// Why it was sent.
  public let cause: Cause
  /// The redirect that led to it; nil if none did.
  public let redirect: Redirect?
  /// The request as it was sent; nil of an attempt that was made for a test without one.
  public let request: SentRequest?
  /// What came of it.
  public let result: Result
  /// How long it took, from sending to the end of the body; for a redirect that was followed, to its head.
  public let duration: Duration

  /// An attempt, for tests of your own code.
  public init(
    cause: Cause = .first, redirect: Redirect? = nil, request: SentRequest? = nil, result: Result,
    duration: Duration
  ) {
    self.cause = cause
    self.redirect = redirect
    self.request = request
    self.result = result
    self.duration = duration
  }

  /// The same attempt, of which this came.
  func failed(with error: TransportError) -> Attempt {
    Attempt(cause: cause, redirect: redirect, request: request, result: .failed(error), duration: duration)
  }
}

extension [Attempt] {
  /// The redirects that led to the last attempt, in the order in which they were followed.
  var redirects: [Redirect] {
    var hops: [Redirect] = []
    for attempt in reversed() {
      guard let redirect = attempt.redirect else { break }
      hops.append(redirect)
    }
    return hops.reversed()
  }
}
