import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Repartee

struct CookieJarTests {
  private let now = Date(timeIntervalSince1970: 1_000_000_000)
  private let url = "https://api.example.com/a"

  private func jar(_ fields: String...) throws -> CookieJar {
    let jar = CookieJar()
    var headers = HTTPFields()
    for field in fields { headers.append(HTTPField(name: .setCookie, value: field)) }
    headers.append(HTTPField(name: .server, value: "x=1"))
    jar.receive(headers, from: try AbsoluteURL(url, kind: .url), at: now)
    return jar
  }

  @Test func everySetCookieFieldOfAResponseIsTaken() throws {
    let jar = try jar("a=1", "b=2; Path=/x", "c=3")
    #expect(jar.field(for: try AbsoluteURL(url, kind: .url), at: now) == "a=1; c=3")
    #expect(try jar.cookies(for: "https://api.example.com/x", at: now).map(\.name) == ["b", "a", "c"])
    #expect(jar.all(at: now).map(\.name) == ["a", "b", "c"])
  }

  @Test func aCookieSaysWhatItIs() throws {
    let cookie = try #require(try jar("sid=s3cr3t; Path=/; Secure; HttpOnly; Max-Age=60").all(at: now).first)
    #expect(
      cookie.name == "sid" && cookie.value == "s3cr3t" && cookie.host == "api.example.com"
        && cookie.path == "/")
    #expect(cookie.isSecure && cookie.isHTTPOnly && !cookie.isSession && cookie.expires == now + 60)
  }

  @Test func aCookieCanBeSetByHandAndRemoved() throws {
    let jar = CookieJar()
    try jar.set("theme", to: "dark=1", for: "https://API.example.com/x/y")
    try jar.set("old", to: "", for: url, path: "/a", expires: now)
    #expect(jar.field(for: try AbsoluteURL(url, kind: .url), at: now) == "theme=dark=1")
    #expect(try jar.cookies(for: url, at: now).map(\.isSecure) == [true])
    try jar.set("theme", to: "light", for: url)
    #expect(jar.field(for: try AbsoluteURL(url, kind: .url), at: now) == "theme=light")
    try jar.remove("Theme", for: url)
    #expect(jar.all(at: now).count == 1)
    try jar.remove("theme", for: url)
    #expect(jar.all(at: now).isEmpty)
    try jar.set("plain", to: "1", for: "http://localhost:1234")
    #expect(jar.all(at: now).map(\.isSecure) == [false])
    jar.removeAll()
    #expect(jar.all(at: now).isEmpty && "\(jar)" == "a jar of 0 cookies")
  }

  @Test(arguments: [
    ("", "x", "/"), ("a", "b;c", "/"), ("a;", "b", "/"), ("a=", "b", "/"), ("a", "b\r\nX: y", "/"),
    ("a", "\u{0}", "/"),
    ("a", " b", "/"), (" a", "b", "/"), ("a", "b\t", "/"), ("a", "b", ""), ("a", "b", "x"),
    ("__Host-a", "b", "/x"),
    ("a", String(repeating: "x", count: 4_096), "/"),
  ])
  func whatNoServerCouldSetIsRefused(name: String, value: String, path: String) throws {
    let jar = CookieJar()
    let error = #expect(throws: RequestError.self) { try jar.set(name, to: value, for: url, path: path) }
    #expect(error?.kind == .header)
    #expect(error?.message.contains("xxxx") != true)
    #expect(throws: RequestError.self) { try jar.set("__Secure-a", to: "b", for: "http://localhost/") }
    #expect(jar.all(at: now).isEmpty)
  }

  @Test(arguments: ["", "api.example.com", "ftp://a.example/", "https://user@a.example/", "https://\u{0}/"])
  func aURLThatIsNoneIsRefused(text: String) {
    let jar = CookieJar()
    #expect(throws: RequestError.self) { try jar.set("a", to: "b", for: text) }
    #expect(throws: RequestError.self) { _ = try jar.cookies(for: text) }
    #expect(throws: RequestError.self) { try jar.remove("a", for: text) }
  }

  @Test func whatIsEncodedIsTheSameJarAgain() throws {
    let jar = try jar("a=1; Path=/; Max-Age=60", "b=2", "__Host-c=3; Path=/; Secure", "=4")
    let data = try JSONEncoder().encode(jar.all(at: now))
    let again = CookieJar(try JSONDecoder().decode([CookieJar.Cookie].self, from: data))
    #expect(again.all(at: now) == jar.all(at: now))
    let target = try AbsoluteURL(url, kind: .url)
    #expect(again.field(for: target, at: now) == jar.field(for: target, at: now))
    let persistent = CookieJar(jar.all(at: now).filter { !$0.isSession })
    #expect(persistent.all(at: now).map(\.name) == ["a"])
    #expect(again.all(at: now + 60).map(\.name) == ["b", "__Host-c", ""])
  }

  @Test func whatANewerVersionHasWrittenIsRefused() throws {
    func read(_ more: String) throws -> CookieJar.Cookie {
      let json =
        #"{"name":"a","value":"1","host":"a.example","path":"/","isSecure":true,"isHTTPOnly":false\#(more)}"#
      return try JSONDecoder().decode(CookieJar.Cookie.self, from: Data(json.utf8))
    }
    #expect(try read("") == read(#","format":1"#))
    #expect(throws: DecodingError.self) { try read(#","format":2"#) }
  }

  @Test func whatWasChangedOutsideIsLeftOut() throws {
    func cookie(_ name: String, _ value: String, path: String = "/", secure: Bool = true) throws
      -> CookieJar.Cookie
    {
      let json = JSONEncoder()
      let fields = try [name, value, path].map { String(decoding: try json.encode($0), as: UTF8.self) }
      let text = """
        {"name": \(fields[0]), "value": \(fields[1]), "host": "a.example", "path": \(fields[2]), "isSecure": \(secure),
         "isHTTPOnly": false}
        """
      return try JSONDecoder().decode(CookieJar.Cookie.self, from: Data(text.utf8))
    }
    let jar = CookieJar([
      try cookie("a", "1\r\nX: y"), try cookie("b;", "1"), try cookie("", ""),
      try cookie("c", "1", path: "x"),
      try cookie("__Secure-d", "1", secure: false), try cookie("e", "1"), try cookie("f=", "1"),
    ])
    #expect(jar.all(at: now).map(\.name) == ["e"])
  }

  @Test func noDescriptionAndNoDumpHasAValue() throws {
    let jar = try jar("sid=s3cr3t; Path=/\u{202E}x", "s3cr3t")
    let cookies = jar.all(at: now)
    #expect(cookies.count == 2)
    var shown = "\(jar) \(String(reflecting: jar)) \(cookies) \(String(reflecting: cookies))"
    dump(jar, to: &shown)
    dump(cookies, to: &shown)
    #expect(!shown.contains("s3cr3t") && !shown.contains("\u{202E}"))
    #expect("\(cookies[0])" == "sid=*** for api.example.com/\\u{202e}x")
  }

  @Test func aJarTakesCookiesFromManyTasksAtOnce() async throws {
    let jar = CookieJar()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          try jar.set("c\(number % 40)", to: "\(number)", for: "https://a.example/")
          _ = try jar.cookies(for: "https://a.example/")
        }
      }
      try await group.waitForAll()
    }
    #expect(jar.all().count == 40)
  }
}
