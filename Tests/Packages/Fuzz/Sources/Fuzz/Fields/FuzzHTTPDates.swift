import Foundation
@testable import Repartee

/// Dates of header fields: any text is read or refused; a date in each of the three forms is read as it was.
@Sendable func fuzzHTTPDates(_ input: Input) {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  if let date = HTTPDate.date(input.text, now: now) {
    let again = HTTPDate.date(text(of: date, form: 0), now: now)
    claim(again == date, "\(date) of \(input.text) is \(String(describing: again)) when written again")
  }
  let number = input.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  // The years 100 to 9999.
  let seconds = -59_011_459_200 + Int64(number % (253_402_300_800 + 59_011_459_200))
  let date = Date(timeIntervalSince1970: Double(seconds))
  claim(HTTPDate.text(date) == text(of: date, form: 0), HTTPDate.text(date))
  for form in [0, 2] {
    let text = text(of: date, form: form)
    claim(
      HTTPDate.date(text, now: now) == date,
      "\(text): \(String(describing: HTTPDate.date(text, now: now))), not \(date)")
  }
  // Two digits for the year, from 50 years before to 49 years after.
  let near = Date(
    timeIntervalSince1970: now.timeIntervalSince1970 + Double(Int64(number % 3_000_000_000)) - 1_500_000_000)
  let short = text(of: near, form: 1)
  claim(
    HTTPDate.date(short, now: now) == near, "\(short): \(String(describing: HTTPDate.date(short, now: now)))")
}

/// By the C library, without a locale.
private func text(of date: Date, form: Int) -> String {
  var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
  var parts = tm()
  gmtime_r(&seconds, &parts)
  func two(_ number: Int32, _ pad: Character = "0") -> String {
    number < 10 ? "\(pad)\(number)" : "\(number)"
  }
  let day = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][Int(parts.tm_wday)]
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  let month = months[Int(parts.tm_mon)]
  let year = String(10_000 + Int(parts.tm_year) + 1900).dropFirst()
  let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  return switch form {
  case 0: "\(day.prefix(3)), \(two(parts.tm_mday)) \(month) \(year) \(clock) GMT"
  case 1: "\(day), \(two(parts.tm_mday))-\(month)-\(year.suffix(2)) \(clock) GMT"
  default: "\(day.prefix(3)) \(month) \(two(parts.tm_mday, " ")) \(clock) \(year)"
  }
}
