extension Request {
  /// Whether a request may be sent twice without harm (RFC 9110, section 9.2.2).
  public struct Idempotency: Sendable, Hashable {
    enum Rule: Hashable {
      case byMethod, always, never, whenThrottled
      case key(String?)
    }

    let rule: Rule
    let field: String

    /// The default: GET, HEAD, QUERY, OPTIONS, TRACE, PUT, DELETE, and any request with an Idempotency-Key field.
    public static let byMethod = Idempotency(rule: .byMethod)
    /// Always idempotent, such as a search by POST.
    public static let always = Idempotency(rule: .always)
    /// Never idempotent.
    public static let never = Idempotency(rule: .never)
    /// As ``byMethod``, but any method is retried after a 429, 503 or 529, or an outcome that is ``Outcome/throttled``.
    /// For APIs that do not act on requests that they throttle.
    ///
    /// ```swift
    /// .post("/messages", body: .json(message))
    ///   .idempotent(.whenThrottled)
    /// ```
    public static let whenThrottled = Idempotency(rule: .whenThrottled)

    /// Idempotent by a key, which tells the server that two requests are the same
    /// (draft-ietf-httpapi-idempotency-key-header). A 409 (the first is in progress) is retried after a pause; a 422
    /// (the key was used for another request) is not.
    ///
    /// - Parameters:
    ///   - key: Sent as a quoted string; nil generates a random UUID for all attempts of a call. A key that is empty or
    ///     not printable ASCII fails the call.
    ///   - field: The name of the field.
    public static func key(_ key: String? = nil, field: String = "Idempotency-Key") -> Idempotency {
      Idempotency(rule: .key(key), field: field)
    }

    private init(rule: Rule, field: String = "Idempotency-Key") {
      self.rule = rule
      self.field = field
    }
  }

  /// Returns the same request with another idempotency.
  ///
  /// ```swift
  /// var request: Request {
  ///   .post("/payments", body: .json(payment)).idempotent(.key())
  /// }
  /// ```
  public func idempotent(_ idempotency: Idempotency = .always) -> Request {
    var copy = self
    copy.idempotency = idempotency
    return copy
  }
}

extension Request.Idempotency {
  /// RFC 9651, section 3.3.3; nil without a key.
  func fieldValue(_ random: () -> UInt64) throws(RequestError) -> String? {
    guard case .key(let given) = rule else { return nil }
    let key = given ?? uuid(random(), random())
    guard key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !key.isEmpty else {
      throw RequestError(
        .header, "an idempotency key is made of printable characters of ASCII, and is not empty")
    }
    let escaped = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

/// RFC 9562, section 5.4.
private func uuid(_ high: UInt64, _ low: UInt64) -> String {
  func hex(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
  let version = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
  let variant = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  return [
    hex(version >> 32, 8), hex(version >> 16 & 0xFFFF, 4), hex(version & 0xFFFF, 4), hex(variant >> 48, 4),
    hex(variant & 0xFFFF_FFFF_FFFF, 12),
  ].joined(separator: "-")
}
