/// Numbers (RFC 8259 section 6), taken apart into sign, mantissa and exponent while they are checked.
///
/// Unsafe as `Scanner` says: a word is loaded only where eight bytes are left.
extension Scanner {
  @inline(__always) mutating func scanNumber() throws(ScanFailure) {
    let first = position
    var head = Node.head(.number, at: first - start)
    if position.pointee == UInt8(ascii: "-") {
      head |= Node.negative
      position += 1
    }
    var mantissa: UInt64 = 0
    let digits = position
    scanDigits(into: &mantissa)
    var count = position - digits
    if count == 0 { throw missingDigits() }
    if count > 1, digits.pointee == UInt8(ascii: "0") {
      position = digits
      throw failure(.leadingZero)
    }
    var exponent = 0
    if position < end, position.pointee | 0x20 == UInt8(ascii: "e") || position.pointee == UInt8(ascii: ".") {
      head |= Node.fractional
      if position.pointee == UInt8(ascii: ".") {
        position += 1
        let fraction = position
        scanDigits(into: &mantissa)
        let length = position - fraction
        if length == 0 { throw missingDigits() }
        count &+= length
        exponent = 0 &- length
      }
      if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
        exponent &+= try scanExponent()
      }
    }
    if count > 19 || exponent < -30_000 || exponent > 30_000 {
      head |= Node.inexact
      exponent = 0
    }
    append(head | UInt64(truncatingIfNeeded: exponent &+ Node.exponentBias) << Node.exponentShift, mantissa)
  }

  /// Nineteen digits fit; more wrap around, which the caller sees from their number.
  @inline(__always) private mutating func scanDigits(into mantissa: inout UInt64) {
    while end - position >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
      let value = word &- 0x3030_3030_3030_3030
      // All eight are digits if neither this nor adding 0x46 to each byte sets a top bit.
      guard (value | (word &+ 0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080 == 0 else { break }
      let pairs = (value &* 10) &+ (value >> 8)
      let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
      let high = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
      mantissa = mantissa &* 100_000_000 &+ ((low &+ high) >> 32)
      position += 8
    }
    while position < end {
      let digit = position.pointee &- UInt8(ascii: "0")
      if digit > 9 { return }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position += 1
    }
  }

  private mutating func scanExponent() throws(ScanFailure) -> Int {
    position += 1
    var isNegative = false
    if position < end, position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-") {
      isNegative = position.pointee == UInt8(ascii: "-")
      position += 1
    }
    let first = position
    var value = 0
    while position < end {
      let digit = position.pointee &- UInt8(ascii: "0")
      if digit > 9 { break }
      if value < 100_000 { value = value * 10 + Int(digit) }
      position += 1
    }
    if position == first { throw missingDigits() }
    return isNegative ? -value : value
  }

  private func missingDigits() -> ScanFailure { failure(.missingDigits) }
}
