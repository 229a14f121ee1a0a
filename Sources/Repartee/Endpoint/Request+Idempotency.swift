extension Request {
  /// Whether a request may be sent twice without harm (RFC 9110, section 9.2.2), which decides whether it is sent again
  /// after it failed; see ``RetryPolicy``.
  public struct Idempotency: Sendable, Hashable {
    enum Rule: Hashable {
      case byMethod, always, never
      case key(String?)
    }

    let rule: Rule
    let field: String

    /// As its method says: GET, HEAD, OPTIONS, TRACE, PUT and DELETE may; the default.
    public static let byMethod = Idempotency(rule: .byMethod)
    /// It may, whatever its method: a search by POST, say.
    public static let always = Idempotency(rule: .always)
    /// It may not, whatever its method.
    public static let never = Idempotency(rule: .never)

    /// It may, because it has a key that tells the server that two requests are one
    /// (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// A 409 to such a request says that the first one is still being worked on, and is sent again after a pause; a
    /// 422, that the key was used for another request, is not.
    ///
    /// - Parameters:
    ///   - key: The key; nil makes a random one (a UUID), once for all attempts of a call. It is sent as a quoted
    ///     string.
    ///   - field: The name of the field; some APIs have one of their own.
    public static func key(_ key: String? = nil, field: String = "Idempotency-Key") -> Idempotency {
      Idempotency(rule: .key(key), field: field)
    }

    private init(rule: Rule, field: String = "Idempotency-Key") {
      self.rule = rule
      self.field = field
    }
  }

  /// The same request, which may be sent twice.
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
  /// The value of the field: a string of RFC 9651, section 3.3.3. Nil where there is no key.
  /// - Throws: A ``RequestError`` if the key can't stand in such a string.
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

/// A random UUID in its text form (RFC 9562, section 5.4).
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
