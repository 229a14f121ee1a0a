import Foundation
import ReparteeJSON
import Testing

@Suite struct IntegerTests {
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
    #expect(failure(Decimal.self, "1e999")?.kind == .numberOutOfRange)
    #expect(failure(Decimal.self, "\"1\"")?.kind == .typeMismatch)
  }
}
