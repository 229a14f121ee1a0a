#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a ``CookieJar`` holds: a value that learns from Set-Cookie fields, and says which cookies a request has. It has
/// no clock of its own.
///
/// Every cookie is that of one host (RFC 6265bis, section 5.7, with each host treated as a public suffix): a Domain
/// attribute can keep a cookie from being stored, and never takes it further.
struct Cookies: Sendable {
  /// The most cookies of one host.
  static let maximumOfHost = 50
  /// The most cookies of all hosts.
  static let maximum = 3_000

  private struct Stored {
    var cookie: CookieJar.Cookie
    /// When it was first set, and when it was last set or sent: as events of this value, so that two at the same
    /// time have an order.
    var created: UInt64
    var used: UInt64
  }

  private var hosts: [String: [Stored]] = [:]
  private(set) var count = 0
  private var events: UInt64 = 0

  /// Takes the Set-Cookie fields of a response, in their order.
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
    // A `__Host-` cookie has no Domain at all, and says its path.
    let isAtRoot = set.path == "/" && set.domain == nil
    guard cookie.keepsItsPrefix(isAtRoot: isAtRoot), isAllowed(cookie, from: url, at: now) else { return }
    store(cookie, at: now)
  }

  /// Whether the scheme may set it: a secure cookie is neither set nor covered by what comes without TLS (section 5.7,
  /// steps 9 and 10).
  private func isAllowed(_ cookie: CookieJar.Cookie, from url: AbsoluteURL, at now: Date) -> Bool {
    if url.isSecure { return true }
    if cookie.isSecure { return false }
    return !hosts[cookie.host, default: []].contains { stored in
      stored.cookie.isSecure && !stored.cookie.isExpired(at: now)
        && stored.cookie.name.utf8.elementsEqual(cookie.name.utf8)
        && Self.matches(cookie.path, path: stored.cookie.path)
    }
  }

  /// Keeps a cookie, in the place of one with its name and path. One that has expired removes that.
  mutating func store(_ cookie: CookieJar.Cookie, at now: Date) {
    let created = nextEvent()
    var stored = hosts[cookie.host, default: []]
    let before = stored.count
    stored.removeAll { $0.cookie.isExpired(at: now) }
    // What it replaces keeps its place in the order.
    let old = stored.firstIndex { cookie.takesThePlace(of: $0.cookie) }.map { stored.remove(at: $0) }
    if !cookie.isExpired(at: now) {
      stored.append(Stored(cookie: cookie, created: old?.created ?? created, used: created))
    }
    if stored.count > Self.maximumOfHost { Self.removeOne(&stored) }
    hosts[cookie.host] = stored.isEmpty ? nil : stored
    count += stored.count - before
    if count > Self.maximum { removeExpired(at: now) }
    if count > Self.maximum { removeOldest() }
  }

  /// The value of the Cookie field for a request; nil if none has to be sent. Those that are sent count as used.
  mutating func field(for url: AbsoluteURL, at now: Date) -> String? {
    let sent = indices(for: url, at: now)
    guard !sent.isEmpty else { return nil }
    let event = nextEvent()
    for index in sent { hosts[url.origin.host]?[index].used = event }
    let stored = hosts[url.origin.host, default: []]
    return sent.map { index in
      let cookie = stored[index].cookie
      return cookie.name.isEmpty ? cookie.value : "\(cookie.name)=\(cookie.value)"
    }.joined(separator: "; ")
  }

  /// The cookies that a request has, in the order in which they are sent.
  func cookies(for url: AbsoluteURL, at now: Date) -> [CookieJar.Cookie] {
    let stored = hosts[url.origin.host, default: []]
    return indices(for: url, at: now).map { stored[$0].cookie }
  }

  /// All that have not expired, in the order in which they were first set.
  func all(at now: Date) -> [CookieJar.Cookie] {
    hosts.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.created < $1.created }
      .map(\.cookie)
  }

  /// Removes those of that name that a request to `url` has.
  mutating func remove(_ name: String, for url: AbsoluteURL, at now: Date) {
    let host = url.origin.host
    guard var stored = hosts[host] else { return }
    let removed = indices(for: url, at: now).filter { stored[$0].cookie.name.utf8.elementsEqual(name.utf8) }
    for index in stored.indices.reversed() where removed.contains(index) { stored.remove(at: index) }
    hosts[host] = stored.isEmpty ? nil : stored
    count -= removed.count
  }

  /// Longer paths first, and of those with equal length the older ones (section 5.8.3).
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

// What makes room (section 5.7): what has expired, then what may go without TLS, then what was not used for longest.
extension Cookies {
  private static func removeOne(_ stored: inout [Stored]) {
    let leastUsed = stored.indices.min {
      (stored[$0].cookie.isSecure ? 1 : 0, stored[$0].used) < (
        stored[$1].cookie.isSecure ? 1 : 0, stored[$1].used
      )
    }
    if let leastUsed { stored.remove(at: leastUsed) }
  }

  private mutating func removeExpired(at now: Date) {
    hosts = hosts.mapValues { $0.filter { !$0.cookie.isExpired(at: now) } }.filter { !$0.value.isEmpty }
    count = hosts.values.reduce(0) { $0 + $1.count }
  }

  private mutating func removeOldest() {
    let oldest = hosts.min { one, other in
      (one.value.map(\.used).min() ?? .max) < (other.value.map(\.used).min() ?? .max)
    }
    guard let host = oldest?.key, var stored = oldest?.value,
      let index = stored.indices.min(by: { stored[$0].used < stored[$1].used })
    else { return }
    stored.remove(at: index)
    hosts[host] = stored.isEmpty ? nil : stored
    count -= 1
  }
}

// Which URLs and which cookies belong together (section 5.1).
extension Cookies {
  /// Whether a host is in a domain, itself or below it. An address is in no domain but itself.
  static func matches(_ host: String, domain: String) -> Bool {
    let (host, domain) = (host.utf8, domain.utf8)
    if host.elementsEqual(domain) { return true }
    guard host.count > domain.count, domain.first != UInt8(ascii: "."), !isAddress(host) else { return false }
    return host.suffix(domain.count).elementsEqual(domain)
      && host.dropLast(domain.count).last == UInt8(ascii: ".")
  }

  /// An address of IPv6, or what can only be one of IPv4: its last part is a number.
  private static func isAddress(_ host: String.UTF8View) -> Bool {
    if host.first == UInt8(ascii: "[") { return true }
    let labels = host.split(separator: UInt8(ascii: "."))
    return labels.last?.allSatisfy { (0x30...0x39).contains($0) } ?? false
  }

  /// Whether the path of a request is that of a cookie, or below it.
  static func matches(_ path: String, path cookiePath: String) -> Bool {
    let (path, start) = (path.utf8, cookiePath.utf8)
    guard path.starts(with: start) else { return false }
    return path.count == start.count || start.last == UInt8(ascii: "/")
      || path.dropFirst(start.count).first == UInt8(ascii: "/")
  }

  /// The path of a cookie that says none: that of the URL, up to its last slash.
  static func defaultPath(of url: AbsoluteURL) -> String {
    let path = url.path.utf8
    guard path.first == UInt8(ascii: "/"), let slash = path.lastIndex(of: UInt8(ascii: "/")),
      slash > path.startIndex
    else { return "/" }
    return String(Substring(path[..<slash]))
  }
}

extension AbsoluteURL {
  /// Whether what is sent there is sent over TLS.
  fileprivate var isSecure: Bool { origin.scheme == "https" }
}
