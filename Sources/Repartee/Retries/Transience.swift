/// Whether sending the same request again can help. There will be no fifth case.
public enum Transience: Sendable, Hashable {
  /// The same request may succeed a little later.
  case transient
  /// The server wants fewer requests: the same request may succeed after a longer pause.
  case throttled
  /// The server has certainly not acted on the request, which can be sent again whatever its method.
  case neverSent
  /// The same request fails again, whatever its status code.
  case permanent
}

extension Transience {
  /// Creates the transience of a status code; nil if the status code alone does not decide it.
  ///
  /// - Parameters:
  ///   - hasDelay: Whether there is a Retry-After.
  ///   - isKeyed: Whether the request has an idempotency key. A 409 then means that the first request is still in
  ///     progress, and a 422 that the key was used for another request.
  init?(status code: Int, hasDelay: Bool = false, isKeyed: Bool = false) {
    switch code {
    case 408, 500, 502, 504: self = .transient
    case 503: self = hasDelay ? .throttled : .transient
    case 429: self = .throttled
    // The server was not willing to risk processing it (RFC 8470, section 5.2).
    case 425: self = .neverSent
    case 409 where isKeyed: self = .transient
    case 422 where isKeyed: self = .permanent
    default: return nil
    }
  }
}

extension TransportError {
  /// Whether sending the request again can help.
  var transience: Transience {
    kind.isTransient ? mayHaveBeenProcessed ? .transient : .neverSent : .permanent
  }
}
