import HTTPTypes
import Repartee

/// The bytes of a stored 206 (RFC 9110, section 14.4).
struct StoredPart: Sendable, Hashable {
  let bytes: Range<Int>
  /// The length of the whole representation; nil if unknown.
  let total: Int?

  init?(_ head: HTTPResponse) {
    guard head.status.code == 206,
      let field = head.headerFields.single(.contentRange).flatMap(ContentRange.init),
      field.unit == "bytes", let range = field.range, let first = Int(exactly: range.lowerBound),
      let last = Int(exactly: range.upperBound), last < .max
    else { return nil }
    bytes = first..<(last + 1)
    total = field.total.flatMap { Int(exactly: $0) }
  }
}
