/// A policy for redirects: 301, 302, 303, 307 and 308 with a Location (RFC 9110, section 15.4).
///
/// ```swift
/// client.redirects = .off
/// client.redirects = .deciding {
///   $0.isSameOrigin || $0.host == "cdn.example.com"
///     ? .follow : .refuse
/// }
/// ```
///
/// Whatever the policy, a redirect is not followed, and is the response of the call, if
/// - the endpoint declares its status by the exact code (a range, `.any` and `wrapping` declare none);
/// - it has no Location, several different ones, or one that is not a URL;
/// - the request would have to be sent again with a body that can be read only once.
///
/// Otherwise, unless the policy is ``off``, a redirect fails the call with ``TransportError/Kind/redirectRefused`` if
/// it leads from `https` to `http`, to a scheme other than these two, or to a URL with a user or a password.
///
/// **The next request.** After a 303 the method is GET, or stays HEAD; after a 301 and a 302, POST becomes GET;
/// otherwise method and body stay. Without the body, the fields that describe it (`Content-…`) are removed; with
/// another method, so are `Range`, `If-…` and the idempotency key. To another origin (scheme, host or port), the
/// request is sent without the fields of ``Client/headers``, without `Authorization`, `Cookie`, `Proxy-Authorization`
/// and all other fields with names that are secret by ``Client/redaction``. If that Location repeats query items of the
/// base URL or of the authentication, or secret ones of the request, they are removed. A later redirect back does not
/// restore what was removed. Within the origin, items of the authentication are removed from Location as well: the next
/// request gets them again. The fragment is inherited (RFC 9110, section 10.2.2).
public struct RedirectPolicy: Sendable {
  /// The most redirects that one call follows.
  let limit: Int
  let decide: @Sendable (Redirect) -> Redirect.Decision
  let isOff: Bool

  /// Follows up to 10 redirects; the default. The next one fails the call with
  /// ``TransportError/Kind/tooManyRedirects(limit:)``.
  public static let follow = follow(limit: 10)

  /// Follows up to this many redirects; a negative limit is zero. The next one fails the call with
  /// ``TransportError/Kind/tooManyRedirects(limit:)``.
  public static func follow(limit: Int) -> RedirectPolicy {
    deciding(limit: limit) { _ in .follow }
  }

  /// Follows no redirect: each is the response of its call.
  public static let off = RedirectPolicy(limit: 0, decide: { _ in .stop }, isOff: true)

  /// Decides with a function about each redirect that could be followed, up to the limit, by default 10. Different
  /// calls call the function concurrently.
  public static func deciding(
    limit: Int = 10, _ decide: @escaping @Sendable (Redirect) -> Redirect.Decision
  ) -> RedirectPolicy {
    RedirectPolicy(limit: max(limit, 0), decide: decide, isOff: false)
  }
}
