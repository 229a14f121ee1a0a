import HTTPTypes
import ReparteeRedaction
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store for cookies, which sends each only to the host that set it (RFC 6265 and its successor 6265bis). Copies of a
/// client share its jar. It can be used concurrently.
///
/// A cookie is stored if
/// - its `Domain`, if any, includes the host that sent it, which alone receives it;
/// - it came over https if it is `Secure`; one from http does not replace a secure one (section 5.7), and
///   `http://localhost` counts as http;
/// - it meets the requirements of its prefix, if it has `__Secure-` or `__Host-`, in any letter case;
/// - its name and value have at most 4,096 bytes together, without control characters other than the tab. An attribute
///   of more than 1,024 bytes is ignored.
///
/// A request has the host's cookies whose path is the URL's or above it, secure ones over https only: longer paths
/// first, then older cookies. Ports are not separated (RFC 6265, section 8.5). `HttpOnly` and `SameSite` have no
/// effect.
///
/// `Max-Age` takes precedence over `Expires`; both are limited to 400 days. Without either, a cookie lasts as long as
/// the jar. Beyond 50 cookies of a host or 3,000 of a jar, the least recently used is removed, of a host a secure one
/// last.
public final class CookieJar: Sendable {
  private let cookies: Mutex<Cookies>

  /// Creates a jar with these cookies, such as another jar's ``all(at:)``. Those that no server could have set are
  /// ignored.
  public init(_ cookies: [Cookie] = []) {
    var kept = Cookies()
    // Expired cookies are removed later: there is no current date here.
    for cookie in cookies where cookie.isPossible { kept.store(cookie, at: .distantPast) }
    self.cookies = Mutex(kept)
  }

  /// Returns the cookies of a request, in the order in which they are sent.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url`` if the URL is no valid `http` or `https` URL.
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
  ///   - name: A name, not empty, without `=`, `;`, control characters and whitespace around it.
  ///   - value: A value with the same restrictions, but it may be empty and contain `=`. Nothing is escaped.
  ///   - url: A URL of the cookie's host. With https the cookie is secure. The path is ignored.
  ///   - path: The path that the cookie is sent to, and below it. The default is `/`.
  ///   - expires: The expiration date; nil for a session cookie.
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url``, or ``RequestError/Kind/header`` if no server could
  ///   set such a cookie.
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
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url`` if the URL is no valid `http` or `https` URL.
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
  /// The number of cookies.
  public var description: String {
    let count = cookies.withLock { $0.count }
    return count == 1 ? "a jar of 1 cookie" : "a jar of \(count) cookies"
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["jar": description]) }
}
