import HTTPTypes
import Repartee

/// RFC 9110, section 14.1.2.
enum ByteRange: Sendable, Hashable {
  case from(Int, through: Int)
  case after(Int)
  case last(Int)

  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes=") else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch (Self.number(parts[0]), Self.number(parts[1])) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where parts[1].isEmpty: self = .after(first)
    case (nil, let count?) where parts[0].isEmpty && count > 0: self = .last(count)
    default: return nil
    }
  }

  func bytes(of length: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last): first < length ? first..<(min(last, length - 1) + 1) : nil
    case .after(let first): first < length ? first..<length : nil
    case .last(let count): length > 0 ? max(length - count, 0)..<length : nil
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}

/// Of a stored 206 (RFC 9110, section 14.4).
struct StoredPart: Sendable, Hashable {
  let bytes: Range<Int>
  /// Of the whole representation; nil if unknown.
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
