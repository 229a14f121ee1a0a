import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An attempt in progress: what is sent, within which limits, and how the call goes on. It is a class so that suspended
/// functions hold one reference instead of copies.
final class OngoingAttempt {
  /// How a call goes on after an attempt.
  // Indirect, so that a suspended call keeps little memory.
  indirect enum Next {
    case nothing
    case redirect(OutgoingRequest, Redirect)
    case retry(Duration, from: Duration)
    case renewal(AuthenticatedSession, HTTPResponse)
  }

  let request: AttemptRequest
  let exchange: Exchange
  let limits: ExchangeLimits
  /// The cache and the middleware around the transport; nil without any.
  let wire: Wire?
  /// The session whose credential the attempt has.
  let session: AuthenticatedSession?

  var next = Next.nothing
  /// The beginning of the body, if the session's rule for refusals needs it.
  var beginning: Data?
  /// The error that the response fails the call with, if any.
  var refusal: TransportError?
  /// The transience that the outcome declares.
  var transience: Transience?
  var isExpected: Bool?
  /// Whether the request is retried. It is reported after the end of the attempt.
  var decision: RetryDecision?

  init(
    _ request: AttemptRequest, _ exchange: Exchange, within limits: ExchangeLimits, through wire: Wire? = nil,
    of session: AuthenticatedSession? = nil
  ) {
    self.request = request
    self.exchange = exchange
    self.limits = limits
    self.wire = wire
    self.session = session
  }
}
