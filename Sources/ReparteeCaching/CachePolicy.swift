import HTTPTypes
public import Repartee

/// How a call uses the cache of its client, with the names of the Fetch Standard (section 2.2.5).
///
/// ```swift
/// let user = try await client.send(GetUser(id: 7)) {
///   $0.cachePolicy = .reload
/// }
/// try await client.send(GetUser(id: 7)) {
///   $0.cachePolicy = .default.maxStale(.seconds(60))
/// }
/// ```
///
/// The policy also applies to caches between the client and the origin: ``noCache`` sends `Cache-Control: max-age=0`,
/// ``reload`` and ``noStore`` send `Cache-Control: no-cache` (and `Pragma`), unless the request has its own
/// Cache-Control. A client without a cache sends them, too.
///
/// Whatever the policy, a response with `no-store` is never stored, and the validation that the API requires
/// (`no-cache`, `must-revalidate`) is never skipped.
public struct CachePolicy: Sendable, Hashable, CustomStringConvertible {
  enum Mode: String, Sendable {
    case `default`, reload, noCache, noStore, forceCache, onlyIfCached
    /// The default for a revalidation in the background.
    case revalidate
  }

  let mode: Mode

  /// How long a response may have been stale and still be used; nil, the default, allows none. Responses with
  /// `must-revalidate` or `no-cache` are excepted.
  public var maxStale: Duration?

  private init(_ mode: Mode) {
    self.mode = mode
  }

  /// Follows RFC 9111: a fresh response is used, a stale one is validated.
  public static let `default` = CachePolicy(.default)
  /// Uses no stored response; stores the new one.
  public static let reload = CachePolicy(.reload)
  /// Validates a stored response before it is used.
  public static let noCache = CachePolicy(.noCache)
  /// Uses no stored response, and stores none.
  public static let noStore = CachePolicy(.noStore)
  /// Uses a stored response whatever its age; sends the request if none is stored.
  public static let forceCache = CachePolicy(.forceCache)
  /// Uses a stored response whatever its age. Without one, the call fails with a `TransportError` of kind
  /// `TransportError.Kind.notCached`, and nothing is sent.
  public static let onlyIfCached = CachePolicy(.onlyIfCached)

  static let revalidate = CachePolicy(.revalidate)

  /// Returns this policy with another ``maxStale``.
  public func maxStale(_ limit: Duration) -> CachePolicy {
    var policy = self
    policy.maxStale = limit
    return policy
  }

  /// The name of the policy, as it is written in Swift.
  public var description: String { mode.rawValue + (maxStale.map { ".maxStale(\($0))" } ?? "") }
}

extension Request {
  /// How the request uses the client's ``Client/cache``.
  public var cachePolicy: CachePolicy {
    get { cacheRule.policy }
    set { cacheRule.policy = newValue }
  }

  /// A key that distinguishes a request from others to the same URL, for example the terms of a search in its body. Its
  /// responses are stored under URL and key; the body is not compared. With a key, a request by another method than
  /// GET and HEAD is cached as well: set it only if the request reads. Without a key (nil, the default), neither a
  /// request by another method nor one with a body is cached.
  public var cacheKey: String? {
    get { cacheRule.key }
    set { cacheRule.key = newValue }
  }

  private var cacheRule: CacheRule {
    get { sendingRule as? CacheRule ?? CacheRule() }
    set { sendingRule = newValue }
  }
}

/// What a request says of the cache.
private struct CacheRule: SendingRule {
  var policy = CachePolicy.default
  var key: String?

  var forbidsSending: Bool { policy.mode == .onlyIfCached }
  func apply(to request: inout AttemptRequest) { policy.apply(to: &request) }
}

extension CachePolicy {
  /// Adds the header fields that apply the policy to other caches.
  func apply(to request: inout AttemptRequest) {
    let directive: String
    switch mode {
    case .default, .forceCache, .onlyIfCached, .revalidate: return
    case .noCache: directive = "max-age=0"
    case .reload, .noStore: directive = "no-cache"
    }
    guard !request.headers.contains(.cacheControl) else { return }
    request.headers[.cacheControl] = directive
    if directive == "no-cache", let pragma = Self.pragma, !request.headers.contains(pragma) {
      request.headers[pragma] = "no-cache"
    }
  }

  private static let pragma = HTTPField.Name("Pragma")

  /// ``maxStale`` in whole seconds.
  var maxStaleSeconds: Int? {
    maxStale.map { Int(min(max($0.components.seconds, -1), Int64(CacheControl.mostSeconds))) }
  }
}
