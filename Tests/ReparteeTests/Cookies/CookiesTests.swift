import Foundation
import TestSupport
import Testing

@testable import Repartee

/// What is kept and what is sent (RFC 6265bis, sections 5.7 and 5.8).
struct CookiesTests {
  private let now = Date(timeIntervalSince1970: 1_000_000_000)

  /// What a jar that took these fields from one URL sends to another.
  private func sent(
    _ fields: String..., from source: String = "https://api.example.com/", to target: String? = nil,
    after seconds: Double = 0
  ) throws -> String? {
    var cookies = Cookies()
    cookies.receive(fields, from: try AbsoluteURL(source, kind: .url), at: now)
    return cookies.field(for: try AbsoluteURL(target ?? source, kind: .url), at: now + seconds)
  }

  // MARK: Hosts

  @Test(arguments: [
    ("https://api.example.com/", true), ("https://API.Example.COM/x", true),
    ("https://api.example.com:8443/", true),
    ("http://api.example.com/", true), ("https://example.com/", false),
    ("https://www.api.example.com/", false),
    ("https://api.example.com./", false), ("https://xapi.example.com/", false),
    ("https://api.example.co/", false),
  ])
  func aCookieIsSentToItsVeryHost(target: String, isSent: Bool) throws {
    #expect(try sent("a=1", to: target) == (isSent ? "a=1" : nil))
  }

  @Test(arguments: ["example.com", ".example.com", "EXAMPLE.com", "api.example.com", "com", "", "."])
  func aDomainThatHoldsTheHostNeverWidens(domain: String) throws {
    #expect(try sent("a=1; Domain=\(domain)") == "a=1")
    for other in ["https://example.com/", "https://www.example.com/", "https://x.api.example.com/"] {
      #expect(try sent("a=1; Domain=\(domain)", to: other) == nil)
    }
  }

  @Test(arguments: [
    "other.example", "www.example.com", "x.api.example.com", "ample.com", "..example.com", "example.com.",
    "om",
    "-example.com", "example.com:443", "https://example.com", "*.example.com", "\u{212A}.example.com",
  ])
  func aDomainThatDoesNotHoldTheHostIsIgnored(domain: String) throws {
    #expect(try sent("a=1; Domain=\(domain)") == nil)
  }

  @Test(arguments: [
    ("http://192.0.2.7/", "192.0.2.7", true), ("http://192.0.2.7/", "2.7", false),
    ("http://192.0.2.7/", "7", false),
    ("http://[2001:db8::1]/", "[2001:db8::1]", true), ("http://[2001:db8::1]/", "2001:db8::1", false),
    ("http://localhost/", "localhost", true), ("http://localhost/", "host", false),
    ("http://a.localhost/", "localhost", true),
  ])
  func anAddressIsInNoDomainButItself(source: String, domain: String, isKept: Bool) throws {
    #expect(try sent("a=1; Domain=\(domain)", from: source) == (isKept ? "a=1" : nil))
    #expect(try sent("a=1", from: source) == "a=1")
  }

  @Test func portsOfOneHostShareCookies() throws {
    #expect(try sent("a=1", from: "http://localhost:8080/", to: "http://localhost:9090/") == "a=1")
  }

  // MARK: Paths

