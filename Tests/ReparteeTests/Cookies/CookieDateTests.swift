import Foundation
import Testing

@testable import Repartee

/// The dates of `Expires` (RFC 6265, section 5.1.1).
struct CookieDateTests {
  private func seconds(_ text: String) -> Double? { CookieDate.date(text.utf8)?.timeIntervalSince1970 }

  @Test(arguments: [
    "Wed, 09 Jun 2021 10:18:14 GMT", "Wed, 09-Jun-2021 10:18:14 GMT", "Wed, 09-Jun-21 10:18:14 GMT",
    "Wed Jun  9 10:18:14 2021", "9 june 2021 10:18:14", "10:18:14 9 JUNIPER 2021", "2021 9 Jun 10:18:14",
    "09 Jun 21 10:18:14 PST", "9th Jun 2021y 10:18:14.999", "x,10:18:14~9/Jun!21;40;50",
    "09 Jun 021 10:18:14",
    "\u{9}09\u{9}Jun\u{9}2021\u{9}10:18:14:99", "Wed 9 Jun 12021 2021 10:18:14",
    "Jun 9 Jul 21 10:18:14 11:00:00",
  ])
  func onlyWhatLooksLikeAPartCounts(text: String) {
    #expect(seconds(text) == 1_623_233_894)
  }

  @Test(arguments: [
    "", ";", "Wed", "09 Jun 2021", "10:18:14 Jun 2021", "09 10:18:14 2021", "09 Jun 10:18:14",
    "09 Jun 2021 10:18",
    "09 Jun 2021 24:00:00", "09 Jun 2021 10:60:00", "09 Jun 2021 10:18:60", "31 Jun 2021 10:18:14",
    "29 Feb 2021 10:18:14", "0 Jun 2021 10:18:14", "32 Jun 2021 10:18:14", "09 Jun 1600 10:18:14",
    "009 Jun 2021 10:18:14", "09 Jun 20211 10:18:14", "09 Jun 2021 010:18:14", "09 Jun 2021 10:18:014",
    "09 Jun 2021 x10:18:14", "09 Jun 2021 1x:18:14", "09 Ju 2021 10:18:14", "2021-06-09T10:18:14Z",
  ])
  func whatLacksAPartIsNoDate(text: String) {
    #expect(seconds(text) == nil)
  }

  @Test(arguments: [
    ("69", 2069), ("70", 1970), ("99", 1999), ("00", 2000), ("1601", 1601), ("9999", 9999), ("100", nil),
  ])
  func aYearOfTwoDigitsIsBetween1970And2069(digits: String, year: Int?) {
    let expected = year.flatMap {
      HTTPDate.date(year: $0, month: 2, day: 28, hour: 23, minute: 59, second: 59)
    }
    #expect(CookieDate.date("28 Feb \(digits) 23:59:59".utf8) == expected)
    #expect((expected == nil) == (year == nil))
  }

  @Test func theLeapDayIsOneOnlyInLeapYears() {
    #expect(seconds("29 Feb 2000 00:00:00") == 951_782_400)
    #expect(seconds("29 Feb 1900 00:00:00") == nil)
  }
}
