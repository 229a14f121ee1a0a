/// Whether sending the same request again can help. There will be no fifth case.
public enum Retryability: Sendable, Hashable {
  /// The same request may succeed a little later.
  case transient
  /// The server wants fewer requests: the same request may succeed after a longer pause. A request that is declared
  /// ``Request/Idempotency/whenThrottled`` is sent again whatever its method.
  case throttled
  /// The server has certainly not acted on the request, which can be sent again whatever its method.
  case neverSent
  /// The same request fails again, whatever its status code.
  case permanent
}

extension Retryability {
  /// Creates the retryability of a status code; nil if the status code alone does not decide it.
  ///
  /// - 421 (RFC 9110, section 15.5.20): the server is not responsible for this host and has not acted on the request,
  ///   which may be sent again over another connection, whatever its method. The transport chooses the connection.
  /// - 425 (RFC 8470, section 5.2): the server was not willing to risk processing a request that may be a replay.
  /// - 429 (RFC 6585, section 4): the user has sent too many requests.
  /// - 520 to 524 (Cloudflare, "5xx errors"): the proxy has no valid response of the server behind it: it responded
  ///   with something else (520), refused the connection (521), could not be connected to or did not acknowledge the
  ///   request (522), could not be reached (523), or did not respond in time (524). Like 502 and 504, they do not tell
  ///   whether that server has acted on the request.
  /// - 529 (for example Anthropic, "Errors"): the server is overloaded by the requests of all its users.
  ///
  /// 525 and 526 are not here: the certificate of the server behind the proxy does not become valid in a moment.
  ///
  /// - Parameters:
  ///   - isThrottling: Whether a 503 means that there are too many requests: it has a Retry-After, or the request is
  ///     declared ``Request/Idempotency/whenThrottled``.
  ///   - isKeyed: Whether the request has an idempotency key. A 409 then means that the first request is still in
  ///     progress, and a 422 that the key was used for another request.
  init?(status code: Int, isThrottling: Bool = false, isKeyed: Bool = false) {
    switch code {
    case 408, 500, 502, 504, 520, 521, 522, 523, 524: self = .transient
    case 503: self = isThrottling ? .throttled : .transient
    case 429, 529: self = .throttled
    case 421, 425: self = .neverSent
    case 409 where isKeyed: self = .transient
    case 422 where isKeyed: self = .permanent
    default: return nil
    }
  }
}

extension TransportError {
  /// Whether sending the request again can help.
  var retryability: Retryability {
    kind.isTransient ? mayHaveBeenProcessed ? .transient : .neverSent : .permanent
  }
}
