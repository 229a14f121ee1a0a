#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contents of a ``CookieJar`` (RFC 6265bis, section 5.7, with each host as a public suffix).
struct Cookies: Sendable {
  static let maximumOfHost = 50
  static let maximum = 3_000

  struct Stored {
    var cookie: CookieJar.Cookie
    /// Events keep an order at equal times.
    var created: UInt64
    var used: UInt64
  }

  private(set) var hosts: [String: [Stored]] = [:]
  private(set) var count = 0
  private var events: UInt64 = 0
  private(set) var order = EvictionOrder()
  private let limit: Int

  init(limit: Int = Self.maximum) { self.limit = limit }

  mutating func receive(_ fields: [String], from url: AbsoluteURL, at now: Date) {
    for field in fields {
      guard let set = SetCookie(field, at: now) else { continue }
      receive(set, from: url, at: now)
    }
  }

  private mutating func receive(_ set: SetCookie, from url: AbsoluteURL, at now: Date) {
    let host = url.origin.host
    if let domain = set.domain, !Self.matches(host, domain: domain) { return }
    let cookie = CookieJar.Cookie(
      name: set.name, value: set.value, host: host, path: set.path ?? Self.defaultPath(of: url),
      expires: set.expires, isSecure: set.isSecure, isHTTPOnly: set.isHTTPOnly)
    // A `__Host-` cookie must have no Domain and an explicit path.
    let isAtRoot = set.path == "/" && set.domain == nil
    guard cookie.followsPrefixRules(isAtRoot: isAtRoot), isAllowed(cookie, from: url, at: now) else { return }
    store(cookie, at: now)
  }

  /// Without TLS, a response neither sets nor overlays a secure cookie (section 5.7, steps 9 and 10).
  private func isAllowed(_ cookie: CookieJar.Cookie, from url: AbsoluteURL, at now: Date) -> Bool {
    if url.isSecure { return true }
    if cookie.isSecure { return false }
    return !hosts[cookie.host, default: []].contains { stored in
      stored.cookie.isSecure && !stored.cookie.isExpired(at: now)
        && stored.cookie.name.utf8.elementsEqual(cookie.name.utf8)
        && Self.matches(cookie.path, path: stored.cookie.path)
    }
  }

  /// An expired cookie removes the one with its name and path.
  mutating func store(_ cookie: CookieJar.Cookie, at now: Date) {
    let created = nextEvent()
    var stored = hosts[cookie.host, default: []]
    let before = stored.count
    stored.removeAll { $0.cookie.isExpired(at: now) }
    // It keeps the position of the one that it replaces.
    let old = stored.firstIndex { cookie.replaces($0.cookie) }.map { stored.remove(at: $0) }
    if !cookie.isExpired(at: now) {
      stored.append(Stored(cookie: cookie, created: old?.created ?? created, used: created))
    }
    if stored.count > Self.maximumOfHost { Self.removeOne(&stored) }
    count += stored.count - before
    hosts[cookie.host] = stored.isEmpty ? nil : stored
    order.addUse(of: cookie.host, at: created)
    if let expires = cookie.expires { order.addExpiration(of: cookie.host, at: expires) }
    makeRoom(at: now)
  }

  /// Counts the cookies as used.
  mutating func field(for url: AbsoluteURL, at now: Date) -> String? {
    let sent = indices(for: url, at: now)
    guard !sent.isEmpty else { return nil }
    let event = nextEvent()
    for index in sent { hosts[url.origin.host]?[index].used = event }
    order.addUse(of: url.origin.host, at: event)
    order.compact(hosts, count)
    let stored = hosts[url.origin.host, default: []]
    return sent.map { index in
      let cookie = stored[index].cookie
      return cookie.name.isEmpty ? cookie.value : "\(cookie.name)=\(cookie.value)"
    }.joined(separator: "; ")
  }

  func cookies(for url: AbsoluteURL, at now: Date) -> [CookieJar.Cookie] {
    let stored = hosts[url.origin.host, default: []]
    return indices(for: url, at: now).map { stored[$0].cookie }
  }

