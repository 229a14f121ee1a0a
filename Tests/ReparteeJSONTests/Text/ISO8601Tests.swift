import Foundation
import ReparteeJSON
import Testing

@Suite struct ISO8601Tests {
  private func date(_ text: String, _ coder: JSONCoder = JSONCoder()) throws -> Double {
    try decode(Date.self, "\"\(text)\"", coder).timeIntervalSince1970
  }

  @Test func toleratedFormsAreOneInstant() throws {
    let forms = [
      "2024-02-29T12:30:45Z", "2024-02-29t12:30:45z", "2024-02-29 12:30:45Z", "2024-02-29T12:30:45",
      "2024-02-29T12:30:45+00:00",
      "2024-02-29T14:30:45+02:00", "2024-02-29T14:30:45+0200", "2024-02-29T14:30:45+02",
      "2024-02-29T07:00:45-05:30",
      "2024-02-29T12:30:45.0Z", "2024-02-29T12:30:45.000000000000000000000Z", "2024-02-29T12:30:45,000Z",
    ]
    for form in forms { #expect(try date(form) == 1_709_209_845, "\(form)") }
    #expect(try date("2024-02-29") == 1_709_164_800)
    #expect(try date("2024-02-29T12:30Z") == 1_709_209_800)
    #expect(try date("2024-02-29T12:30+01:00") == 1_709_206_200)
  }

  @Test func fractionsOfAnyLengthCount() throws {
    #expect(try decode(Date.self, "\"2001-01-01T00:00:00.5Z\"").timeIntervalSinceReferenceDate == 0.5)
    #expect(try decode(Date.self, "\"2001-01-01T00:00:00.123Z\"").timeIntervalSinceReferenceDate == 0.123)
    #expect(
      try decode(Date.self, "\"2001-01-01T00:00:00.123456789Z\"").timeIntervalSinceReferenceDate
        == 0.123456789)
    #expect(
      try decode(Date.self, "\"2001-01-01T00:00:00.9999999999999999999999Z\"").timeIntervalSinceReferenceDate
        == 1)
  }

  @Test func leapSecondIsTheNextMinute() throws {
    #expect(try date("2016-12-31T23:59:60Z") == 1_483_228_800)
  }

  @Test func theEndOfYear9999IsWrittenAgain() throws {
    for text in ["9999-12-31T23:59:60Z", "9999-12-31T23:59:60.999Z", "9999-12-31T23:59:59.9999999Z"] {
      let date = try decode(Date.self, "\"\(text)\"")
      let written = try String(decoding: JSONCoder().encode(date), as: UTF8.self)
      #expect(written == "\"9999-12-31T23:59:59.999Z\"", "\(text)")
    }
  }

  @Test func whatIsNoDateIsCorrupted() {
    let texts = [
      "", "2024", "2024-02", "2024-2-9", "2024-13-01", "2024-00-01", "2024-01-00", "2024-01-32", "2023-02-29",
      "1900-02-29",
      "2024-04-31", "2024-01-01T", "2024-01-01T24:00:00Z", "2024-01-01T12", "2024-01-01T12:60Z",
      "2024-01-01T12:00:61Z",
      "2024-01-01T12:00:00.Z", "2024-01-01T12:00:00+", "2024-01-01T12:00:00+2", "2024-01-01T12:00:00+24:00",
      "2024-01-01T12:00:00+01:60",
      "2024-01-01T12:00:00ZZ", "2024-01-01X12:00:00Z", "2024/01/01", " 2024-01-01", "2024-01-01 ", "tomorrow",
      "20240101",
      "2024-01-01T12:00:00+01:", "２024-01-01",
    ]
    for text in texts { #expect(failure(Date.self, "\"\(text)\"")?.kind == .corrupted, "\(text)") }
    #expect(
      failure(Date.self, "5")?.hint
        == "the date is a number: set `dates` to `.secondsSince1970` or `.millisecondsSince1970`")
  }

  @Test func everyDayOfFourCenturiesIsFoundationsAndComesBack() throws {
    let coder = JSONCoder()
    for day in stride(from: -75_000, to: 75_000, by: 13) {
      let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400 + 3_661)
      let text = date.formatted(.iso8601)
      #expect(try self.date(text) == date.timeIntervalSince1970)
      #expect(try String(decoding: coder.encode(date), as: UTF8.self) == "\"\(text)\"")
    }
  }

  @Test func datesAreWrittenToTheMillisecond() throws {
    func text(_ interval: Double) throws -> String {
      String(decoding: try JSONCoder().encode(Date(timeIntervalSinceReferenceDate: interval)), as: UTF8.self)
    }
    #expect(try text(0.25) == "\"2001-01-01T00:00:00.250Z\"")
    #expect(try text(-0.5) == "\"2000-12-31T23:59:59.500Z\"")
    #expect(try text(0.9999) == "\"2001-01-01T00:00:01Z\"")
    #expect(throws: EncodingError.self) { try text(1e15) }
  }

  @Test func otherStrategiesReadAndWriteTheirForm() throws {
    var coder = JSONCoder()
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let forms: [(DateStrategy, String)] = [
      (.secondsSince1970, "1700000000"), (.millisecondsSince1970, "1700000000000"),
      (.deferredToDate, "721692800"),
      (.formatted(Date.ISO8601FormatStyle().year().month().day()), "\"2023-11-14\""),
      (
        .custom(
          decode: { Date(timeIntervalSince1970: Double(try [Int](from: $0)[0])) },
          encode: { try [Int($0.timeIntervalSince1970)].encode(to: $1) }), "[1700000000]"
      ),
    ]
    for (strategy, text) in forms {
      coder.dates = strategy
      let expected = text == "\"2023-11-14\"" ? Date(timeIntervalSince1970: 1_699_920_000) : date
      #expect(try decode(Date.self, text, coder) == expected)
      #expect(try decode([Date].self, "[\(text)]", coder) == [expected])
      #expect(try String(decoding: coder.encode(date), as: UTF8.self) == text)
    }
    coder.dates = .secondsSince1970
    #expect(try decode(Date.self, "1700000000.5", coder).timeIntervalSince1970 == 1_700_000_000.5)
  }
}
