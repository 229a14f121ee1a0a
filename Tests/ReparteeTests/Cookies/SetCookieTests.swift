import Foundation
import TestSupport
import Testing

@testable import Repartee

/// One field (RFC 6265bis, section 5.6).
struct SetCookieTests {
  private let now = Date(timeIntervalSince1970: 1_000_000_000)

  private func read(_ text: String) -> SetCookie? { SetCookie(text, at: now) }

  @Test(arguments: [
    ("a=b", "a", "b"), ("a=", "a", ""), ("=b", "", "b"), ("b", "", "b"), (" a = b ", "a", "b"),
    ("\ta\t=\tb c\t; x", "a", "b c"), ("a=b=c", "a", "b=c"), ("a==", "a", "="),
    ("a=\"b, c\"", "a", "\"b, c\""),
    ("a b=c d", "a b", "c d"), ("==b", "", "=b"), ("ä=ß", "ä", "ß"), ("a=b\tc", "a", "b\tc"),
    ("a=b;;;", "a", "b"),
    ("Secure", "", "Secure"), ("a=b,c=d", "a", "b,c=d"), ("=\u{301}", "", "\u{301}"),
  ])
  func theFirstEqualsSignEndsTheName(text: String, name: String, value: String) {
    #expect(read(text)?.name == name)
    #expect(read(text)?.value == value)
  }

  @Test(arguments: [
    "", " ", "=", " = ; Path=/", ";", "; a=b", "a=b\u{0}", "a\u{7F}=b", "a=b; Path=/\u{1B}", "a=b\r\nX: y",
    "a=\u{8}",
    "a=" + String(repeating: "x", count: 4_096),
  ])
  func whatSaysNothingUsableIsNoCookie(text: String) {
    #expect(read(text) == nil)
  }

  @Test func aNameAndItsValueHaveUpTo4096Bytes() {
    #expect(read("a=" + String(repeating: "x", count: 4_095))?.value.utf8.count == 4_095)
    #expect(read("a=" + String(repeating: "ß", count: 2_048)) == nil)
  }

  @Test func attributesAreReadInAnyCaseAndOrder() {
    let cookie = read("a=b;HTTPONLY ; pAth = /x ;; SECURE=no; domain=.Example.COM;SameSite=Strict; Odd=1")
    #expect(cookie?.path == "/x")
    #expect(cookie?.domain == "example.com")
    #expect(cookie?.isSecure == true && cookie?.isHTTPOnly == true)
    #expect(cookie?.expires == nil)
  }

  @Test(arguments: [
    ("Path=/a; Path=/b", "/b"), ("Path=/a; Path=", nil), ("Path=/a; Path=b", nil), ("Path=a", nil),
    ("Path", nil),
    ("Path=/a; Path=/" + String(repeating: "x", count: 1_024), "/a"),
    ("Path=/a; Path=/" + String(repeating: "x", count: 1_023), "/" + String(repeating: "x", count: 1_023)),
    ("path=/a%2Fb c", "/a%2Fb c"),
    ("Path=\"/a\"", nil), ("XPath=/a", nil),
  ])
  func theLastPathCounts(attributes: String, path: String?) {
    #expect(read("a=b; \(attributes)")?.path == path)
  }

  @Test(arguments: [
    ("Domain=a.example; Domain=B.example", "b.example"), ("Domain=a.example; Domain=", nil),
    ("Domain=.", nil),
    ("Domain=..a", ".a"), ("Domain= a.example ", "a.example"),
    ("Domain=\u{212A}.example", "\u{212A}.example"),
  ])
  func theLastDomainCounts(attributes: String, domain: String?) {
    #expect(read("a=b; \(attributes)")?.domain == domain)
  }

  @Test(arguments: [
    ("Max-Age=60", 60), ("Max-Age=060", 60), ("max-age=1; max-age=2", 2), ("Max-Age=60; Max-Age=x", 60),
    ("Max-Age=34560000", 34_560_000), ("Max-Age=34560001", 34_560_000),
    ("Max-Age=9223372036854775808", 34_560_000), ("Max-Age=99999999999999999999999999", 34_560_000),
    ("Max-Age=", nil), ("Max-Age=-", nil), ("Max-Age=+1", nil), ("Max-Age=1.5", nil), ("Max-Age=1 2", nil),
    ("Max-Age=1d", nil), ("Max-Age=--1", nil),
    ("Expires=Sun, 09 Sep 2001 01:47:40 GMT", 60), ("Expires=Sun, 09 Sep 2001 01:47:40 GMT; Expires=x", 60),
    ("Expires=Sun, 09 Sep 2001 01:47:40 GMT; Max-Age=5", 5),
    ("Max-Age=5; Expires=Sun, 09 Sep 2001 01:47:40 GMT", 5),
    ("Expires=Sun, 09 Sep 2001 01:47:40 GMT; Max-Age=x", 60),
    ("Expires=Sun, 09 Sep 2999 01:47:40 GMT", 34_560_000),
    ("Expires=Sun, 09 Sep 2001 01:45:40 GMT", -60),
  ])
  func maxAgeCountsBeforeExpiresAnd400DaysAtMost(attributes: String, seconds: Double?) {
    #expect(read("a=b; \(attributes)")?.expires == seconds.map { now + $0 })
  }

  @Test(arguments: ["0", "-1", "-0", "00", "-9223372036854775809"])
  func noAgeIsThePast(seconds: String) {
    #expect(read("a=b; Max-Age=\(seconds)")?.expires == .distantPast)
  }

  @Test func anyTimeCanBeNow() {
    for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let now = Date(timeIntervalSince1970: seconds)
      #expect(SetCookie("a=b; Max-Age=1; Expires=Sun, 09 Sep 2001 01:47:40 GMT", at: now) != nil)
    }
  }

  @Test(arguments: [
    ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]), ("a=1,b=2,  c=3", ["a=1", "b=2", "c=3"]), ("", [""]),
    (
      "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/, b=2; Expires=Wed, 09-Jun-2021 10:18:14 GMT",
      ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Path=/", "b=2; Expires=Wed, 09-Jun-2021 10:18:14 GMT"]
    ),
    ("a=x,y; Path=/", ["a=x,y; Path=/"]), ("a=x, y z=1", ["a=x, y z=1"]), ("a=1,,b=2,", ["a=1,", "b=2,"]),
    ("a=1; Secure, b=2", ["a=1; Secure", "b=2"]), (",", [","]), ("a=1,=2", ["a=1,=2"]),
  ])
  func fieldsThatWereJoinedAreTakenApart(joined: String, fields: [String]) {
    #expect(HTTPField.setCookies(joined: joined) == fields)
  }
}
