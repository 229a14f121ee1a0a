/// RFC 3339 in UTC, to the millisecond, from seconds since 2001-01-01; nil outside the years 0 to 9999. A leap second
/// at the end of 9999 is written as the last millisecond.
package func iso8601Text(_ interval: Double) -> String? {
  var isWritten = false
  let text = String.written(atMost: ISO8601Writer.longestText) {
    isWritten = ISO8601Writer.write(interval, to: &$0)
  }
  return isWritten ? text : nil
}

/// Seconds since 2001-01-01; nil for what ``DateStrategy/iso8601`` does not read.
package func iso8601Interval(_ text: String) -> Double? { text.withBytes(ISO8601Reader.seconds) }

enum ISO8601Writer {
  static let longestText = 24

  /// False, writing nothing, outside the years 0 to 9999; at most `longestText` bytes.
  static func write(_ interval: Double, to room: inout Room) -> Bool {
    // The upper bound is 10000-01-01T00:00:01Z, after a leap second.
    guard interval > -63_200_000_000, interval < 252_423_993_601 else { return false }
    // `Int64`, because `Int` has 32 bits on some platforms.
    let milliseconds = min(Int64((interval * 1000).rounded()), 252_423_993_599_999)
    let (days, ofDay) = flooredDivision(milliseconds, 86_400_000 as Int64)
    let (year, month, day) = civil(daysSince2001: Int(days))
    guard (0...9999).contains(year) else { return false }
    let (seconds, fraction) = (Int(ofDay) / 1000, Int(ofDay) % 1000)
    func put(_ number: Int, _ mark: Unicode.Scalar? = nil) {
      if let mark { room.append(UInt8(ascii: mark)) }
      // Two digits.
      room.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
      room.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
    put(year / 100)
    put(year % 100)
    put(month, "-")
    put(day, "-")
    put(seconds / 3600, "T")
    put(seconds / 60 % 60, ":")
    put(seconds % 60, ":")
    if fraction != 0 {
      put(fraction / 10, ".")
      room.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10))
    }
    room.append(UInt8(ascii: "Z"))
    return true
  }
}

private func flooredDivision<T: SignedInteger>(_ number: T, _ divisor: T) -> (quotient: T, remainder: T) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

/// Eras of 400 years begin in March.
private func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
  let (era, dayOfEra) = flooredDivision(days + 730_791, 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
}
