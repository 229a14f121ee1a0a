#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// RFC 9110, section 5.6.7.
package enum HTTPDate {
  /// Parses the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
  /// `Sun Nov  6 08:49:37 1994`.
  ///
  /// A year of two digits is the latest with this ending that is not more than 50 years after `now`.
  package static func date(_ text: String, now: Date = Date()) -> Date? {
    var reader = Reader(rest: text[...].utf8)
    guard let parts = reader.parts() else { return nil }
    let year = parts.hasShortYear ? fullYear(parts, now: now) : parts.year
    guard hasDay(parts.day, month: parts.month, year: year) else { return nil }
    return Date(timeIntervalSince1970: Double(parts.seconds(in: year)))
  }

  /// In UTC; nil for a day that does not exist, or outside the years 0 to 9999.
  package static func date(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Date? {
    guard (0...9_999).contains(year), (1...12).contains(month), hasDay(day, month: month, year: year) else {
      return nil
    }
    let parts = Parts(day: day, month: month, year: year, hour: hour, minute: minute, second: second)
    return Date(timeIntervalSince1970: Double(parts.seconds(in: year)))
  }

  private static func hasDay(_ day: Int, month: Int, year: Int) -> Bool {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return (1...(month == 2 && isLeapYear ? 29 : daysOfMonths[month - 1])).contains(day)
  }

  /// Limited to the years 0000 to 9999.
  package static func text(_ date: Date) -> String {
    let seconds = secondsWithinRange(date)
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let (year, month, day) = civil(daysSince1970: days)
    let ofDay = Int(seconds - Int64(days) * 86_400)
    let weekday = weekdays[((days + 4) % 7 + 7) % 7]
    func padded(_ number: Int, to width: Int = 2) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    let time = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { padded($0) }.joined(separator: ":")
    return "\(weekday), \(padded(day)) \(months[month - 1]) \(padded(year, to: 4)) \(time) GMT"
  }

  fileprivate struct Parts {
    var day = 0
    var month = 0
    var year = 0
    var hasShortYear = false
    var hour = 0
    var minute = 0
    var second = 0

    // Int has 32 bits on watchOS, which end in 2038.
    func seconds(in year: Int) -> Int64 {
      let days = daysSince1970(year: year, month: month, day: day)
      return Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }
  }

  private static func fullYear(_ parts: Parts, now: Date) -> Int {
    let limit = secondsWithinRange(now) + 50 * secondsOfYear
    var year = (1970 + Int(limit / secondsOfYear)) / 100 * 100 + 100 + parts.year
    while parts.seconds(in: year) > limit, year > 100 { year -= 100 }
    return year
  }

  private static let secondsOfYear: Int64 = 31_556_952

  package static let lastSecond = 253_402_300_799.0

  private static func secondsWithinRange(_ date: Date) -> Int64 {
    let seconds = date.timeIntervalSince1970
    if seconds.isNaN { return 0 }
    return Int64(min(max(seconds, -62_167_219_200), lastSecond).rounded(.down))
  }

  fileprivate static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  fileprivate static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  fileprivate static let fullWeekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Years begin in March: the leap day is the last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = (month > 2 ? year : year - 1) + 400  // not negative
    let monthFromMarch = (month + 9) % 12
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468 - 146_097
  }

  private static func civil(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    var days = daysSince1970 + 719_468 + 146_097  // since 1 March of the year -400
    let eras = days / 146_097
    days %= 146_097
    let yearOfEra = (days - days / 1_460 + days / 36_524 - days / 146_096) / 365
    let dayOfYear = days - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (dayOfYear * 5 + 2) / 153
    let day = dayOfYear - (monthFromMarch * 153 + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (eras * 400 + yearOfEra - 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

private struct Reader {
  var rest: Substring.UTF8View

  mutating func parts() -> HTTPDate.Parts? {
    var parts = HTTPDate.Parts()
    skipSpaces()
    let name = letters()
    guard index(of: name, in: HTTPDate.weekdays) != nil || index(of: name, in: HTTPDate.fullWeekdays) != nil
    else { return nil }
    if skip(",") {
      skipSpaces()
      guard let day = number(1...2) else { return nil }
      let separator: Unicode.Scalar = rest.first == UInt8(ascii: "-") ? "-" : " "
      guard skip(separator), let month = index(of: letters(), in: HTTPDate.months), skip(separator),
        year(&parts), skip(" "), time(&parts), skip(" ")
      else { return nil }
      (parts.day, parts.month) = (day, month + 1)
      guard index(of: letters(), in: ["GMT", "UTC"]) != nil else { return nil }
    } else {
      guard skip(" "), let month = index(of: letters(), in: HTTPDate.months), skip(" ") else { return nil }
      skipSpaces()
      guard let day = number(1...2), skip(" "), time(&parts), skip(" "), let year = number(4...4) else {
        return nil
      }
      (parts.day, parts.month, parts.year) = (day, month + 1, year)
    }
    skipSpaces()
    return rest.isEmpty ? parts : nil
  }

  private mutating func year(_ parts: inout HTTPDate.Parts) -> Bool {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    guard count == 2 || count == 4, let year = number(count...count) else { return false }
    (parts.year, parts.hasShortYear) = (year, count == 2)
    return true
  }

  private mutating func time(_ parts: inout HTTPDate.Parts) -> Bool {
    guard let hour = number(2...2), skip(":"), let minute = number(2...2), skip(":"),
      let second = number(2...2), hour < 24, minute < 60, second <= 60
    else { return false }
    (parts.hour, parts.minute, parts.second) = (hour, minute, second)
    return true
  }

  private mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(5).prefix { (0x30...0x39).contains($0) }
    guard counts.contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func letters() -> Substring {
    let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    rest = rest[letters.endIndex...]
    return Substring(letters)
  }

  private func index(of name: Substring, in names: [String]) -> Int? {
    guard name.utf8.count <= 9 else { return nil }
    return names.firstIndex { $0.lowercased() == name.lowercased() }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == 0x20 }
  }
}
