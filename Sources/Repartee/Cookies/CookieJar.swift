import HTTPTypes
import ReparteeRedaction
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store for cookies, which sends each cookie only to the host that set it (RFC 6265 and its successor 6265bis).
/// Copies of a client share its jar; separate clients share a jar only if both are given it.
///
/// A cookie is stored if it meets these conditions:
/// - Its `Domain`, if it has one, includes the host that sent it. The cookie is still stored for that host only: the
///   jar has no list of public suffixes, and a client of one API needs no wider domain.
/// - If it is `Secure`, it came over https. A cookie that came over http does not replace a secure one (section 5.7).
///   `http://localhost` counts as http.
/// - If its name begins with `__Secure-` or `__Host-`, in any case of letters, it meets the requirements of the prefix.
/// - Its name and value together have at most 4,096 bytes, and no control character other than the tab. An attribute
///   whose value has more than 1,024 bytes is ignored.
///
/// A request has the cookies of its URL's host whose path is the URL's path or above it. Secure cookies are sent over
/// https only. Longer paths come first, then cookies that were set first. Ports are not separated (RFC 6265, section
/// 8.5): two servers on one host receive each other's cookies. `HttpOnly` and `SameSite` concern browsers, and have no
/// effect.
///
/// `Max-Age` takes precedence over `Expires`; both are limited to 400 days. Without either, a cookie is kept for the
/// life of the jar. A host has at most 50 cookies, a jar 3,000. Beyond that, the least recently used cookie is removed,
/// of one host's a secure one last.
///
/// A jar can be used concurrently.
public final class CookieJar: Sendable {
  private let cookies: Mutex<Cookies>

  /// Creates a jar with these cookies, for example those of ``all(at:)`` of another jar, in their order. Cookies that
  /// no server could have set are ignored.
  public init(_ cookies: [Cookie] = []) {
    var kept = Cookies()
    // Expired cookies are removed later: there is no current date here.
    for cookie in cookies where cookie.isPossible { kept.store(cookie, at: .distantPast) }
    self.cookies = Mutex(kept)
  }

  /// Returns the cookies of a request to a URL, in the order in which they are sent.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url`` if the URL is not a valid `http` or `https` URL.
  public func cookies(for url: String, at now: Date = Date()) throws(RequestError) -> [Cookie] {
    let url = try AbsoluteURL(url, kind: .url)
    return cookies.withLock { $0.cookies(for: url, at: now) }
  }

  /// Returns all cookies that have not expired, including session cookies, in the order in which they were first set.
  public func all(at now: Date = Date()) -> [Cookie] {
    cookies.withLock { $0.all(at: now) }
  }

  /// Sets a cookie, and replaces one with the same name, host and path.
  ///
  /// - Parameters:
  ///   - name: A name that is not empty and has no `=`, no `;`, no control characters and no whitespace around it.
  ///   - value: A value with the same restrictions, but it may be empty and may contain `=`. Nothing is escaped.
  ///   - url: A URL of the cookie's host; its path is ignored. If its scheme is https, the cookie is secure.
  ///   - path: The path that the cookie is sent to, and below it. The default is `/`, which is all paths.
  ///   - expires: The expiration date; nil for a session cookie.
  /// - Throws: A ``RequestError``: of kind ``RequestError/Kind/url`` if the URL is invalid, of kind
  ///   ``RequestError/Kind/header`` if no server could set such a cookie.
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
        the cookie \(Shown.text(name, limit: Shown.name)) can't be set: its name, its value or its path has a character \
        that they can't have, is too long, or does not keep what the prefix of its name promises
        """)
    }
    cookies.withLock { $0.store(cookie, at: .distantPast) }
  }

  /// Removes the cookies with this name that are sent to a URL.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url`` if the URL is not a valid `http` or `https` URL.
  public func remove(_ name: String, for url: String) throws(RequestError) {
    let url = try AbsoluteURL(url, kind: .url)
    cookies.withLock { $0.remove(name, for: url, at: .distantPast) }
  }

  /// Removes all cookies, for example at a logout.
  public func removeAll() {
    cookies.withLock { $0 = Cookies() }
  }
}

extension CookieJar {
  /// Stores the cookies of a response's Set-Cookie fields.
  func receive(_ fields: HTTPFields, from url: AbsoluteURL, at now: Date) {
    let values = fields.filter { $0.name == .setCookie }.map(\.value)
    if !values.isEmpty { cookies.withLock { $0.receive(values, from: url, at: now) } }
  }

  /// Returns the value of the Cookie field of a request; nil if it has no cookies.
  func field(for url: AbsoluteURL, at now: Date) -> String? {
    cookies.withLock { $0.field(for: url, at: now) }
  }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
  /// The number of cookies.
  public var description: String {
    let count = cookies.withLock { $0.count }
    return count == 1 ? "a jar of 1 cookie" : "a jar of \(count) cookies"
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["jar": description]) }
}
