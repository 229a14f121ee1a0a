#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Dates as HTTP writes them (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Reads the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
  /// `Sun Nov  6 08:49:37 1994`. A year of two digits that would be more than 50 years
  /// after `now` is the one a century before.
  static func date(_ text: String, now: Date = Date()) -> Date? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "," }).map(String.init)
    let day: String, month: String, year: String, time: String
    switch parts.count {
    case 6 where parts[5] == "GMT": (day, month, year, time) = (parts[1], parts[2], parts[3], parts[4])
    case 5: (day, month, year, time) = (parts[2], parts[1], parts[4], parts[3])
    default: return nil
    }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), let month = months.firstIndex(of: month), var year = number(year),
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    if year < 100 {
      let thisYear = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
      year += thisYear / 100 * 100
      if year > thisYear + 50 { year -= 100 }
    }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard day <= (month == 1 && isLeapYear ? 29 : daysOfMonths[month]) else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 4 ? Int(text) : nil
  }

  /// Days of the proleptic Gregorian calendar, counted from March so that the leap day is the last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }
}
