import Foundation
import ReparteeJSON

/// ISO 8601 dates: what is accepted is what the C library's calendar says, and the date of a text is the date again
/// when it is written and read.
@Sendable func fuzzISO8601(_ input: Input) {
  let json = JSONCoder()
  guard let quoted = try? json.encode(input.text) else { return claim(false, "a text that can't be encoded") }
  let expected = reading(input.text)
  let date = try? json.decode(Date.self, from: quoted)
  claim(
    (date == nil) == (expected == nil), "\(String(describing: date)), not \(String(describing: expected))")
  let theirs = try? json.makeFoundationDecoder().decode(Date.self, from: quoted)
  claim(
    theirs == date, "Foundation's decoder: \(String(describing: theirs)), not \(String(describing: date))")
  guard let date, let expected else { return }
  claim(abs(date.timeIntervalSince1970 - expected) < 1e-5, "\(date.timeIntervalSince1970), not \(expected)")
  guard let encoded = try? json.encode(date) else {
    // An offset can lead out of the years 0 to 9999.
    return claim(
      expected < -62_167_219_200 + 86_400 || expected > 253_402_300_799 - 86_400, "can't be written: \(date)")
  }
  let again = try? json.decode(Date.self, from: encoded)
  // What comes after the year 9999 by a leap second is written as the last millisecond before.
  claim(
    expected >= 253_402_300_799.999 || again.map { abs($0.timeIntervalSince(date)) <= 0.000_501 } == true,
    "\(String(describing: again)), not \(date)")
}

/// Seconds since 1970, by a regular expression and `timegm`.
private func reading(_ text: String) -> Double? {
  let pattern =
    #/(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})(?<time>[Tt ](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(:(?<second>[0-9]{2})([.,](?<fraction>[0-9]+))?)?([Zz]|(?<sign>[+\-])(?<offset>[0-9]{2})(:?(?<minutes>[0-9]{2}))?)?)?/#
    .matchingSemantics(.unicodeScalar)
  guard let match = text.wholeMatch(of: pattern) else { return nil }
  func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
  var parts = tm()
  parts.tm_year = Int32(number(match.year) - 1900)
  parts.tm_mon = Int32(number(match.month) - 1)
  parts.tm_mday = Int32(number(match.day))
  let day = parts.tm_mday
  let month = parts.tm_mon
  guard (0...11).contains(month), day >= 1 else { return nil }
  let hour = number(match.hour), minute = number(match.minute), second = number(match.second)
  let offsetHour = number(match.offset), offsetMinute = number(match.minutes)
  guard hour < 24, minute < 60, second <= 60, offsetHour < 24, offsetMinute < 60 else { return nil }
  let seconds = timegm(&parts)
  // A day that the month does not have becomes one of the next month.
  guard parts.tm_mday == day, parts.tm_mon == month else { return nil }
  let fraction = match.fraction.flatMap { Double("0.\($0)") } ?? 0
  let offset = (offsetHour * 3600 + offsetMinute * 60) * (match.sign == "-" ? -1 : 1)
  return Double(seconds + hour * 3600 + minute * 60 + second - offset) + fraction
}
