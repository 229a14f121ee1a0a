/// What a client does with redirects: 301, 302, 303, 307 and 308 with a Location (RFC 9110, section 15.4).
///
/// ```swift
/// client.redirects = .off
/// client.redirects = .deciding {
///   $0.isSameOrigin || $0.host == "cdn.example.com"
///     ? .follow : .refuse
/// }
/// ```
///
/// Whatever the policy, a redirect is the response of the call, and is not followed, if
/// - the endpoint declares its status by the exact code (a range, `.any` and `resolving` declare none);
/// - it has no Location, several that differ, or one that is no URL;
/// - the request would have to be sent again with a body that can be read only once.
///
/// And it fails the call with ``TransportError/Kind/redirectRefused`` if it leads from `https` to `http`, to another
/// scheme than these two, or to a URL with a user or a password in it.
///
/// **What is sent then.** After a 303 the method is GET, or HEAD if it was that; after a 301 and a 302 a POST becomes a
/// GET; in all other cases method and body stay. With the body go the fields that describe it (`Content-…`) and,
/// because the request is another one, `Range`, `If-…` and the idempotency key. On another origin (scheme, host or
/// port) the request goes without the fields of ``Client/headers``, without `Authorization`, `Cookie`,
/// `Proxy-Authorization` and every other field whose name ``Client/redaction`` takes for a secret's. If the Location
/// there repeats items of the base URL's query, or secret ones of the request's, they are taken out. What is gone stays
/// gone, also when a redirect leads back. A fragment is inherited (RFC 9110, section 10.2.2).
public struct RedirectPolicy: Sendable {
  /// How many redirects one call follows.
  let limit: Int
  let decide: @Sendable (Redirect) -> Redirect.Decision
  let isOff: Bool

  /// Up to 10 redirects are followed; the default. The next one fails the call with
  /// ``TransportError/Kind/tooManyRedirects(limit:)``.
  public static let follow = follow(limit: 10)

  /// Up to this many redirects are followed; a negative limit is zero. The next one fails the call with
  /// ``TransportError/Kind/tooManyRedirects(limit:)``.
  public static func follow(limit: Int) -> RedirectPolicy {
    deciding(limit: limit) { _ in .follow }
  }

  /// No redirect is followed: each is the response of its call.
  public static let off = RedirectPolicy(limit: 0, decide: { _ in .stop }, isOff: true)

  /// A function decides about each redirect that could be followed, up to the limit: 10 unless you say otherwise. It
  /// is called concurrently, by different calls.
  public static func deciding(
    limit: Int = 10, _ decide: @escaping @Sendable (Redirect) -> Redirect.Decision
  ) -> RedirectPolicy {
    RedirectPolicy(limit: max(limit, 0), decide: decide, isOff: false)
  }
}
