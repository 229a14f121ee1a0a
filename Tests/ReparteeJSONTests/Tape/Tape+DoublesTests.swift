import Foundation
import ReparteeJSON
import Testing

@Suite struct TapeDoublesTests {
  /// Bit for bit what `strtod` says, for texts of many shapes; where that is infinite, an error.
  private func check(_ texts: [String]) throws {
    for text in texts {
      let expected = strtod(text, nil)
      if expected.isInfinite {
        let error = #expect(throws: JSONError.self) { try decode(Double.self, text) }
        #expect(error?.kind == .numberOutOfRange)
        continue
      }
      let value = try decode(Double.self, text)
      if value.bitPattern != expected.bitPattern { Issue.record("\(text): \(value), strtod has \(expected)") }
      let float = strtof(text, nil)
      if float.isFinite, try decode(Float.self, text).bitPattern != float.bitPattern {
        Issue.record("\(text): as a Float, strtof has \(float)")
      }
    }
  }

  @Test func everyDoubleIsThatOfStrtod() throws {
    var random = SeededGenerator.named("everyDoubleIsThatOfStrtod")
    var texts: [String] = []
    func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
      String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
    }
    for _ in 0..<SeededGenerator.runs(20_000) {
      // Any double at all, in its shortest form.
      let any = Double(bitPattern: random.next())
      if any.isFinite { texts.append("\(any)") }
      // Digits and an exponent of any size.
      var text = Bool.random(using: &random) ? "-" : ""
      text +=
        String(Int.random(in: 1...9, using: &random))
        + digits(Int.random(in: 0...20, using: &random), &random)
      if Bool.random(using: &random) { text += "." + digits(Int.random(in: 1...25, using: &random), &random) }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -340...320, using: &random))" }
      texts.append(text)
      // What most texts have: few digits, a small exponent.
      texts.append(
        "\(Int.random(in: -99_999...99_999, using: &random)).\(digits(Int.random(in: 1...17, using: &random), &random))"
      )
    }
    try check(texts)
  }

  @Test func valuesHalfwayBetweenTwoDoublesRoundToEven() throws {
    var random = SeededGenerator.named("valuesHalfwayBetweenTwoDoublesRoundToEven")
    var texts = [
      "9007199254740993", "9007199254740995", "4503599627370496.5", "4503599627370497.5",
      "2.2250738585072011e-308",
    ]
    for _ in 0..<SeededGenerator.runs(2_000) {
      // An odd 54-bit integer lies halfway; times a power of two it still does, and fits in text exactly.
      let odd = (UInt64(1) << 53 | random.next() >> 11) | 1
      texts.append("\(odd)")
      texts.append("\(odd)e\(Int.random(in: 0...20, using: &random))")
      texts.append("\(odd)." + String(repeating: "0", count: 30) + (Bool.random(using: &random) ? "1" : "0"))
    }
    try check(texts)
  }

  @Test func extremesAreExact() throws {
    try check([
      "0", "-0", "-0.0", "0e999999999999999999999", "0.0e-999999999999999999999", "5e-324", "4.9e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324", "2.2250738585072014e-308", "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308", "1e309", "-1e309", "1e999999999999999999999", "1e-999999999999999999999",
      "0." + String(repeating: "0", count: 400) + "1e400", "1" + String(repeating: "0", count: 400) + "e-400",
      "18446744073709551615", "18446744073709551616", "99999999999999999999",
      "123456789012345678901234567890",
      "1e22", "1e23", "8.5e22", "1.0000000000000002", "0.1", "0.3", "2.5e-5", "7.2057594037927933e16",
    ])
  }
}