  func all(at now: Date) -> [CookieJar.Cookie] {
    hosts.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.created < $1.created }
      .map(\.cookie)
  }

  mutating func remove(_ name: String, for url: AbsoluteURL, at now: Date) {
    let host = url.origin.host
    guard var stored = hosts[host] else { return }
    let removed = indices(for: url, at: now).filter { stored[$0].cookie.name.utf8.elementsEqual(name.utf8) }
    for index in stored.indices.reversed() where removed.contains(index) { stored.remove(at: index) }
    hosts[host] = stored.isEmpty ? nil : stored
    count -= removed.count
  }

  /// Longer paths first, then older cookies (section 5.8.3).
  private func indices(for url: AbsoluteURL, at now: Date) -> [Int] {
    guard let stored = hosts[url.origin.host] else { return [] }
    let path = url.path.isEmpty ? "/" : url.path
    return stored.indices.filter { index in
      let cookie = stored[index].cookie
      return !cookie.isExpired(at: now) && (url.isSecure || !cookie.isSecure)
        && Self.matches(path, path: cookie.path)
    }.sorted { one, other in
      let lengths = (stored[one].cookie.path.utf8.count, stored[other].cookie.path.utf8.count)
      return lengths.0 == lengths.1 ? stored[one].created < stored[other].created : lengths.0 > lengths.1
    }
  }

  private mutating func nextEvent() -> UInt64 {
    events += 1
    return events
  }
}

// Eviction (section 5.7): expired cookies first. A full host then loses its least recently used one, secure ones last;
// a full jar the least recently used of all.
extension Cookies {
  private static func removeOne(_ stored: inout [Stored]) {
    let leastUsed = stored.indices.min {
      (stored[$0].cookie.isSecure ? 1 : 0, stored[$0].used) < (
        stored[$1].cookie.isSecure ? 1 : 0, stored[$1].used
      )
    }
    if let leastUsed { stored.remove(at: leastUsed) }
  }

  private mutating func makeRoom(at now: Date) {
    order.compact(hosts, count)
    guard count > limit else { return }
    while let host = order.nextExpired(at: now) {
      change(host) { $0.removeAll { $0.cookie.isExpired(at: now) } }
    }
    while count > limit, let use = order.next {
      let (before, event) = (count, use.event)
      change(use.host) { stored in
        if let index = stored.firstIndex(where: { $0.used == event }) { stored.remove(at: index) }
      }
      // The request may have used other cookies of the host.
      if count == before { order.removeNext() }
    }
  }

  private mutating func change(_ host: String, _ change: (inout [Stored]) -> Void) {
    guard var stored = hosts[host] else { return }
    count -= stored.count
    change(&stored)
    count += stored.count
    hosts[host] = stored.isEmpty ? nil : stored
  }
}

// Matching of URLs and cookies (section 5.1).
extension Cookies {
  /// An IP address matches only itself.
  static func matches(_ host: String, domain: String) -> Bool {
    let (host, domain) = (host.utf8, domain.utf8)
    if host.elementsEqual(domain) { return true }
    guard host.count > domain.count, domain.first != UInt8(ascii: "."), !isAddress(host) else { return false }
    return host.suffix(domain.count).elementsEqual(domain)
      && host.dropLast(domain.count).last == UInt8(ascii: ".")
  }

  /// IPv6, or ends in a number.
  private static func isAddress(_ host: String.UTF8View) -> Bool {
    if host.first == UInt8(ascii: "[") { return true }
    let labels = host.split(separator: UInt8(ascii: "."))
    return labels.last?.allSatisfy { (0x30...0x39).contains($0) } ?? false
  }

  static func matches(_ path: String, path cookiePath: String) -> Bool {
    let (path, start) = (path.utf8, cookiePath.utf8)
    guard path.starts(with: start) else { return false }
    return path.count == start.count || start.last == UInt8(ascii: "/")
      || path.dropFirst(start.count).first == UInt8(ascii: "/")
  }

  /// Up to the last slash.
  static func defaultPath(of url: AbsoluteURL) -> String {
    let path = url.path.utf8
    guard path.first == UInt8(ascii: "/"), let slash = path.lastIndex(of: UInt8(ascii: "/")),
      slash > path.startIndex
    else { return "/" }
    return String(Substring(path[..<slash]))
  }
}

extension AbsoluteURL {
  fileprivate var isSecure: Bool { origin.scheme == "https" }
}
