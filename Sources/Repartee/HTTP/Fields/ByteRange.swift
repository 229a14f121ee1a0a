/// One range of bytes for which a request asks (RFC 9110, section 14.1.2).
package enum ByteRange: Sendable, Hashable {
  case from(Int64, through: Int64)
  case after(Int64)
  case last(Int64)

  /// Nil for several ranges, and for other units.
  package init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes=") else { return nil }
    let parts = text.dropFirst(6).utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch (ContentRange.number(parts[0]), ContentRange.number(parts[1])) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where parts[1].isEmpty: self = .after(first)
    case (nil, let count?) where parts[0].isEmpty && count > 0: self = .last(count)
    default: return nil
    }
  }

  package func bytes(of length: Int64) -> Range<Int64>? {
    switch self {
    case .from(let first, let last): first < length ? first..<(min(last, length - 1) + 1) : nil
    case .after(let first): first < length ? first..<length : nil
    case .last(let count): length > 0 ? max(length - count, 0)..<length : nil
    }
  }

  /// Whether a response has what was asked for, or the beginning of it (RFC 9110, section 15.3.7).
  package func isAnswered(by positions: ClosedRange<Int64>, of total: Int64?) -> Bool {
    switch self {
    case .from(let first, let last): positions.lowerBound == first && positions.upperBound <= last
    case .after(let first): positions.lowerBound == first
    case .last: total.flatMap(bytes)?.lowerBound == positions.lowerBound
    }
  }
}
