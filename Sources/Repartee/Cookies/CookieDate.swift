#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The date of an `Expires` attribute, in UTC (RFC 6265, section 5.1.1).
enum CookieDate {
  static func date(_ text: some Sequence<UInt8>) -> Date? {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in Array(text).split(whereSeparator: isDelimiter) {
      if time == nil, let found = Self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = Self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year, time.hour <= 23, time.minute <= 59, time.second <= 59 else {
      return nil
    }
    switch year {
    case 70...99: year += 1900
    case 0...69: year += 2000
    default: break
    }
    guard year >= 1601 else { return nil }
    return HTTPDate.date(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// No digit may follow `8:49:37`.
  private static func time(_ token: ArraySlice<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
    let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields.prefix(2).allSatisfy({ $0.allSatisfy(isDigit) }),
      let hour = number(fields[0], digits: 1...2), let minute = number(fields[1], digits: 1...2),
      let second = number(fields[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func number(_ token: ArraySlice<UInt8>, digits counts: ClosedRange<Int>) -> Int? {
    let digits = token.prefix(5).prefix(while: isDigit)
    guard counts.contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func month(_ token: ArraySlice<UInt8>) -> Int? {
    let letters = token.prefix(3).map { $0 | 0x20 }
    return months.firstIndex { letters.elementsEqual($0.utf8) }.map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
