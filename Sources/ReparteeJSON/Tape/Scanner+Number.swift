/// Numbers (RFC 8259 section 6).
///
/// Unsafe as `Scanner` says: a word is loaded only where eight bytes are left.
extension Scanner {
  /// `at` moves after the number, or to the byte that is wrong.
  @inline(__always)
  static func number(
    _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>
  ) throws(ScanFailure) -> Node {
    var head = Node.head(.number, at: at - start)
    if at.pointee == UInt8(ascii: "-") {
      head |= Node.negative
      at += 1
    }
    var mantissa: UInt64 = 0
    let digits = at
    at = behindDigits(at, end, &mantissa)
    var count = at - digits
    if count == 0 { throw ScanFailure(problem: .missingDigits, offset: at - start) }
    if count > 1, digits.pointee == UInt8(ascii: "0") {
      at = digits
      throw ScanFailure(problem: .leadingZero, offset: at - start)
    }
    var exponent = 0
    if at < end, at.pointee | 0x20 == UInt8(ascii: "e") || at.pointee == UInt8(ascii: ".") {
      head |= Node.fractional
      if at.pointee == UInt8(ascii: ".") {
        let fraction = at + 1
        at = behindDigits(fraction, end, &mantissa)
        let length = at - fraction
        if length == 0 { throw ScanFailure(problem: .missingDigits, offset: at - start) }
        count &+= length
        exponent = 0 &- length
      }
      if at < end, at.pointee | 0x20 == UInt8(ascii: "e") {
        guard let value = Scanner.exponent(&at, end) else {
          throw ScanFailure(problem: .missingDigits, offset: at - start)
        }
        exponent &+= value
      }
    }
    if count > 19 || exponent < -30_000 || exponent > 30_000 {
      head |= Node.inexact
      exponent = 0
    }
    return Node(
      head: head | UInt64(truncatingIfNeeded: exponent &+ Node.exponentBias) << Node.exponentShift,
      body: mantissa)
  }

  /// Reads digits into `mantissa`. Nineteen fit; with more it wraps around, which the caller detects by their number.
  @inline(__always)
  private static func behindDigits(
    _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ mantissa: inout UInt64
  ) -> UnsafePointer<UInt8> {
    var at = first
    while end - at >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
      let value = word &- 0x3030_3030_3030_3030
      // All eight are digits if neither this nor adding 0x46 to each byte sets a top bit. The lowest bit that is set is
      // that of the first byte that is not a digit.
      let others = (value | (word &+ 0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080
      if others == 0 {
        mantissa = mantissa &* 100_000_000 &+ number(ofEight: value)
        at += 8
        continue
      }
      let count = others.trailingZeroBitCount >> 3
      if count == 0 { return at }
      // Leading zeros make them eight digits.
      let digits = number(ofEight: value &<< UInt64(truncatingIfNeeded: 64 &- count &* 8))
      mantissa = mantissa &* powersOfTen[count] &+ digits
      return at + count
    }
    while at < end {
      let digit = at.pointee &- UInt8(ascii: "0")
      if digit > 9 { return at }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      at += 1
    }
    return at
  }

  /// The first digit is in the lowest byte.
  @inline(__always) private static func number(ofEight value: UInt64) -> UInt64 {
    let pairs = (value &* 10) &+ (value >> 8)
    let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let high = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (low &+ high) >> 32
  }

  private static func exponent(_ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    at += 1
    var isNegative = false
    if at < end, at.pointee == UInt8(ascii: "+") || at.pointee == UInt8(ascii: "-") {
      isNegative = at.pointee == UInt8(ascii: "-")
      at += 1
    }
    let first = at
    var value = 0
    while at < end {
      let digit = at.pointee &- UInt8(ascii: "0")
      if digit > 9 { break }
      if value < 100_000 { value = value * 10 + Int(digit) }
      at += 1
    }
    if at == first { return nil }
    return isNegative ? -value : value
  }
}

private let powersOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
