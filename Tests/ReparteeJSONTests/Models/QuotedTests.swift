import Foundation
import ReparteeJSON
import Testing

@Suite struct QuotedTests {
  struct Usage: Codable, Equatable {
    @Quoted var bytes: Int64
    @Quoted var price: Decimal
    @Quoted var share: Double
    @Quoted var limit: Int?
    var plain = 1
  }

  enum By: CaseIterable { case ours, foundations }

  private func read<T: Decodable>(_ type: T.Type, _ text: String, by decoder: By) throws -> T {
    switch decoder {
    case .ours: try JSONCoder().decode(type, from: Data(text.utf8))
    case .foundations: try JSONDecoder().decode(type, from: Data(text.utf8))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: By.allCases) func aNumberIsReadInQuotesAndWithout(by decoder: By) throws {
    let quoted = #"{"bytes":"9007199254740993","price":"19.99","share":"0.5","limit":"10","plain":1}"#
    let bare = #"{"bytes":9007199254740993,"price":19.99,"share":0.5,"limit":10,"plain":1}"#
    let expected = Usage(
      bytes: 9_007_199_254_740_993, price: Decimal(string: "19.99") ?? 0, share: 0.5, limit: 10)
    #expect(try read(Usage.self, quoted, by: decoder) == expected)
    #expect(try read(Usage.self, bare, by: decoder) == expected)
    #expect(try read([Quoted<Int>].self, #"["1",2,"-3"]"#, by: decoder).map(\.wrappedValue) == [1, 2, -3])
    #expect(
      try read([Quoted<UInt128>].self, #"["340282366920938463463374607431768211455"]"#, by: decoder)[0]
        .wrappedValue == .max)
  }

  @Test(arguments: By.allCases) func whatIsLeftOutIsZeroOrNil(by decoder: By) throws {
    for text in [#"{"plain":1}"#, #"{"bytes":null,"price":null,"share":null,"limit":null,"plain":1}"#] {
      #expect(try read(Usage.self, text, by: decoder) == Usage(bytes: 0, price: 0, share: 0, limit: nil))
    }
  }

  @Test func itIsWrittenInQuotesAndNilIsLeftOut() throws {
    let usage = Usage(bytes: .max, price: Decimal(string: "0.10") ?? 0, share: 2, limit: nil)
    for data in [try JSONCoder().encode(usage), try JSONEncoder().encode(usage)] {
      #expect(
        try decode(JSONValue.self, String(decoding: data, as: UTF8.self))
          == ["bytes": "9223372036854775807", "price": "0.1", "share": "2.0", "plain": 1])
      #expect(try JSONCoder().decode(Usage.self, from: data) == usage)
    }
    let infinite = [Quoted(wrappedValue: -Double.infinity), Quoted(wrappedValue: .nan)]
    let text = String(decoding: try JSONCoder().encode(infinite), as: UTF8.self)
    #expect(text == #"["-Infinity","NaN"]"#)
    #expect(try decode([Quoted<Double>].self, text)[0] == infinite[0])
  }

  @Test(arguments: By.allCases) func whatIsNoNumberIsRefused(by decoder: By) {
    for text in [
      "", " 1", "1 ", "+1", "01", "-01", "--1", "-", "1.5", "0x10", "1e400", "9223372036854775808", "one",
      "١",
    ] {
      #expect(throws: (any Error).self, "\(text)") {
        try read([Quoted<Int>].self, "[\"\(text)\"]", by: decoder)
      }
    }
    for text in ["", "1.", ".5", "inf", "nan", "1e999", "0x1p3", "infinity"] {
      #expect(throws: (any Error).self, "\(text)") {
        try read([Quoted<Double>].self, "[\"\(text)\"]", by: decoder)
      }
    }
    #expect(throws: (any Error).self) { try read([Quoted<Int>].self, "[true]", by: decoder) }
  }

  @Test func otherTextsForInfinitiesAreReadWhereTheCoderHasThem() throws {
    let text = #"["+Inf","-Inf","NaN","Infinity","1.5",2]"#
    var json = JSONCoder()
    json.floats = .strings(positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "NaN")
    let foundation = JSONDecoder()
    foundation.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "NaN")
    let data = Data(text.utf8)
    for values in [
      try json.decode([Quoted<Double>].self, from: data),
      try foundation.decode([Quoted<Double>].self, from: data),
    ].map({ $0.map(\.wrappedValue) }) {
      #expect(values[0] == .infinity && values[1] == -.infinity && values[2].isNaN)
      #expect(values[3...] == [.infinity, 1.5, 2])
    }
    #expect(try json.decode([Quoted<Float?>].self, from: data)[1].wrappedValue == -.infinity)
    // Of no other number, and not unless the coder says so.
    for text in [#"["+Inf"]"#, #"["NaN"]"#] {
      #expect(throws: (any Error).self) { try json.decode([Quoted<Int>].self, from: Data(text.utf8)) }
      #expect(throws: (any Error).self) { try json.decode([Quoted<Decimal>].self, from: Data(text.utf8)) }
    }
    let error = failure([Quoted<Double>].self, #"["+Inf"]"#)
    #expect(error?.hint == "JSON has no such number: set `floats` to `.strings(…)`")
    #expect(failure([Double].self, #"["NaN"]"#)?.hint == error?.hint)
    #expect(failure([Double].self, #"["nine"]"#)?.hint == nil)
    #expect(failure([Double].self, #"["0x1"]"#)?.hint == nil)
  }

  @Test func itPrintsAsItsNumber() {
    #expect("\(Quoted(wrappedValue: 42))" == "42" && "\(Quoted(wrappedValue: 1.5 as Double))" == "1.5")
    #expect("\([Quoted(wrappedValue: Decimal(7))])" == "[7]")
    #expect(String(reflecting: Quoted(wrappedValue: 42)) == "42")
    let usage = Usage(bytes: 1, price: 2, share: 3, limit: 4)
    #expect("\(usage)" == "Usage(_bytes: 1, _price: 2, _share: 3.0, _limit: Optional(4), plain: 1)")
  }

  @Test func errorsSayWhereAndWhatItIs() {
    let error = failure([Usage].self, #"[{"bytes":"x"}]"#)
    #expect(
      error?.description
        == "[0].bytes: expected Int64 (a number, in quotes or not), found a string that is not one (line 1, column 11, byte 10)"
    )
    #expect(failure(Usage.self, #"{"bytes":"1e99"}"#)?.kind == .numberOutOfRange)
    #expect(failure(Usage.self, #"{"bytes":[]}"#)?.kind == .typeMismatch)
  }

  /// As the standard library reads the integers, written in any way.
  @Test func integersInQuotesAreThoseWithout() throws {
    var random = SeededGenerator.named("integersInQuotesAreThoseWithout")
    let alphabet = Array("0123456789-.eE+")
    for _ in 0..<SeededGenerator.runs(3_000) {
      let text = String(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "0" }
      )
      let bare = try? decode(Int16.self, text)
      let quoted = try? decode(Quoted<Int16>.self, "\"\(text)\"").wrappedValue
      #expect(bare == quoted, "\(text)")
    }
  }
}
