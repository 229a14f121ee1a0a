import Foundation
import ReparteeJSON

/// A JSON number as every type of number, against arithmetic on its digits, Swift's and the C library's.
@Sendable func fuzzNumbers(_ input: Input) {
  guard let number = Digits(input.bytes) else {
    claim(JSONNumber(input.text) == nil || JSONGrammar.isNumber(input.text), "accepted as a number")
    return
  }
  let text = input.text
  compare(Int8.self, number, input)
  compare(Int16.self, number, input)
  compare(Int32.self, number, input)
  compare(Int64.self, number, input)
  compare(Int.self, number, input)
  compare(UInt8.self, number, input)
  compare(UInt16.self, number, input)
  compare(UInt32.self, number, input)
  compare(UInt64.self, number, input)
  compare(UInt.self, number, input)
  compare(Int128.self, number, input)
  compare(UInt128.self, number, input)
  compareFloats(text, input)
  // Beyond that it was cut.
  if number.exponent.magnitude < 1 << 60 { compareJSONNumber(number, text) }
}

extension JSONGrammar {
  fileprivate static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, (0x30...0x39).contains(last) else {
      return false
    }
    var grammar = JSONGrammar(Array(text.utf8))
    return grammar.check() == .accepted && (first == UInt8(ascii: "-") || (0x30...0x39).contains(first))
  }
}

/// The value of a number: digits without zeros at either end, times a power of ten.
private struct Digits {
  var isNegative = false
  var digits = ""
  var exponent = 0

  init?(_ bytes: [UInt8]) {
    guard JSONGrammar.isNumber(String(decoding: bytes, as: UTF8.self)) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let parts = text.split(separator: "e")
    isNegative = text.hasPrefix("-")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    digits = mantissa.joined()
    if parts.count == 2 {
      let limit = Int.max / 4
      exponent = max(-limit, min(limit, Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -limit : limit)))
    }
    if mantissa.count == 2 { exponent -= mantissa[1].count }
    digits = String(digits.drop { $0 == "0" })
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    if digits.isEmpty { return 0 }
    guard exponent >= 0, digits.count + exponent <= 40 else { return nil }
    return T((isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent))
  }
}

private func compare<T: FixedWidthInteger & Codable & Equatable>(
  _ type: T.Type, _ number: Digits, _ input: Input
) {
  let expected = number.integer(type)
  for decoded in [
    try? JSONCoder().decode(type, from: input.bytes),
    (try? JSONCoder().decode([T].self, from: [0x5B] + input.bytes + [0x5D]))?.first,
    (try? JSONCoder().decode([String: T].self, from: Array("{\"a\":".utf8) + input.bytes + [0x20, 0x7D]))?[
      "a"],
    JSONNumber(input.text)?.integer(as: type),
  ] {
    claim(decoded == expected, "\(type): \(String(describing: decoded)), not \(String(describing: expected))")
  }
}

private func compareFloats(_ text: String, _ input: Input) {
  let json = JSONCoder()
  let double = try? json.decode(Double.self, from: input.bytes)
  let expected = strtod(text, nil)
  claim(
    double?.bitPattern == (expected.isFinite ? expected.bitPattern : nil),
    "Double: \(String(describing: double)), not \(expected)")
  claim(JSONNumber(text)?.double.bitPattern == expected.bitPattern, "JSONNumber.double")
  let row = try? json.decode([Double].self, from: [0x5B] + input.bytes + [0x20, 0x5D])
  claim(row?.first?.bitPattern == double?.bitPattern, "[Double]: \(String(describing: row))")
  let float = try? json.decode(Float.self, from: input.bytes)
  let single = strtof(text, nil)
  claim(
    float?.bitPattern == (single.isFinite ? single.bitPattern : nil),
    "Float: \(String(describing: float)), not \(single)")
}

private func compareJSONNumber(_ number: Digits, _ text: String) {
  guard let one = JSONNumber(text) else { return claim(false, "no JSONNumber") }
  let digits = number.digits
  let shifted =
    (number.isNegative ? "-" : "") + (digits.isEmpty ? "0.0" : digits + "0") + "e\(number.exponent - 1)"
  guard let other = JSONNumber(shifted) else { return claim(false, "no JSONNumber: \(shifted)") }
  claim(one == other, "\(text) is not \(shifted)")
  claim(one.hashValue == other.hashValue, "\(text) has another hash than \(shifted)")
  let decimal = try? JSONCoder().decode(Decimal.self, from: Array(text.utf8))
  claim(decimal == one.decimal, "Decimal: \(String(describing: decimal)), \(String(describing: one.decimal))")
  if number.digits.count <= 38, (-127...100).contains(number.exponent) || number.digits.isEmpty {
    guard let decimal else {
      // A power of ten above 127 is written with more digits.
      return claim(number.digits.count + number.exponent > 38, "no Decimal")
    }
    claim(JSONNumber(decimal) == one, "Decimal: \(decimal), not \(text)")
  }
}
