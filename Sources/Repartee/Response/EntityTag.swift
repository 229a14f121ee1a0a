/// The validator of a representation: `"abc"`, or `W/"abc"`, which is weak (RFC 9110, section 8.8.3).
///
/// ```swift
/// // or several, for If-None-Match: [tag, other]
/// headers[.ifMatch] = tag
/// ```
public struct EntityTag: Sendable, Hashable, LosslessStringConvertible {
  /// What stands between the quotes.
  public let value: String
  /// Whether it only says that two representations mean the same, not that their bytes are the same.
  public let isWeak: Bool

  /// Reads the value of an ETag field, or returns nil if it is not valid: two quotes, and between them no quotes, no
  /// white space and no control characters. `W` has to be in upper case.
  public init?(_ text: String) {
    var rest = text[...].utf8
    let isWeak = rest.starts(with: "W/".utf8)
    if isWeak { rest.removeFirst(2) }
    let quote = UInt8(ascii: "\"")
    guard rest.count >= 2, rest.popFirst() == quote, rest.popLast() == quote else { return nil }
    guard rest.allSatisfy({ $0 > 0x20 && $0 != quote && $0 != 0x7F }) else { return nil }
    value = String(Substring(rest))
    self.isWeak = isWeak
  }

  /// As it is written in a field: what goes into If-Match and If-None-Match.
  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }

  /// The strong comparison (RFC 9110, section 8.8.3.2): the same value, and neither is weak. The bytes of the two
  /// representations are the same; it is what If-Match goes by.
  public func stronglyMatches(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && weaklyMatches(other)
  }

  /// The weak comparison: the same value, whether weak or not. The two representations mean the same; it is what
  /// If-None-Match goes by.
  public func weaklyMatches(_ other: EntityTag) -> Bool {
    value.utf8.elementsEqual(other.value.utf8)
  }
}
