#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

struct ISO8601Reader {
  private var at = 0

  /// Seconds since 2001-01-01.
  static func seconds(_ text: Span<UInt8>) -> Double? {
    var reader = ISO8601Reader()
    return reader.read(text)
  }

  private mutating func read(_ text: Span<UInt8>) -> Double? {
    guard let year = number(4, text), skip("-", text), let month = number(2, text), skip("-", text),
      let day = number(2, text),
      month >= 1, month <= 12, day >= 1, day <= ISO8601Reader.days(in: month, of: year)
    else { return nil }
    // `Int64`, because `Int` has 32 bits on some platforms.
    var seconds = Int64(ISO8601Reader.daysSince2001(year, month, day)) * 86_400
    guard at < text.count else { return Double(seconds) }
    guard skip("T", text) || skip("t", text) || skip(" ", text) else { return nil }
    guard let hour = number(2, text), skip(":", text), let minute = number(2, text), hour < 24, minute < 60
    else { return nil }
    seconds += Int64(hour * 3600 + minute * 60)
    var fraction = 0.0
    if skip(":", text) {
      guard let second = number(2, text), second <= 60 else { return nil }
      seconds += Int64(second)
      if skip(".", text) || skip(",", text) {
        guard let value = readFraction(text) else { return nil }
        fraction = value
      }
    }
    guard let offset = readOffset(text), at == text.count else { return nil }
    return Double(seconds - Int64(offset)) + fraction
  }

  @inline(__always) private mutating func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
    guard text.byte(at: at) == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// At most four digits.
  @inline(__always) private mutating func number(_ digits: Int, _ text: Span<UInt8>) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit(text) else { return nil }
      value = value * 10 + digit
      at += 1
    }
    return value
  }

  @inline(__always) private func digit(_ text: Span<UInt8>) -> Int? {
    guard let byte = text.byte(at: at), byte >= 0x30, byte <= 0x39 else { return nil }
    return Int(byte - 0x30)
  }

  /// Digits after the eighteenth do not change the result.
  private mutating func readFraction(_ text: Span<UInt8>) -> Double? {
    var value: Int64 = 0
    var scale: Int64 = 1
    let first = at
    while let digit = digit(text) {
      if at - first < 18 {
        value = value * 10 + Int64(digit)
        scale *= 10
      }
      at += 1
    }
    return at == first ? nil : Double(value) / Double(scale)
  }

  private mutating func readOffset(_ text: Span<UInt8>) -> Int? {
    if at == text.count || skip("Z", text) || skip("z", text) { return 0 }
    let isNegative = skip("-", text)
    guard isNegative || skip("+", text), let hour = number(2, text), hour < 24 else { return nil }
    var minute = 0
    if at < text.count {
      _ = skip(":", text)
      guard let value = number(2, text), value < 60 else { return nil }
      minute = value
    }
    let offset = hour * 3600 + minute * 60
    return isNegative ? -offset : offset
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Years begin in March: the leap day is last.
  static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = month > 2 ? month - 3 : month + 9
    let century = year >= 0 ? year / 400 : (year - 399) / 400
    let yearOfEra = year - century * 400
    let dayOfYear = (153 * month + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return century * 146_097 + dayOfEra - 730_791
  }
}
