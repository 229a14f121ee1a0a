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

  fileprivate static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}

/// RFC 9110, section 14.4.
struct ContentRange: Sendable, Hashable {
  var bytes: Range<Int>
  /// Of the whole representation; nil if unknown.
  var total: Int?

  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(ByteRange.number)
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    bytes = first..<(last + 1)
    if parts[1] != "*" {
      guard let total = ByteRange.number(parts[1]), last < total else { return nil }
      self.total = total
    }
  }
}
