/// A policy for redirects: 301, 302, 303, 307, 308 (RFC 9110, section 15.4).
///
/// ```swift
/// client.redirects = .deciding {
///   $0.isSameOrigin || $0.host == "cdn.example.com"
///     ? .follow : .refuse
/// }
/// ```
///
/// A redirect that the endpoint declares, or that can't be followed, is the response: <doc:RedirectsAndLimits>.
/// Otherwise the next request has
/// - the method GET after a 303, unless it was HEAD, and for a POST after a 301 or 302. Without the body it lacks
///   `Content-…` fields, with another method also `Range`, `If-…` and the idempotency key;
/// - the fragment of the last URL, unless Location has one (RFC 9110, section 10.2.2);
/// - at another origin (scheme, host or port) none of ``Client/headers``, `Authorization`, `Cookie`,
///   `Proxy-Authorization` and fields with secret names (``Client/redaction``), and of Location no query items that
///   repeat those of the base URL or the authentication, or secret ones of the request. A redirect back restores
///   nothing.
public struct RedirectPolicy: Sendable {
  let limit: Int
  let decide: @Sendable (Redirect) -> Redirect.Decision
  let isOff: Bool

  /// Follows up to 10 redirects; the default.
  public static let follow = follow(limit: 10)

  /// Follows up to this many redirects; the next one fails the call with
  /// ``TransportError/Kind/tooManyRedirects(limit:)``.
  public static func follow(limit: Int) -> RedirectPolicy {
    deciding(limit: limit) { _ in .follow }
  }

  /// Follows no redirect: each is the response of its call.
  public static let off = RedirectPolicy(limit: 0, decide: { _ in .stop }, isOff: true)

  /// Follows up to `limit` redirects, as a function decides. It is called concurrently.
  public static func deciding(
    limit: Int = 10, _ decide: @escaping @Sendable (Redirect) -> Redirect.Decision
  ) -> RedirectPolicy {
    RedirectPolicy(limit: max(limit, 0), decide: decide, isOff: false)
  }
}
