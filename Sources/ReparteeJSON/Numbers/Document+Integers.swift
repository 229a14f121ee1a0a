/// Integers out of number nodes: exact, or nil.
extension Document {
  /// Also where the number is written with a fraction or an exponent, if its value is an integer (`1.0`, `1e3`).
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int, _ node: Node) -> T? {
    if node.head & (Node.fractional | Node.inexact) == 0 {
      if node.isNegative {
        guard node.body <= 1 << 63 else { return nil }
        return T(exactly: Int64(truncatingIfNeeded: 0 &- node.body))
      }
      return T(exactly: node.body)
    }
    return slowInteger(type, at: index)
  }

  @inline(never) private func slowInteger<T: FixedWidthInteger>(_ type: T.Type, at index: Int) -> T? {
    let text = text(at: index)
    guard let plain = plainInteger(text) else { return nil }
    return T(plain)
  }

  /// The digits of a number written with a fraction or an exponent, or of any length; nil if it has a fraction
  /// that is not zero or more than 39 digits, which no integer of the standard library holds.
  private func plainInteger(_ text: String) -> String? {
    var digits: [UInt8] = []
    var sign = ""
    var point: Int?
    var exponent = 0
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") {
      sign = "-"
      rest.removeFirst()
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent =
          Int(String(Substring(rest))) ?? (rest.first == UInt8(ascii: "-") ? -1_000_000_000 : 1_000_000_000)
        rest = rest[rest.endIndex...]
      default: digits.append(byte)
      }
    }
    let zero = UInt8(ascii: "0")
    guard digits.contains(where: { $0 != zero }) else { return "0" }
    var scale = exponent.subtractingReportingOverflow(digits.count - (point ?? digits.count)).partialValue
    while digits.last == zero {
      digits.removeLast()
      scale += 1
    }
    guard scale >= 0 else { return nil }
    let significant = digits.drop { $0 == zero }
    guard scale < 40, significant.count + scale < 40 else { return nil }
    return sign + String(decoding: significant, as: UTF8.self) + String(repeating: "0", count: scale)
  }
}
