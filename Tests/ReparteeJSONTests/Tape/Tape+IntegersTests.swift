import Foundation
import ReparteeJSON
import Testing

@Suite struct TapeIntegersTests {
  private func checkRange<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws {
    #expect(try decode(T.self, "\(T.min)") == T.min)
    #expect(try decode(T.self, "\(T.max)") == T.max)
    #expect(failure(T.self, "\(T.max)0")?.kind == .numberOutOfRange)
    var above = Decimal(string: "\(T.max)") ?? 0
    above += 1
    // Decimal has 38 digits, 128-bit integers have 39.
    if T.bitWidth < 128 { #expect(failure(T.self, "\(above)")?.kind == .numberOutOfRange) }
    #expect(failure(T.self, T.isSigned ? "\(T.min)0" : "-1")?.kind == .numberOutOfRange)
    #expect(try decode([T].self, "[1,2,100]") == [1, 2, 100])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func everyTypeTakesItsRangeAndNoMore() throws {
    try checkRange(Int.self)
    try checkRange(Int8.self)
    try checkRange(Int16.self)
    try checkRange(Int32.self)
    try checkRange(Int64.self)
    try checkRange(UInt.self)
    try checkRange(UInt8.self)
    try checkRange(UInt16.self)
    try checkRange(UInt32.self)
    try checkRange(UInt64.self)
    try checkRange(Int128.self)
    try checkRange(UInt128.self)
  }

  @Test func integerWrittenWithFractionOrExponentIsThatInteger() throws {
    #expect(try decode(Int.self, "1.0") == 1)
    #expect(try decode(Int.self, "-1.50e1") == -15)
    #expect(try decode(Int.self, "1e3") == 1000)
    #expect(try decode(Int.self, "1200e-2") == 12)
    #expect(try decode(Int.self, "-0") == 0)
    #expect(try decode(Int.self, "-0.0e5") == 0)
    #expect(try decode(UInt64.self, "1.8446744073709551615e19") == .max)
    #expect(try decode(Int.self, "0e99999999999999999999999") == 0)
    #expect(try decode(Int.self, "1" + String(repeating: "0", count: 50) + "e-50") == 1)
  }

  @Test func nothingIsRoundedCutOrWrapped() {
    let texts = [
      "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e19", "1e400",
      "1.00000000000000000000001", "1e99999999999999999999", "1e-99999999999999999999",
      "36893488147419103233", "100000000000000000000000000000000000000000",
    ]
    for text in texts { #expect(failure(Int.self, text)?.kind == .numberOutOfRange, "\(text)") }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func exponentsOfAnySizeAreRefusedWithoutATrap() throws {
    for exponent in [
      "9223372036854775806", "9223372036854775807", "9223372036854775808", "999999999999999999",
      "1000000000000000000", "4611686018427387904", "170141183460469231731687303715884105728",
    ] {
      for mantissa in ["1", "10", "10.0", "0.1", "-10.0", "100000000000000000000000000000000000000000"] {
        for sign in ["", "+", "-"] {
          let text = "\(mantissa)e\(sign)\(exponent)"
          #expect(failure([[String: Int]].self, "[{\"id\":\(text)}]")?.kind == .numberOutOfRange, "\(text)")
          #expect(failure(Decimal.self, text)?.kind == .numberOutOfRange, "\(text)")
          let value = try decode(JSONValue.self, text)
          #expect(
            value.int == nil && value.number?.decimal == nil && value.number?.integer(as: UInt128.self) == nil
          )
          _ = try JSONCoder().encode(["a": value])
        }
        #expect(try decode(Int.self, "0.000e\(exponent)") == 0)
        #expect(try decode(Decimal.self, "0e\(exponent)") == 0)
      }
    }
  }

  /// Around every border of every type, and at random, written in many ways.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func everyTypeTakesExactlyItsIntegers() throws {
    var random = SeededGenerator.named("everyTypeTakesExactlyItsIntegers")
    var texts: Set<String> = []
    for power in [0, 6, 7, 8, 9, 31, 32, 33, 53, 62, 63, 64, 65, 126, 127] {
      let border = Int128.max >> Int128(127 - power)
      for distance in -3...3 as ClosedRange<Int128> {
        guard let value = Optional(border.addingReportingOverflow(distance)), !value.overflow else {
          continue
        }
        texts.formUnion(["\(value.partialValue)", "\(0 &- value.partialValue)"])
      }
    }
    for digits in 1...41 {
      for first in ["1", "9", "17", "34", "99"] {
        let text = String(
          (first + (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()).prefix(
            digits))
        texts.formUnion([text, "-" + text])
      }
    }
    texts.formUnion([
      "-9223372036854775809", "-9999999999999999999", "340282366920938463463374607431768211455",
    ])
    for text in texts {
      try check(Int8.self, text, &random)
      try check(UInt8.self, text, &random)
      try check(Int32.self, text, &random)
      try check(UInt32.self, text, &random)
      try check(Int64.self, text, &random)
      try check(UInt64.self, text, &random)
      try check(Int128.self, text, &random)
      try check(UInt128.self, text, &random)
    }
  }

  /// `T(text)` of the standard library is the judge; the same number in other forms has to be the same.
  private func check<T: FixedWidthInteger & Decodable>(
    _ type: T.Type, _ text: String, _ random: inout SeededGenerator
  ) throws {
    let expected = T(text)
    let digits = text.drop { $0 == "-" }
    let point = digits.index(digits.startIndex, offsetBy: Int.random(in: 1...digits.count, using: &random))
    let fraction = digits[point...]
    let sign = text.hasPrefix("-") ? "-" : ""
    for form in [
      text, text + ".0", "\(sign)\(digits[..<point]).\(fraction)0e\(fraction.count)",
      text == "0" ? "-0.0" : text + "00e-2",
    ] {
      let value = try? decode(T.self, form)
      if value != expected { Issue.record("\(form) as \(T.self): \(String(describing: value))") }
      let number = try #require(JSONNumber(form))
      if number.integer(as: T.self) != expected { Issue.record("JSONNumber \(form) as \(T.self)") }
    }
  }

  @Test func outOfRangeSaysWhere() {
    let error = failure([String: [Int8]].self, #"{"a": [1, 300]}"#)
    #expect(error?.path == ["a", 1])
    #expect(error?.byteOffset == 10)
    #expect(
      error?.description
        == "a[1]: expected Int8 (a number that fits), found a number that does not (line 1, column 11, byte 10)"
    )
  }

  @Test func decimalKeepsItsDigits() throws {
    #expect(try decode(Decimal.self, "0.1") == Decimal(string: "0.1"))
    #expect(
      try decode(Decimal.self, "12345678901234567890.123456789")
        == Decimal(string: "12345678901234567890.123456789"))
    #expect(
      try decode(Decimal.self, "1e165") == Decimal(string: "1" + String(repeating: "0", count: 38) + "e127"))
    #expect(failure(Decimal.self, "1e999")?.kind == .numberOutOfRange)
    #expect(failure(Decimal.self, "\"1\"")?.kind == .typeMismatch)
  }
}
