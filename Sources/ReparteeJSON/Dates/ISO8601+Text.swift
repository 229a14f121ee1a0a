/// Formats seconds since 2001-01-01 as RFC 3339 in UTC, to the millisecond; nil outside the years 0 to 9999. A leap
/// second at the end of 9999 is written as the last millisecond.
package func iso8601Text(_ interval: Double) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ISO8601Writer.longestText) { buffer in
    guard let length = ISO8601Writer.write(interval, to: buffer) else { return nil }
    return String(decoding: UnsafeBufferPointer(rebasing: buffer[..<length]), as: UTF8.self)
  }
}

/// Unsafe: the buffer has room for `longestText` bytes.
enum ISO8601Writer {
  static let longestText = 24

  static func write(_ interval: Double, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    // The upper bound is 10000-01-01T00:00:01Z, after a leap second.
    guard interval > -63_200_000_000, interval < 252_423_993_601, buffer.count >= longestText else {
      return nil
    }
    // `Int64`, because `Int` has 32 bits on some platforms.
    let milliseconds = min(Int64((interval * 1000).rounded()), 252_423_993_599_999)
    let (days, ofDay) = flooredDivision(milliseconds, 86_400_000 as Int64)
    let (year, month, day) = civil(daysSince2001: Int(days))
    guard (0...9999).contains(year) else { return nil }
    let (seconds, fraction) = (Int(ofDay) / 1000, Int(ofDay) % 1000)
    var count = 0
    func put(_ mark: Unicode.Scalar) {
      buffer[count] = UInt8(ascii: mark)
      count += 1
    }
    func put(_ number: Int, _ width: Int) {
      var rest = number
      for place in (count..<count + width).reversed() {
        buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      count += width
    }
    put(year, 4)
    put("-")
    put(month, 2)
    put("-")
    put(day, 2)
    put("T")
    put(seconds / 3600, 2)
    put(":")
    put(seconds / 60 % 60, 2)
    put(":")
    put(seconds % 60, 2)
    if fraction != 0 {
      put(".")
      put(fraction, 3)
    }
    put("Z")
    return count
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
