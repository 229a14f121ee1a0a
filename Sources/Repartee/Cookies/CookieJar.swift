import HTTPTypes
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps the cookies that servers set, and sends each back to the host that set it, to no other (RFC 6265 and its
/// successor 6265bis). Copies of a client share its jar; two clients share one only if both are given it.
///
/// What a cookie must fulfil to be kept:
/// - Its `Domain`, if it has one, holds the host that sent it. It is kept for that very host all the same: there is no
///   list of public suffixes here, and a client of one API needs no wider domain.
/// - It is `Secure` only if it came over https. One that came over http takes the place of no secure one (section 5.7).
///   `http://localhost` is http.
/// - A name that begins with `__Secure-` or `__Host-`, in any case of letters, keeps what the prefix promises.
/// - Name and value together have at most 4,096 bytes, and no control character but the tab. Of attributes, a value of
///   more than 1,024 bytes counts as not there.
///
/// What is sent: the cookies of the URL's host whose path it is at or below, secure ones over https only, longer paths
/// first, then those that were set first. They are not kept apart by port (RFC 6265, section 8.5): two servers on one
/// host see the cookies of each other. `HttpOnly` and `SameSite` are about browsers, and change nothing.
///
/// How long: `Max-Age` counts before `Expires`, 400 days at most; without either a cookie is there as long as the jar.
/// A host has at most 50 cookies, a jar 3,000. Beyond that the one that was not used for longest makes room, of one
/// host's a secure one last.
///
/// A jar may be used from many tasks at once.
public final class CookieJar: Sendable {
  private let cookies: Mutex<Cookies>

  /// A jar with these cookies, say those that ``all(at:)`` of another gave, in their order. What no server could have
  /// set is left out.
  public init(_ cookies: [Cookie] = []) {
    var kept = Cookies()
    // What has expired leaves when it is looked for: there is no time here.
    for cookie in cookies where cookie.isPossible { kept.store(cookie, at: .distantPast) }
    self.cookies = Mutex(kept)
  }

  /// The cookies that a request to that URL has, in the order in which they are sent.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url`` if it is no `http` or `https` URL.
  public func cookies(for url: String, at now: Date = Date()) throws(RequestError) -> [Cookie] {
    let url = try AbsoluteURL(url, kind: .url)
    return cookies.withLock { $0.cookies(for: url, at: now) }
  }

  /// All cookies that have not expired, in the order in which they were first set, session cookies among them.
  public func all(at now: Date = Date()) -> [Cookie] {
    cookies.withLock { $0.all(at: now) }
  }

  /// Sets a cookie by hand, in place of one with the same name, host and path.
  ///
  /// - Parameters:
  ///   - name: Without `=`, `;`, control characters, and space around it; not empty.
  ///   - value: The same, but it may be empty and may have a `=`. Nothing is escaped.
  ///   - url: Its host is the cookie's, its path does not count. If its scheme is https, the cookie is secure.
  ///   - path: Requests at or below it have the cookie; `/` unless you say otherwise, which is all of them.
  ///   - expires: When it stops being sent; nil for never.
  /// - Throws: A ``RequestError``: of kind ``RequestError/Kind/url`` if the URL is none, of kind
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

  /// Removes the cookies of that name that a request to that URL has.
  ///
  /// - Throws: A ``RequestError`` of kind ``RequestError/Kind/url`` if it is no `http` or `https` URL.
  public func remove(_ name: String, for url: String) throws(RequestError) {
    let url = try AbsoluteURL(url, kind: .url)
    cookies.withLock { $0.remove(name, for: url, at: .distantPast) }
  }

  /// Removes all cookies, as a logout does.
  public func removeAll() {
    cookies.withLock { $0 = Cookies() }
  }
}

extension CookieJar {
  /// Takes the Set-Cookie fields of a response.
  func receive(_ fields: HTTPFields, from url: AbsoluteURL, at now: Date) {
    let values = fields.filter { $0.name == .setCookie }.map(\.value)
    if !values.isEmpty { cookies.withLock { $0.receive(values, from: url, at: now) } }
  }

  /// The value of the Cookie field of a request; nil if it has none.
  func field(for url: AbsoluteURL, at now: Date) -> String? {
    cookies.withLock { $0.field(for: url, at: now) }
  }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
  /// How many cookies it has, nothing of them.
  public var description: String {
    let count = cookies.withLock { $0.count }
    return count == 1 ? "a jar of 1 cookie" : "a jar of \(count) cookies"
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["jar": description]) }
}
