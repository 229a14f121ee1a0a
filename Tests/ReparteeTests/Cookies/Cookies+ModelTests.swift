import Foundation
import TestSupport
import Testing

@testable import Repartee

/// Random Set-Cookie fields and requests against a model that keeps everything, and looks for what counts each time.
struct CookiesModelTests {
  /// A cookie before it is written as a field. Its value identifies it.
  private struct Meant {
    var name: String
    var value: String
    var host: String
    var path: String
    var expires: Double?
    var isSecure: Bool
    var isOverHTTPS: Bool
    var at: Double
    var isRefused: Bool
  }

  private static let hosts = ["a.example", "b.a.example", "localhost", "127.0.0.1"]
  private static let paths = ["/", "/x", "/x/", "/x/y", "/xy"]

  private static func isBelow(_ path: String, _ cookiePath: String) -> Bool {
    path == cookiePath || path.hasPrefix(cookiePath.hasSuffix("/") ? cookiePath : cookiePath + "/")
  }

  private func meant(_ generator: inout SplitMix64, number: Int, at time: Double) -> (Meant, String, String) {
    let isOverHTTPS = generator.bool()
    let host = generator.one(of: Self.hosts)
    let source = "\(isOverHTTPS ? "https" : "http")://\(host):\(generator.one(of: [80, 443, 8080]))/x/z"
    var cookie = Meant(
      name: generator.one(of: ["a", "b", "__Secure-c", "__Host-d"]), value: "v\(number)", host: host,
      path: "/x",
      expires: nil, isSecure: generator.bool(), isOverHTTPS: isOverHTTPS, at: time, isRefused: false)
    var attributes: [String] = []
    if cookie.isSecure { attributes.append("Secure") }
    if generator.bool() {
      cookie.path = generator.one(of: Self.paths)
      attributes.append("Path=\(cookie.path)")
    }
    if generator.bool() {
      let age = generator.one(of: [-5, 0, 1, 7, 50, 1 << 40])
      cookie.expires = age <= 0 ? -.infinity : time + min(Double(age), 34_560_000)
      attributes.append("Max-Age=\(age)")
    }
    var hasDomain = false
    if generator.int(0...3) == 0 {
      hasDomain = true
      let domain = generator.one(of: [
        "a.example", ".example", "b.a.example", "localhost", "0.1", "evil.example",
      ])
      attributes.append("Domain=\(domain)")
      let bare = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
      cookie.isRefused = !(host == bare || host.hasSuffix(".\(bare)") && host != "127.0.0.1")
    }
    let isAtRoot = attributes.contains("Path=/") && !hasDomain
    if cookie.isSecure && !isOverHTTPS { cookie.isRefused = true }
    if cookie.name.hasPrefix("__") && !cookie.isSecure { cookie.isRefused = true }
    if cookie.name.hasPrefix("__Host") && !isAtRoot { cookie.isRefused = true }
    let gap = generator.one(of: ["; ", ";", " ;\t", "; ; "])
    let text = ([" \(cookie.name) = \(cookie.value) "] + attributes.shuffled(using: &generator)).joined(
      separator: gap)
    return (cookie, text, source)
  }

  /// What the model sends: it goes through all fields received so far.
  private func expected(_ all: [Meant], host: String, path: String, isOverHTTPS: Bool, at time: Double)
    -> [String]
  {
    var kept: [(cookie: Meant, created: Int)] = []
    for (number, cookie) in all.enumerated() where cookie.host == host && !cookie.isRefused {
      let isCovered = kept.contains { other, _ in
        other.isSecure && other.name == cookie.name && Self.isBelow(cookie.path, other.path)
          && (other.expires ?? .infinity) > cookie.at
      }
      if isCovered && !cookie.isOverHTTPS { continue }
      kept.removeAll { ($0.cookie.expires ?? .infinity) <= cookie.at }
      let old = kept.firstIndex { $0.cookie.name == cookie.name && $0.cookie.path == cookie.path }
      let created = old.map { kept.remove(at: $0).created } ?? number
      if (cookie.expires ?? .infinity) > cookie.at { kept.append((cookie, created)) }
    }
    return kept.filter { cookie, _ in
      (cookie.expires ?? .infinity) > time && (isOverHTTPS || !cookie.isSecure)
        && Self.isBelow(path, cookie.path)
    }.sorted { one, other in
      (-one.cookie.path.count, one.created) < (-other.cookie.path.count, other.created)
    }.map { "\($0.cookie.name)=\($0.cookie.value)" }
  }

  @Test func whatIsSentIsWhatTheModelSends() async throws {
    try await forAll(runs: 500) { generator in
      var cookies = Cookies()
      var all: [Meant] = []
      var time = 1_000_000_000.0
      for number in 0..<generator.int(1...40) {
        time += generator.one(of: [0, 0, 1, 10])
        let (cookie, text, source) = meant(&generator, number: number, at: time)
        all.append(cookie)
        cookies.receive(
          [text], from: try AbsoluteURL(source, kind: .url), at: Date(timeIntervalSince1970: time))
        let isOverHTTPS = generator.bool()
        let (host, path) = (generator.one(of: Self.hosts), generator.one(of: Self.paths))
        let url = try AbsoluteURL("\(isOverHTTPS ? "https" : "http")://\(host)\(path)", kind: .url)
        let sent = cookies.field(for: url, at: Date(timeIntervalSince1970: time))
        let expected = expected(all, host: host, path: path, isOverHTTPS: isOverHTTPS, at: time)
        #expect(
          sent == (expected.isEmpty ? nil : expected.joined(separator: "; ")),
          "\(text) from \(source), \(url)")
      }
    }
  }

  @Test func anySetCookieTextStaysWithinTheLimits() async throws {
    let now = Date(timeIntervalSince1970: 1_000_000_000)
    try await forAll(runs: 300) { generator in
      var cookies = Cookies()
      for _ in 0..<generator.int(1...120) {
        let shape = generator.one(of: [
          "__Host-a=b; Path=/; Secure", "a=b; Max-Age=5; Domain=example",
          "n\(generator.int(0...99))=v; Path=/x; HttpOnly",
          "x=y; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Secure",
        ])
        let scheme = generator.one(of: ["http", "https"])
        let source = try AbsoluteURL("\(scheme)://\(generator.one(of: Self.hosts))/x/z", kind: .url)
        cookies.receive([generator.mangled(shape)], from: source, at: now)
      }
      let kept = cookies.all(at: now)
      #expect(kept.count <= 200 && kept.allSatisfy(\.isPossible))
      for host in Self.hosts {
        let own = kept.filter { $0.host == host }
        #expect(own.count <= Cookies.maximumOfHost)
        let open = cookies.cookies(for: try AbsoluteURL("http://\(host)/x", kind: .url), at: now)
        #expect(open.allSatisfy { !$0.isSecure && $0.host == host })
        let field = cookies.field(for: try AbsoluteURL("https://\(host)/x", kind: .url), at: now) ?? ""
        #expect(!field.utf8.contains(where: isControl))
      }
      #expect(cookies.cookies(for: try AbsoluteURL("https://other.example/x", kind: .url), at: now).isEmpty)
      let limit = now + SetCookie.maximumAge
      #expect(cookies.all(at: limit).allSatisfy { $0.isSession })
      #expect(CookieJar(kept).all(at: now) == kept)
    }
  }
}
