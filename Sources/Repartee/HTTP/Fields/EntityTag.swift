/// An entity tag, which identifies a version of a representation: `"abc"`, or the weak `W/"abc"` (RFC 9110, section
/// 8.8.3).
///
/// ```swift
/// // or several, for If-None-Match: [tag, other]
/// headers[.ifMatch] = tag
/// ```
public struct EntityTag: Sendable, Hashable, LosslessStringConvertible {
  /// The text between the quotes.
  public let value: String
  /// Whether equal tags mean equivalent representations, not the same bytes.
  public let isWeak: Bool

  /// Parses an ETag field; nil unless it is a quoted text without quotes, white space and control characters, after
  /// `W/` if it is weak.
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

  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }

  /// The strong comparison (RFC 9110, section 8.8.3.2), for If-Match.
  public func stronglyMatches(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && weaklyMatches(other)
  }

  /// The weak comparison, for If-None-Match.
  public func weaklyMatches(_ other: EntityTag) -> Bool {
    value.utf8.elementsEqual(other.value.utf8)
  }
}
