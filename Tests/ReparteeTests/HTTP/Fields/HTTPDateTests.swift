import Foundation
import TestSupport
import Testing

@testable import Repartee

/// Dates (RFC 9110, section 5.6.7).
struct HTTPDateTests {
  private func seconds(_ text: String, now: Date = Date(timeIntervalSince1970: 1_800_000_000)) -> Double? {
    HTTPDate.date(text, now: now)?.timeIntervalSince1970
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 06-Nov-1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 UTC",
    "Tue, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT ",
    "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994",
  ])
  func oneSecondInAllItsForms(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test(arguments: [
    "", " ", "Sun", "Sun,", "06 Nov 1994 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, 06 Nov 1994 08:49:37 GMTx", "Sun, 06 Nov 1994 08:49:37 GMT, x",
    "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 PST",
    "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov  6 08:49:37 94", "Sun, 06 Nov 994 08:49:37 GMT",
    "Sun, 06 Nov 11994 08:49:37 GMT", "Sun, 06-Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, ٠6 Nov 1994 08:49:37 GMT",
    "Sun, 06 November 1994 08:49:37 GMT", "Sun, 31 Apr 1994 08:49:37 GMT", "Sun, 00 Jan 1994 08:49:37 GMT",
    "Sun, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37\u{0} GMT", "1994-11-06T08:49:37Z",
    "784111777",
    "Sun,, 06 Nov 1994 08:49:37 GMT", "Sun, 06--Nov--1994 08:49:37 GMT",
  ])
  func whatIsNoDateIsNil(text: String) {
    #expect(seconds(text) == nil)
  }

  @Test func aLeapSecondIsTheSecondAfterIt() {
    #expect(seconds("Sat, 31 Dec 2016 23:59:60 GMT") == seconds("Sun, 01 Jan 2017 00:00:00 GMT"))
  }

  @Test(arguments: [
    ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Mon, 01 Jan 0050 00:00:00 GMT", -60_589_296_000), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
    ("Sat, 29 Feb 0000 00:00:00 GMT", -62_162_121_600), ("Wed Dec 31 23:59:59 1969", -1),
  ])
  func yearsOfFourDigitsAreAsTheyStand(text: String, expected: Double) {
    #expect(seconds(text) == expected)
  }

  @Test(arguments: [
    ("2027-01-15", 77, 1977), ("2027-01-15", 76, 2076), ("2027-01-15", 26, 2026), ("2027-01-15", 0, 2000),
    ("1999-12-31", 0, 2000), ("1999-12-31", 50, 1950), ("1999-12-31", 49, 2049), ("2099-12-31", 1, 2101),
    ("1970-01-02", 70, 1970), ("1970-01-02", 19, 2019), ("1970-01-02", 21, 1921),
  ])
  func aYearOfTwoDigitsIsTheLatestNotFiftyYearsAhead(today: String, digits: Int, year: Int) throws {
    let now = try Date(today, strategy: .iso8601.year().month().day())
    let two = digits < 10 ? "0\(digits)" : "\(digits)"
    #expect(
      seconds("Sunday, 06-Nov-\(two) 08:49:37 GMT", now: now) == seconds("Sun, 06 Nov \(year) 08:49:37 GMT"))
  }

  @Test func fiftyYearsAreCountedByTheDay() {
    let now = Date(timeIntervalSince1970: 1_780_272_000)  // 2026-06-01
    #expect(seconds("Friday, 31-Dec-76 00:00:00 GMT", now: now) == seconds("Fri, 31 Dec 1976 00:00:00 GMT"))
    #expect(seconds("Friday, 01-Jan-76 00:00:00 GMT", now: now) == seconds("Fri, 01 Jan 2076 00:00:00 GMT"))
  }

  @Test func noCurrentTimeTraps() {
    for seconds in [64_092_211_200, -62_135_769_600, .infinity, -.infinity, .nan, 1e300, -1e300] {
      let now = Date(timeIntervalSince1970: seconds)
      #expect(self.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: now) != nil, "\(seconds)")
      #expect(self.seconds(HTTPDate.text(now)) != nil, "\(seconds)")
    }
  }

  @Test func whatIsWrittenIsReadAgain() async {
    #expect(HTTPDate.text(Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(HTTPDate.text(.distantFuture) == "Mon, 01 Jan 4001 00:00:00 GMT")
    await forAll(runs: 2_000) { generator in
      let second = Double(generator.int(-62_167_219_200...253_402_300_799))
      #expect(seconds(HTTPDate.text(Date(timeIntervalSince1970: second))) == second, "\(second)")
      let fraction = Date(timeIntervalSince1970: second + 0.75)
      #expect(seconds(HTTPDate.text(fraction)) == second || second == 253_402_300_799)
      let mangled = generator.mangled("Sunday, 06-Nov-94 08:49:37 GMT")
      _ = HTTPDate.date(mangled)
    }
  }
}
