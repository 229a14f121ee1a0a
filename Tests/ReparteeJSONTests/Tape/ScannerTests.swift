import ReparteeJSON
import Testing

/// Every production of RFC 8259, as accepted, and every way to break one, with the place where it is seen.
@Suite struct ScannerTests {
  static let accepted: [(text: String, value: JSONValue)] = [
    // Section 2: whitespace around structural characters, literals.
    (" \t\r\n null \t\r\n ", nil), ("true", true), ("false", false), ("null", nil),
    ("[\u{20}\u{09}\u{0A}\u{0D}]", []), ("{ }", [:]), ("[ 1 , 2 ]", [1, 2]),
    ("{ \"a\" : 1 , \"b\" : 2 }", ["a": 1, "b": 2]),
    // Section 4: objects.
    ("{}", [:]), (#"{"a":{"b":{}}}"#, ["a": ["b": [:]]]), (#"{"":0}"#, ["": 0]),
    (#"{"a":1,"a":2}"#, ["a": 1]),
    (#"{"\u0061":1}"#, ["a": 1]),
    // Section 5: arrays, of mixed types.
    ("[]", []), ("[[[]]]", [[[]]]), (#"[null,true,1,"a",[],{}]"#, [nil, true, 1, "a", [], [:]]),
    // Section 6: numbers.
    ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("1.5", 1.5), ("-0.25", -0.25), ("1e3", 1000), ("1E3", 1000),
    ("1e+3", 1000), ("15e-1", 1.5), ("0e0", 0), ("0.0", 0), ("1.0E+2", 100),
    ("9223372036854775807", 9_223_372_036_854_775_807),
    // Section 7: strings.
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\uD83D\uDE00""#, "😀"), (#""\ud834\udd1e""#, "𝄞"), ("\"\u{7F}\"", "\u{7F}"), (#""\u0000""#, "\u{0}"),
    ("\"é€😀\u{10FFFF}\"", "é€😀\u{10FFFF}"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
    ("\"\u{FFFF}\"", "\u{FFFF}"),
    ("\"12345678901234567890\"", "12345678901234567890"), (#""1234567\n""#, "1234567\n"),
  ]

  @Test(arguments: accepted.indices)
  func everyProductionIsAccepted(_ index: Int) throws {
    let (text, value) = Self.accepted[index]
    #expect(try decode(JSONValue.self, text) == value, "\(text)")
  }

  struct Refused: Sendable {
    var text: String
    var kind: JSONError.Kind
    var offset: Int
    var path: JSONPath = []

    init(_ text: String, _ offset: Int, _ path: JSONPath = [], _ kind: JSONError.Kind = .syntax) {
      self.text = text
      self.kind = kind
      self.offset = offset
      self.path = path
    }
  }

  static let refused: [Refused] = [
    // Nothing, or something after the value.
    Refused("", 0, [], .empty), Refused(" \n", 2, [], .empty), Refused("1 2", 2), Refused("{} x", 3),
    Refused("[]]", 2),
    Refused("nulll", 4), Refused("\"a\"\"b\"", 3),
    // Literals.
    Refused("nul", 3), Refused("nuLl", 2), Refused("True", 0), Refused("tru]", 3), Refused("fals", 4),
    Refused("fa", 2),
    Refused("NaN", 0), Refused("Infinity", 0), Refused("-Infinity", 1), Refused("undefined", 0),
    // Arrays.
    Refused("[", 1), Refused("[1", 2), Refused("[1,", 3, [1]), Refused("[1,]", 3, [1]),
    Refused("[,1]", 1, [0]),
    Refused("[1 2]", 3), Refused("[1}", 2), Refused("]", 0), Refused("[1,,2]", 3, [1]), Refused("[[1,2]", 6),
    Refused("[1:2]", 2),
    // Objects.
    Refused("{", 1), Refused("{\"a\"", 4), Refused("{\"a\":", 5, ["a"]), Refused("{\"a\":1", 6),
    Refused("{\"a\":1,", 7),
    Refused("{\"a\":1,}", 7), Refused("{,}", 1), Refused("{a:1}", 1), Refused("{1:1}", 1),
    Refused("{'a':1}", 1),
    Refused("{\"a\" 1}", 5), Refused("{\"a\":1 \"b\":2}", 7), Refused("{\"a\":1]", 6),
    Refused("{\"a\"}", 4),
    Refused("{\"a\":}", 5, ["a"]), Refused("{\"a\":{\"b\":[0,x]}}", 13, ["a", "b", 1]),
    Refused("{\"a\":1;\"b\":2}", 6),
    // Numbers.
    Refused("01", 0), Refused("-01", 1), Refused("00", 0), Refused("-", 1), Refused("+1", 0),
    Refused(".5", 0),
    Refused("1.", 2), Refused("1.e3", 2), Refused("1e", 2), Refused("1e+", 3), Refused("1e-x", 3),
    Refused("0x10", 1),
    Refused("[-]", 2, [0]), Refused("1_000", 1), Refused("[1.]", 3, [0]), Refused("--1", 1),
    Refused("1e5.5", 3),
    // Strings.
    Refused("\"", 1), Refused("\"a", 2), Refused("'a'", 0), Refused("\"\\", 2), Refused("\"\\x\"", 1),
    Refused("\"\\u12\"", 1),
    Refused("\"\\u12G4\"", 1), Refused("\"\\u", 3), Refused("\"a\u{0}\"", 2), Refused("\"a\nb\"", 2),
    Refused("\"\t\"", 1),
    Refused("\"\u{1F}\"", 1), Refused("\"\\\"", 3), Refused("[\"a", 3, [0]), Refused("\"\\'\"", 1),
    Refused("\"\\U0041\"", 1),
    // Surrogates.
    Refused(#""\uD800""#, 1), Refused(#""\uDC00""#, 1), Refused(#""\uD800\n""#, 1),
    Refused(#""\uD800\uD800""#, 1),
    Refused(#""a\uD800\u0041""#, 2), Refused(#""\uD800x""#, 1),
    // Comments and other things that are not whitespace.
    Refused("/* */ 1", 0), Refused("1 // one", 2), Refused("# 1", 0), Refused("\u{A0}1", 0),
    Refused("\u{0C}1", 0),
    Refused("[1\u{0B}]", 2), Refused("<html>", 0),
  ]

  @Test(arguments: refused.indices)
  func everyBreachIsRefusedWithItsPlace(_ index: Int) {
    let breach = Self.refused[index]
    guard let error = failure(JSONValue.self, breach.text) else { return }
    #expect(error.kind == breach.kind, "\(breach.text)")
    #expect(error.byteOffset == breach.offset, "\(breach.text)")
    #expect(error.path == breach.path, "\(breach.text)")
  }

  static let badUTF8: [(bytes: [UInt8], offset: Int)] = [
    ([0x80], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3], 0), ([0xC3, 0x28], 0),
    ([0xE0, 0x80, 0x80], 0),
    ([0xE0, 0x9F, 0xBF], 0), ([0xE2, 0x82], 0), ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0),
    ([0xF0, 0x80, 0x80, 0x80], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
    ([0xF5, 0x80, 0x80, 0x80], 0),
    ([0xF0, 0x9F, 0x98], 0), ([0xFF], 0), ([0xFE], 0), ([0x61, 0xE2, 0x82, 0xAC, 0xE2, 0x28, 0xA1], 4),
    ([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xC3, 0x28], 9),
  ]

  @Test(arguments: badUTF8.indices)
  func invalidUTF8IsRefusedWithItsPlace(_ index: Int) {
    let (bytes, offset) = Self.badUTF8[index]
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode(String.self, from: [0x22] + bytes + [0x22])
    }
    #expect(error?.byteOffset == offset + 1)
    #expect(error?.kind == .syntax)
  }

  @Test func everyScalarValueSurvives() throws {
    var text = ""
    for value in UInt32(0x20)...0x10FFFF where value % 7 == 0 || value < 0x3000 {
      if let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" {
        text.unicodeScalars.append(scalar)
      }
    }
    #expect(try decode(String.self, "\"\(text)\"").unicodeScalars.elementsEqual(text.unicodeScalars))
    var escaped = ""
    for unit in Array(text.utf16) {
      let digits = String(unit, radix: 16)
      escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    #expect(try decode(String.self, "\"\(escaped)\"").unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func byteOrderMarkIsSkippedAndOffsetsCountIt() throws {
    #expect(try JSONCoder().decode(Int.self, from: [0xEF, 0xBB, 0xBF, 0x31]) == 1)
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode(Int.self, from: [0xEF, 0xBB, 0xBF, 0x78])
    }
    #expect(error?.byteOffset == 3)
    #expect(error?.column == 1)
  }

  @Test(
    arguments: [
      ([0xFE, 0xFF, 0, 0x31], "UTF-16"), ([0xFF, 0xFE, 0x31, 0], "UTF-16"), ([0, 0x31, 0, 0x32], "UTF-16"),
      ([0x31, 0, 0x32, 0], "UTF-16"), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31], "UTF-32"),
      ([0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0], "UTF-32"),
      ([0, 0, 0, 0x31], "UTF-32"), ([0x31, 0, 0, 0], "UTF-32"), ([0x31, 0], "UTF-16"),
    ] as [([UInt8], String)])
  func otherEncodingsAreRefusedByName(_ bytes: [UInt8], _ name: String) {
    let error = #expect(throws: JSONError.self) { try JSONCoder().decode(Int.self, from: bytes) }
    #expect(error?.found == name)
    #expect(error?.kind == .syntax)
  }
}
