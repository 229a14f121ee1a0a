import Foundation
import ReparteeJSON
import Testing

@Suite struct SpanUnescapingTests {
  private static let lenient = {
    var json = JSONCoder()
    json.replacesLoneSurrogates = true
    return json
  }()

  @Test(arguments: [
    (#""hi \ud83d""#, "hi \u{FFFD}"), (#""\uDC00""#, "\u{FFFD}"), (#""\ud83d\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud83dx\ude00""#, "\u{FFFD}x\u{FFFD}"), (#""\ud83d\n""#, "\u{FFFD}\n"),
    (#""\ud83d\\ude00""#, "\u{FFFD}\\ude00"),
    (#""\ud83d\u0041\udbff\udfff""#, "\u{FFFD}A\u{10FFFF}"), (#""é\ud800 😀""#, "é\u{FFFD} 😀"),
  ])
  func halfOfAPairIsReplacedOnlyIfAsked(text: String, value: String) throws {
    #expect(try decode(String.self, text, Self.lenient) == value)
    #expect(try decode(JSONValue.self, text, Self.lenient) == .string(value))
    #expect(try decode([String].self, "[\(text)]", Self.lenient) == [value])
    #expect(try decode([String: Int].self, "{\(text):1}", Self.lenient) == [value: 1])
    let error = failure(String.self, text)
    #expect(error?.kind == .syntax && error?.found == "half of a pair")
    #expect(error?.hint == "set `replacesLoneSurrogates` to read it as U+FFFD")
  }

  @Test func keysWithAReplacedHalfAreFoundBesideOthers() throws {
    struct Model: Decodable, Equatable {
      var name: String
      var broken: Int
      enum CodingKeys: String, CodingKey { case name, broken = "a\u{FFFD}" }
    }
    let text = #"{"x\udfff":[],"name":"\ud800","a\ud83d":7}"#
    for keys in [KeyStrategy.asDeclared, .snakeCase] {
      var json = Self.lenient
      json.keys = keys
      #expect(try decode(Model.self, text, json) == Model(name: "\u{FFFD}", broken: 7))
    }
    let wrong = failure([String: [String: Int]].self, #"{"a\ud83d":{"b":"c"}}"#, Self.lenient)
    #expect(wrong?.path == ["a\u{FFFD}", "b"])
  }

  @Test func otherTextThatIsNotUnicodeStaysAnError() {
    for text in [#""\ud83""#, #""\ud83d\u12""#, #""\ud83d"#, #""\ud83d\"#, #""\ud83d\x""#] {
      #expect(failure(String.self, text, Self.lenient)?.kind == .syntax)
    }
    // The bytes of a surrogate, and others that are no UTF-8.
    for bytes: [UInt8] in [[0xED, 0xA0, 0x80], [0xFF], [0xC3]] {
      #expect(throws: JSONError.self) { try Self.lenient.decode(String.self, from: [0x22] + bytes + [0x22]) }
    }
  }

  @Test func elementsAndLinesTakeTheOption() throws {
    for (framing, text) in [
      (JSONElements.Framing.array(at: ["a"]), #"{"a":["\ud83d","b"]}"#), (.lines, "\"\\ud83d\"\n\"b\"\n"),
      (.concatenated, #""\ud83d""b""#),
    ] {
      for cut in 0...text.utf8.count {
        var elements = JSONElements(in: framing)
        var values: [String] = []
        for chunk in [text.utf8.prefix(cut), text.utf8.dropFirst(cut)] {
          elements.append(chunk)
          while let element = try elements.next() { values.append(try Self.lenient.decode(from: element)) }
        }
        #expect(values == ["\u{FFFD}", "b"])
      }
    }
  }

  @Test func anyEscapesAreReadAsUTF16IsRepaired() throws {
    var random = SeededGenerator.named("anyEscapesAreReadAsUTF16IsRepaired")
    for _ in 0..<SeededGenerator.runs(2_000) {
      let units = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt16.random(in: 0xD7FE...0xE001, using: &random) : UInt16.random(in: 0...0xFFFF, using: &random)
      }
      let text = "\"" + units.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined() + "\""
      let value = try decode(String.self, text, Self.lenient)
      #expect(
        value.unicodeScalars.elementsEqual(String(decoding: units, as: UTF16.self).unicodeScalars), "\(text)")
    }
  }
}
