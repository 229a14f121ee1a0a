/// RFC 8259 section 6.
extension Scanner {
  /// Whether all of a text is a number.
  static func isNumber(_ text: Bytes) -> Bool {
    var at = 0
    do throws(ScanFailure) { _ = try number(&at, text) } catch { return false }
    return at == text.count
  }

  /// Moves `at` after the number, or to the invalid byte.
  @inline(__always)
  static func number(_ at: inout Int, _ text: Bytes) throws(ScanFailure) -> Node {
    var head = Node.head(.number, at: at)
    if text.byte(at: at) == UInt8(ascii: "-") {
      head |= Node.negative
      at += 1
    }
    var mantissa: UInt64 = 0
    let digits = at
    at = behindDigits(at, text, &mantissa)
    // It and its negative are below the count of the text's bytes.
    var count = at - digits
    if count == 0 { throw ScanFailure(.missingDigits, at) }
    if count > 1, text.byte(at: digits) == UInt8(ascii: "0") {
      at = digits
      throw ScanFailure(.leadingZero, at)
    }
    var exponent = 0
    if let byte = text.byte(at: at), byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".") {
      head |= Node.fractional
      if byte == UInt8(ascii: ".") {
        let fraction = at + 1
        at = behindDigits(fraction, text, &mantissa)
        let length = at - fraction
        if length == 0 { throw ScanFailure(.missingDigits, at) }
        count += length
        exponent = -length
      }
      if let byte = text.byte(at: at), byte | 0x20 == UInt8(ascii: "e") {
        guard let value = Scanner.exponent(&at, text) else {
          throw ScanFailure(.missingDigits, at)
        }
        exponent += value
      }
    }
    if count > 19 || exponent < -30_000 || exponent > 30_000 {
      head |= Node.inexact
      exponent = 0
    }
    return Node(
      head: head | UInt64(truncatingIfNeeded: exponent + Node.exponentBias) << Node.exponentShift,
      body: mantissa)
  }

  /// Reads digits into `mantissa`. Nineteen fit; with more it wraps around, which the caller detects by their number.
  @inline(__always)
  private static func behindDigits(_ first: Int, _ text: Bytes, _ mantissa: inout UInt64) -> Int {
    var at = first
    while let word = text.word(at: at) {
      // All eight are digits if neither this nor adding 0x46 to each byte sets a top bit. The lowest bit that is set is
      // that of the first byte that is not a digit: borrows and carries wrap around into higher bytes only.
      let value = word &- 0x3030_3030_3030_3030
      let others = (value | (word &+ 0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080
      if others == 0 {
        // Wraps around after nineteen digits.
        mantissa = mantissa &* 100_000_000 &+ number(ofEight: value)
        at += 8
        continue
      }
      let count = others.trailingZeroBitCount >> 3
      if count == 0 { return at }
      // Leading zeros make them eight digits.
      let digits = number(ofEight: value << UInt64(64 - count * 8))
      // Wraps around after nineteen digits.
      mantissa = mantissa &* powersOfTen[count] &+ digits
      return at + count
    }
    while let byte = text.byte(at: at) {
      // Other bytes than digits wrap around to above 9.
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return at }
      // Wraps around after nineteen digits.
      mantissa = mantissa &* 10 &+ UInt64(digit)
      at += 1
    }
    return at
  }

  /// The first digit is in the lowest byte.
  @inline(__always) private static func number(ofEight value: UInt64) -> UInt64 {
    // Each product is of several digits at once: what leaves a lane is masked, or shifted out.
    let pairs = (value &* 10) &+ (value >> 8)
    let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let high = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (low &+ high) >> 32
  }

  private static func exponent(_ at: inout Int, _ text: Bytes) -> Int? {
    at += 1
    var isNegative = false
    if let byte = text.byte(at: at), byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
      isNegative = byte == UInt8(ascii: "-")
      at += 1
    }
    let first = at
    var value = 0
    while let byte = text.byte(at: at), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      // Larger ones are out of range, too.
      if value < 100_000 { value = value * 10 + Int(byte - UInt8(ascii: "0")) }
      at += 1
    }
    if at == first { return nil }
    return isNegative ? -value : value
  }
}

private let powersOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
