/// Exactly as `strtod`: by an exact mantissa and power of ten (W. Clinger, 1990), Eisel and Lemire's method, or the
/// standard library.
extension Tape {
  @inline(__always) func double(at index: Int, _ node: Node) -> Double {
    if !node.isInexact {
      let exponent = node.exponent
      if node.body <= 1 << 53 {
        var value = Double(node.body)
        if exponent == 0 {
          return node.isNegative ? -value : value
        }
        if exponent < 0 && exponent >= -22 {
          value /= smallPowersOfTen[-exponent]
          return node.isNegative ? -value : value
        }
        if exponent > 0 && exponent <= 22 {
          value *= smallPowersOfTen[exponent]
          return node.isNegative ? -value : value
        }
      }
      if let value = eiselLemire(node.body, exponent) { return node.isNegative ? -value : value }
    }
    return slowDouble(at: index)
  }

  @inline(never) private func slowDouble(at index: Int) -> Double { Double(text(at: index)) ?? .nan }
}

private let smallPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  1e19,
  1e20, 1e21, 1e22,
]

/// Nil if the result is uncertain or subnormal.
func eiselLemire(_ mantissa: UInt64, _ exponent: Int) -> Double? {
  if mantissa == 0 { return 0 }
  guard exponent >= PowersOfFive.smallest, exponent <= PowersOfFive.largest else { return nil }
  let zeros = mantissa.leadingZeroBitCount
  let shifted = mantissa << UInt64(zeros)
  let row = (exponent - PowersOfFive.smallest) * 2
  var (high, low) = shifted.multipliedFullWidth(by: PowersOfFive.words[row])
  if high & 0x1FF == 0x1FF {
    let second = shifted.multipliedFullWidth(by: PowersOfFive.words[row + 1]).high
    let (sum, carries) = low.addingReportingOverflow(second)
    low = sum
    // The high word of a product is not the largest: a carry fits.
    if carries { high += 1 }
    if low == .max && (exponent < -27 || exponent > 55) { return nil }
  }
  let upper = high >> 63
  var bits = high >> (upper + 9)
  // 217706 / 2^16 is close enough to log2(10) for all exponents in the table.
  var power = ((217_706 * exponent) >> 16) + 1086 + Int(upper) - zeros
  // Subnormal results take the slow path. Ties are rounded to even.
  if power <= 0 { return nil }
  if low <= 1 && exponent >= -4 && exponent <= 23 && bits & 3 == 1 && bits << (upper + 9) == high {
    bits &= ~1
  }
  bits = (bits + (bits & 1)) >> 1
  if bits >= 1 << 53 {
    bits = 1 << 52
    power += 1
  }
  guard power < 0x7FF else { return nil }
  return Double(bitPattern: bits & ~(1 << 52) | UInt64(power) << 52)
}
