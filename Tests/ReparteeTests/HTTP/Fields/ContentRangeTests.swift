import Repartee
import TestSupport
import Testing

struct ContentRangeTests {
  /// The forms of RFC 9110, section 14.4.
  @Test(
    arguments: [
      ("bytes 5-9/10", "bytes", 5...9, 10), ("bytes 5-9/*", "bytes", 5...9, nil),
      ("bytes */10", "bytes", nil, 10),
      ("bytes 0-0/1", "bytes", 0...0, 1), ("Items 3-4/5", "items", 3...4, 5),
      ("bytes 05-009/0010", "bytes", 5...9, 10),
      ("bytes */0", "bytes", nil, 0),
      (
        "bytes 9223372036854775806-9223372036854775806/9223372036854775807", "bytes",
        Int64.max - 1...Int64.max - 1, .max
      ),
      ("bytes 0-9223372036854775807/*", "bytes", 0...Int64.max, nil),
    ] as [(String, String, ClosedRange<Int64>?, Int64?)])
  func theFormsOfTheStandardAreRead(text: String, unit: String, range: ClosedRange<Int64>?, total: Int64?)
    throws
  {
    let read = try #require(ContentRange(text))
    #expect(read.unit == unit && read.range == range && read.total == total)
    #expect(ContentRange(read.description) == read)
  }

  @Test(arguments: [
    "", "bytes", "bytes ", "bytes 5-9", "bytes 5-9/", "bytes 5-/10", "bytes -5/10", "bytes /10",
    "bytes 9-5/10",
    "bytes 5-10/10", "bytes 5-9/5", "bytes */*", "bytes */", "bytes *-9/10", "bytes  5-9/10", "bytes 5-9/10 ",
    "bytes 5 - 9/10", "bytes=5-9/10", "bytes: 5-9/10", "5-9/10", " 5-9/10", "bytes 5-9/10/11",
    "bytes 5-9-10/11",
    "bytes +5-9/10", "bytes 5-9/-10", "bytes 0x5-9/10", "bytes ٥-٩/١٠", "bytes 5-9223372036854775808/*",
    "bytes 5-9/9223372036854775808", "bytes 5-9/99999999999999999999999", "bytes 5-9/10, bytes 5-9/10",
    "by(tes 5-9/10",
    "bytes 5-9/\u{301}10", "bytes\u{301} 5-9/10",
  ])
  func whatIsNoRangeIsNil(text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test func aHeadHasTheRangeOfOneField() {
    func range(_ values: String...) -> ContentRange? {
      var fields = HTTPFields()
      for value in values { fields.append(HTTPField(name: .contentRange, value: value)) }
      return Response(status: 206, headers: fields).contentRange
    }
    #expect(range("bytes 5-9/10")?.range == 5...9)
    #expect(range("bytes 5-9/10", "bytes 5-9/10")?.range == 5...9, "the same twice")
    #expect(range("bytes 5-9/10", "bytes 6-9/10") == nil && range() == nil && range("bytes 5-9") == nil)
  }

  @Test func noTextStopsIt() async {
    await forAll(runs: 2_000) { generator in
      guard let range = ContentRange(generator.mangled("bytes 12-345/6789")) else { return }
      #expect(ContentRange(range.description) == range)
      #expect(range.range != nil || range.total != nil)
      if let positions = range.range, let total = range.total {
        #expect(positions.lowerBound >= 0 && positions.upperBound < total)
      }
    }
    #expect(ContentRange("bytes 0-\(String(repeating: "9", count: 1_000_000))/*") == nil)
    #expect(ContentRange("bytes \(String(repeating: "0", count: 1_000_000))-9/*")?.range == 0...9)
  }
}
