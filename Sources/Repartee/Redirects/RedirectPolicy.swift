/// A policy for redirects: 301, 302, 303, 307 and 308 with a Location (RFC 9110, section 15.4).
///
/// ```swift
/// client.redirects = .deciding {
///   $0.isSameOrigin || $0.host == "cdn.example.com"
///     ? .follow : .refuse
/// }
/// ```
///
/// Under any policy, a redirect is the response of the call if
/// - the endpoint declares its status by the exact code (a range, `.any` and `wrapping` declare none);
/// - it has no Location, several different ones, or one that is not a URL;
/// - a body that can be read only once would have to be sent again.
///
/// Unless the policy is ``off``, any other redirect from `https` to `http`, to another scheme, or to a URL with a user
/// or a password fails the call with ``TransportError/Kind/redirectRefused``.
///
/// **The next request.** After a 303 the method is GET, or stays HEAD; after a 301 and a 302, POST becomes GET. Without
/// the body, its fields (`Content-…`) are removed; with another method, also `Range`, `If-…` and the idempotency key.
/// The fragment is inherited (RFC 9110, section 10.2.2).
///
/// Another origin (scheme, host or port) gets no ``Client/headers``, `Authorization`, `Cookie`, `Proxy-Authorization`,
/// and no field with a secret name (``Client/redaction``). Query items in Location that repeat those of the base URL or
/// the authentication, or secret ones of the request, are removed. A redirect back restores nothing. Within the origin,
/// the authentication sets its query items again.
public struct RedirectPolicy: Sendable {
  let limit: Int
  let decide: @Sendable (Redirect) -> Redirect.Decision
  let isOff: Bool

  /// Follows up to 10 redirects; the default.
  public static let follow = follow(limit: 10)

  /// Follows up to this many redirects; negative is zero. The next one fails the call with
  /// ``TransportError/Kind/tooManyRedirects(limit:)``.
  public static func follow(limit: Int) -> RedirectPolicy {
    deciding(limit: limit) { _ in .follow }
  }

  /// Follows no redirect: each is the response of its call.
  public static let off = RedirectPolicy(limit: 0, decide: { _ in .stop }, isOff: true)

  /// Follows up to `limit` redirects, by default 10, as a function decides. It is called concurrently.
  public static func deciding(
    limit: Int = 10, _ decide: @escaping @Sendable (Redirect) -> Redirect.Decision
  ) -> RedirectPolicy {
    RedirectPolicy(limit: max(limit, 0), decide: decide, isOff: false)
  }
}
