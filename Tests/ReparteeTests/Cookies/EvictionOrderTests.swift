import Foundation
import TestSupport
import Testing

@testable import Repartee

/// What a full jar removes, and what it takes to find it.
struct EvictionOrderTests {
  private func date(_ time: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(time)) }

  /// Searches all cookies each time.
  private struct Model {
    var kept: [(name: String, host: String, expires: Int?, created: Int, used: Int)] = []
    var events = 0
    let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func store(_ name: String, _ host: String, _ expires: Int?, at now: Int) {
      events += 1
      kept.removeAll { $0.host == host && $0.expires ?? .max <= now }
      let old = kept.firstIndex { $0.name == name && $0.host == host }.map { kept.remove(at: $0) }
      if expires ?? .max > now { kept.append((name, host, expires, old?.created ?? events, events)) }
      if kept.count > limit { kept.removeAll { $0.expires ?? .max <= now } }
      if kept.count > limit, let index = kept.indices.min(by: { kept[$0].used < kept[$1].used }) {
        kept.remove(at: index)
      }
    }

    mutating func use(_ host: String, at now: Int) {
      let sent = kept.indices.filter { kept[$0].host == host && kept[$0].expires ?? .max > now }
      if sent.isEmpty { return }
      events += 1
      for index in sent { kept[index].used = events }
    }

    func all(at now: Int) -> [String] {
      kept.filter { $0.expires ?? .max > now }.sorted { $0.created < $1.created }.map {
        "\($0.name) \($0.host)"
      }
    }
  }

  @Test func aFullJarRemovesWhatASearchFinds() async throws {
    try await forAll(runs: 200) { random in
      let limit = random.int(1...12)
      var (cookies, model) = (Cookies(limit: limit), Model(limit: limit))
      var now = 1_000
      for _ in 0..<random.int(1...300) {
        now += random.int(0...3)
        let host = "\(random.int(0...6)).example"
        if random.int(0...3) == 0 {
          _ = cookies.field(for: try AbsoluteURL("https://\(host)/", kind: .url), at: date(now))
          model.use(host, at: now)
        } else {
          let name = random.one(of: ["a", "b", "c", "d"])
          let expires = random.bool() ? now + random.int(-2...30) : nil
          let cookie = CookieJar.Cookie(
            name: name, value: "v", host: host, path: "/", expires: expires.map(date), isSecure: false,
            isHTTPOnly: false)
          cookies.store(cookie, at: date(now))
          model.store(name, host, expires, at: now)
        }
        let all = cookies.all(at: date(now)).map { "\($0.name) \($0.host)" }
        #expect(all == model.all(at: now) && cookies.count == model.kept.count)
      }
    }
  }

  /// A cookie adds two entries at most, and each entry is examined once: the work per cookie does not depend on the
  /// size of the jar.
  @Test(arguments: [100, 400]) func theOrderHasAFewEntriesPerCookie(limit: Int) throws {
    var cookies = Cookies(limit: limit)
    for number in 0..<20 * limit {
      let host = "\(number % (2 * limit)).example"
      cookies.store(
        CookieJar.Cookie(
          name: "a", value: "\(number)", host: host, path: "/", expires: date(5_000 + number % 7),
          isSecure: false, isHTTPOnly: false), at: date(1_000))
      _ = cookies.field(for: try AbsoluteURL("https://\(host)/", kind: .url), at: date(1_000))
      #expect(cookies.count <= limit && cookies.order.size <= 2 * (2 * limit + 64) + 2)
    }
    #expect(cookies.count == limit)
    // Nor do uses alone, of a jar that is not full.
    var few = Cookies(limit: limit)
    few.store(
      CookieJar.Cookie(
        name: "a", value: "b", host: "a.example", path: "/", expires: date(9_000), isSecure: false,
        isHTTPOnly: false), at: date(1_000))
    for _ in 0..<5_000 {
      _ = few.field(for: try AbsoluteURL("https://a.example/", kind: .url), at: date(1_000))
    }
    #expect(few.count == 1 && few.order.size < 140)
  }
}