  @Test(arguments: [
    ("/", "/", true), ("/", "/a/b", true), ("/a", "/a", true), ("/a", "/a/", true), ("/a", "/a/b", true),
    ("/a/", "/a/b", true), ("/a/", "/a/", true), ("/a/", "/a", false), ("/a", "/ab", false),
    ("/a", "/A", false),
    ("/a", "/", false), ("/a", "", false), ("/a%20b", "/a b/c", true), ("/a/b", "/a", false),
    ("/a", "/a?b/c", true),
    ("/a", "/?/a", false),
  ])
  func aPathHoldsItselfAndWhatIsBelow(path: String, target: String, isSent: Bool) throws {
    let sent = try sent("a=1; Path=\(path)", to: "https://api.example.com\(target)")
    #expect(sent == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    ("", "/"), ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/", "/a/b"), ("//", "/"),
    ("/a?x=/b/c", "/"),
  ])
  func withoutAPathItIsThatOfTheURLUpToItsLastSlash(source: String, path: String) throws {
    var cookies = Cookies()
    for (number, attribute) in ["", "; Path", "; Path=", "; Path=x"].enumerated() {
      let url = try AbsoluteURL("https://api.example.com\(source)", kind: .url)
      cookies.receive(["c\(number)=1\(attribute)"], from: url, at: now)
    }
    #expect(cookies.all(at: now).map(\.path) == [path, path, path, path])
  }

  // MARK: Order

  @Test func longerPathsComeFirstAndThenOlderCookies() throws {
    #expect(
      try sent(
        "a=1; Path=/", "b=2; Path=/x/y", "c=3; Path=/x", "d=4; Path=/x/y", to: "https://api.example.com/x/y")
        == "b=2; d=4; c=3; a=1")
  }

  @Test func aNewValueKeepsThePlaceOfTheOld() throws {
    #expect(try sent("a=1", "b=2", "a=3") == "a=3; b=2")
    #expect(try sent("a=1", "b=2", "a=; Max-Age=0", "a=3") == "b=2; a=3")
  }

  @Test func nameAndPathMakeACookie() throws {
    #expect(
      try sent("a=1; Path=/", "a=2; Path=/x", "A=3; Path=/", to: "https://api.example.com/x")
        == "a=2; a=1; A=3")
    // Equal for people, not for a server.
    #expect(try sent("\u{E9}=1", "e\u{301}=2") == "\u{E9}=1; e\u{301}=2")
  }

  @Test func aCookieWithoutANameIsItsValue() throws {
    #expect(try sent("token", "a=1", "=other") == "other; a=1")
  }

  // MARK: Secure

  @Test func aSecureCookieIsSentOverHTTPSOnly() throws {
    #expect(try sent("a=1; Secure") == "a=1")
    #expect(try sent("a=1; Secure", to: "http://api.example.com/") == nil)
    #expect(try sent("a=1; Secure", from: "http://localhost/", to: "https://localhost/") == nil)
  }

  @Test(arguments: [
    ("a=2", "a=1"), ("a=; Max-Age=0", "a=1"), ("a=2; Path=/x/y", "a=1"), ("a=2; Path=/", "a=1; a=2"),
    ("b=2; Path=/x", "a=1; b=2"), ("A=2; Path=/x", "a=1; A=2"), ("a=2; Path=/xy", "a=1"),
  ])
  func whatComesOverHTTPCoversNoSecureCookie(field: String, expected: String) throws {
    var cookies = Cookies()
    let path = "api.example.com/x/y"
    cookies.receive(["a=1; Secure; Path=/x"], from: try AbsoluteURL("https://\(path)", kind: .url), at: now)
    cookies.receive([field], from: try AbsoluteURL("http://\(path)", kind: .url), at: now)
    #expect(cookies.field(for: try AbsoluteURL("https://\(path)", kind: .url), at: now) == expected)
  }

  @Test func overHTTPSAnInsecureCookieTakesThePlaceOfASecureOne() throws {
    #expect(try sent("a=1; Secure", "a=2", to: "http://api.example.com/") == "a=2")
  }

  @Test(arguments: [
    ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__SECURE-a=1", false),
    ("__secure-a=1; Secure", true),
    ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure", false),
    ("__hOST-a=1; Secure; Path=/x", false), ("__Host-a=1; Secure; Path=/; Domain=api.example.com", false),
    ("__Host-a=1; Secure; Path=/; Domain=", true), ("=__Host-a=1; Secure; Path=/", false),
    ("__secure-a; Secure", false), ("__Host-\u{301}=1", false), ("__Hosta=1", true), ("_Host-a=1", true),
  ])
  func aPrefixKeepsItsPromise(field: String, isKept: Bool) throws {
    #expect((try sent(field) != nil) == isKept)
    #expect(try sent("__Secure-a=1; Secure", from: "http://a.example/") == nil)
  }

  // MARK: Time

  @Test(arguments: [(59.0, "a=1"), (60, nil), (61, nil)])
  func aCookieIsSentUntilItExpires(seconds: Double, expected: String?) throws {
    #expect(try sent("a=1; Max-Age=60", after: seconds) == expected)
    #expect(try sent("a=1; Expires=Sun, 09 Sep 2001 01:47:40 GMT", after: seconds) == expected)
    #expect(try sent("a=1", after: seconds) == "a=1")
  }

  @Test func anExpiredCookieRemovesTheOneBefore() throws {
    #expect(try sent("a=1", "b=2", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT") == "b=2")
    #expect(try sent("a=1; Max-Age=0", "b=2", "a=3") == "b=2; a=3")
    #expect(try sent("a=1; Path=/x", "a=; Max-Age=0", to: "https://api.example.com/x") == "a=1")
  }

  // MARK: Limits

  @Test func aHostHas50CookiesAndTheLeastUsedIsRemoved() throws {
    let url = try AbsoluteURL("https://api.example.com/", kind: .url)
    var cookies = Cookies()
    cookies.receive((0..<50).map { "c\($0)=1; Path=/\($0)" }, from: url, at: now)
    _ = cookies.field(for: try AbsoluteURL("https://api.example.com/0", kind: .url), at: now)
    cookies.receive(["new=1"], from: url, at: now)
    let names = cookies.all(at: now).map(\.name)
    #expect(names == (0..<50).filter { $0 != 1 }.map { "c\($0)" } + ["new"])
    #expect(cookies.count == 50)
  }

  @Test func aSecureCookieIsRemovedLastAndAnExpiredOneFirst() throws {
    let url = try AbsoluteURL("https://api.example.com/", kind: .url)
    var cookies = Cookies()
    cookies.receive(["old=1; Secure", "brief=1; Secure; Max-Age=1", "open=1"], from: url, at: now)
    cookies.receive((0..<47).map { "c\($0)=1; Secure" }, from: url, at: now)
    cookies.receive(["x=1; Secure"], from: url, at: now + 2)
    #expect(!cookies.all(at: now).map(\.name).contains("brief"))
    cookies.receive(["y=1; Secure"], from: url, at: now + 2)
    #expect(!cookies.all(at: now).map(\.name).contains("open"))
    #expect(cookies.all(at: now).map(\.name).contains("old"))
    // A response without TLS does not cause the removal of a secure cookie.
    cookies.receive(
      (0..<100).map { "evil\($0)=1" }, from: try AbsoluteURL("http://api.example.com/", kind: .url),
      at: now + 2)
    #expect(cookies.all(at: now + 2).map(\.name) == ["old"] + (0..<47).map { "c\($0)" } + ["x", "y"])
  }

  @Test func whatHasExpiredMakesRoomForMany() throws {
    var cookies = Cookies()
    func url(_ number: Int) throws -> AbsoluteURL {
      try AbsoluteURL("https://h\(number).example/", kind: .url)
    }
    for host in 0..<60 {
      let brief = host < 10 ? "; Max-Age=1" : ""
      cookies.receive((0..<50).map { "c\($0)=1\(brief)" }, from: try url(host), at: now)
    }
    #expect(cookies.count == 3_000)
    for host in 60..<70 { cookies.receive((0..<50).map { "c\($0)=1" }, from: try url(host), at: now + 2) }
    #expect(cookies.count == 3_000 && cookies.all(at: now).count == 3_000)
    for host in 10..<70 { #expect(cookies.cookies(for: try url(host), at: now).count == 50, "\(host)") }
  }

  @Test func aJarHas3000CookiesAndTheLeastUsedIsRemoved() throws {
    var cookies = Cookies()
    func url(_ number: Int) throws -> AbsoluteURL {
      try AbsoluteURL("https://h\(number).example/", kind: .url)
    }
    for host in 0..<60 { cookies.receive((0..<50).map { "c\($0)=1" }, from: try url(host), at: now) }
    #expect(cookies.count == 3_000)
    _ = cookies.field(for: try url(0), at: now)
    cookies.receive(["new=1"], from: try url(60), at: now)
    #expect(cookies.count == 3_000)
    #expect(cookies.cookies(for: try url(0), at: now).count == 50)
    #expect(cookies.cookies(for: try url(1), at: now).map(\.name) == (1..<50).map { "c\($0)" })
    #expect(cookies.all(at: now).count == 3_000)
  }
}
