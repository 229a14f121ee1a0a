/// Whether sending the same request again can help. No cases will be added.
public enum Retryability: Sendable, Hashable {
  /// The same request may succeed a little later.
  case transient
  /// The server wants fewer requests; the same request may succeed after a longer pause.
  case throttled
  /// The server has not acted on the request, which can be sent again with any method.
  case neverSent
  /// The same request fails again, whatever its status code says.
  case permanent
}

extension Retryability {
  /// Nil if the status code alone does not decide.
  ///
  /// 421 (RFC 9110, section 15.5.20) and 425 (RFC 8470, section 5.2): not acted on. 429 (RFC 6585, section 4) and 529
  /// (Anthropic): too many requests. 520 to 524 (Cloudflare): the server may have acted.
  ///
  /// - Parameters:
  ///   - isThrottling: Whether a 503 has a Retry-After, or the request is ``Request/Idempotency/whenThrottled``.
  ///   - isKeyed: Whether the request has an idempotency key: a 409 then means that the first request with the key is
  ///     in progress, a 422 that the key was used for another request.
  init?(
    status code: Int, isThrottling: @autoclosure () -> Bool = false, isKeyed: @autoclosure () -> Bool = false
  ) {
    switch code {
    case 408, 500, 502, 504, 520, 521, 522, 523, 524: self = .transient
    case 503: self = isThrottling() ? .throttled : .transient
    case 429, 529: self = .throttled
    case 421, 425: self = .neverSent
    case 409 where isKeyed(): self = .transient
    case 422 where isKeyed(): self = .permanent
    default: return nil
    }
  }
}

extension TransportError {
  var retryability: Retryability {
    kind.isTransient ? mayHaveBeenProcessed ? .transient : .neverSent : .permanent
  }
}
