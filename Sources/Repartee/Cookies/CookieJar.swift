import HTTPTypes
import ReparteeBase
import ReparteeRedaction

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store for cookies that sends each only to the host that set it (RFC 6265 and 6265bis), for concurrent use.
///
/// It ignores a cookie whose `Domain` excludes the host that sent it; that came over http, also from `localhost`, and
/// is `Secure` or would replace a secure one; that breaks the rules of its prefix (`__Secure-`, `__Host-`); or whose
/// name and value have more than 4,096 bytes, or a control character other than the tab.
///
/// A request has the host's cookies, of any port, whose path is the URL's or above it, secure ones over https only.
/// `HttpOnly` and `SameSite` have no effect. A cookie lasts until its `Max-Age` or else its `Expires`, at most 400
/// days; without both, as long as the jar. Beyond 50 cookies of a host or 3,000 of a jar, the least recently used is
/// removed; of a host, secure ones last.
public final class CookieJar: Sendable {
  private let cookies: Mutex<Cookies>

  /// Creates a jar with cookies, such as another's ``all(at:)``, except those that no server could have set.
  public init(_ cookies: [Cookie] = []) {
    var kept = Cookies()
    // Without a current date, expired cookies are removed later.
    for cookie in cookies where cookie.isPossible { kept.store(cookie, at: .distantPast) }
    self.cookies = Mutex(kept)
  }

  /// Returns the cookies of a request, in the order in which they are sent: longer paths first, then older cookies.
  ///
  /// - Throws: Kind ``RequestError/Kind/url`` if the URL is no valid `http` or `https` URL.
  public func cookies(for url: String, at now: Date = Date()) throws(RequestError) -> [Cookie] {
    let url = try AbsoluteURL(url, kind: .url)
    return cookies.withLock { $0.cookies(for: url, at: now) }
  }

  /// Returns all cookies that have not expired, in the order in which they were first set.
  public func all(at now: Date = Date()) -> [Cookie] {
    cookies.withLock { $0.all(at: now) }
  }

  /// Sets a cookie, and replaces one with the same name, host and path.
  ///
  /// - Parameters:
  ///   - name: Not empty, without `=`, `;`, control characters and whitespace around it.
  ///   - value: The same, but it may be empty and contain `=`. Nothing is escaped.
  ///   - url: A URL of the host, whose path is ignored. With https the cookie is secure.
  ///   - path: The cookie is sent to this path and below it.
  ///   - expires: Nil for a session cookie.
  /// - Throws: Kind ``RequestError/Kind/url``, or ``RequestError/Kind/header`` if no server could set such a cookie.
  public func set(
    _ name: String, to value: String, for url: String, path: String = "/", expires: Date? = nil
  ) throws(RequestError) {
    let url = try AbsoluteURL(url, kind: .url)
    let cookie = Cookie(
      name: name, value: value, host: url.origin.host, path: path, expires: expires,
      isSecure: url.origin.scheme == "https", isHTTPOnly: false)
    guard !name.isEmpty, cookie.isPossible else {
      throw RequestError(
        .header,
        """
        the cookie \(DisplayText.text(name, limit: DisplayText.name)) can't be set: its name, its value or its path \
        has a character that they can't have, is too long, or does not keep what the prefix of its name promises
        """)
    }
    cookies.withLock { $0.store(cookie, at: .distantPast) }
  }

  /// Removes the cookies with this name that are sent to a URL.
  ///
  /// - Throws: Kind ``RequestError/Kind/url`` if the URL is no valid `http` or `https` URL.
  public func remove(_ name: String, for url: String) throws(RequestError) {
    let url = try AbsoluteURL(url, kind: .url)
    cookies.withLock { $0.remove(name, for: url, at: .distantPast) }
  }

  /// Removes all cookies.
  public func removeAll() {
    cookies.withLock { $0 = Cookies() }
  }
}

extension CookieJar {
  func receive(_ fields: HTTPFields, from url: AbsoluteURL, at now: Date) {
    let values = fields.filter { $0.name == .setCookie }.map(\.value)
    if !values.isEmpty { cookies.withLock { $0.receive(values, from: url, at: now) } }
  }

  func field(for url: AbsoluteURL, at now: Date) -> String? {
    cookies.withLock { $0.field(for: url, at: now) }
  }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
  public var description: String {
    let count = cookies.withLock { $0.count }
    return count == 1 ? "a jar of 1 cookie" : "a jar of \(count) cookies"
  }

  public var customMirror: Mirror { Mirror(self, children: ["jar": description]) }
}
