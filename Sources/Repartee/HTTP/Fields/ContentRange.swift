/// The part of a representation that a response has, or the length of what has no such part (RFC 9110, section 14.4).
///
/// | Content-Range | `range` | `total` |
/// | --- | --- | --- |
/// | `bytes 5-9/10` | `5...9` | 10 |
/// | `bytes 5-9/*` | `5...9` | nil |
/// | `bytes */10`, of a 416 | nil | 10 |
public struct ContentRange: Sendable, Hashable, LosslessStringConvertible {
  /// The unit of the positions, in lower case: `bytes`.
  public let unit: String
  /// The first and the last position, from 0; nil if the range that was asked for can't be satisfied.
  public let range: ClosedRange<Int64>?
  /// The length of the whole representation; nil if unknown.
  public let total: Int64?

  /// Parses a Content-Range field; nil if it is malformed, if a number exceeds `Int64`, if the last position is before
  /// the first, or if it is not before the end.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    guard let unit = rest.part(before: UInt8(ascii: " "))?.lowercaseToken,
      let positions = rest.part(before: UInt8(ascii: "/"))
    else { return nil }
    let total = Self.number(rest)
    guard total != nil || rest.elementsEqual("*".utf8) else { return nil }
    var range: ClosedRange<Int64>?
    if !positions.elementsEqual("*".utf8) {
      var last = positions
      guard let first = last.part(before: UInt8(ascii: "-")).flatMap(Self.number),
        let last = Self.number(last), first <= last, total.map({ last < $0 }) ?? true
      else { return nil }
      range = first...last
    }
    guard range != nil || total != nil else { return nil }
    (self.unit, self.range, self.total) = (unit, range, total)
  }

  public var description: String {
    let positions = range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "*"
    return "\(unit) \(positions)/\(total.map { "\($0)" } ?? "*")"
  }

  /// Nil without digits, with anything else, or above `Int64`.
  package static func number(_ digits: Substring.UTF8View) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(Substring(digits))
  }
}

extension Substring.UTF8View {
  /// Removes the separator, too; nil without one.
  fileprivate mutating func part(before separator: UInt8) -> Self? {
    guard let end = firstIndex(of: separator) else { return nil }
    defer { self = self[end...].dropFirst() }
    return self[..<end]
  }
}
