import HTTPTypes
public import Repartee

/// How a call uses its client's cache, named as in the Fetch Standard (section 2.2.5); see <doc:Caching>.
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
/// Unless the request has its own Cache-Control, ``noCache`` sends `Cache-Control: max-age=0`, and ``reload`` and
/// ``noStore`` send `Cache-Control: no-cache` and `Pragma: no-cache`, even without a cache. No policy ignores
/// `no-store`, `no-cache` or `must-revalidate` of a response.
public struct CachePolicy: Sendable, Hashable, CustomStringConvertible {
  enum Mode: String, Sendable {
    case `default`, reload, noCache, noStore, forceCache, onlyIfCached
    case revalidate
  }

  let mode: Mode

  /// How long after its lifetime a response may be used, except with `must-revalidate` or `no-cache`; nil, the default,
  /// allows none.
  public var maxStale: Duration?

  private init(_ mode: Mode) {
    self.mode = mode
  }

  /// Follows RFC 9111: uses a fresh response, validates a stale one.
  public static let `default` = CachePolicy(.default)
  /// Uses no stored response; stores the new one.
  public static let reload = CachePolicy(.reload)
  /// Validates a stored response before use.
  public static let noCache = CachePolicy(.noCache)
  /// Uses and stores no response.
  public static let noStore = CachePolicy(.noStore)
  /// Uses a stored response of any age; sends the request if there is none.
  public static let forceCache = CachePolicy(.forceCache)
  /// Uses a stored response of any age; without one, nothing is sent and the call fails with kind
  /// `TransportError.Kind.notCached`.
  public static let onlyIfCached = CachePolicy(.onlyIfCached)

  static let revalidate = CachePolicy(.revalidate)

  /// Returns this policy with another ``maxStale``.
  public func maxStale(_ limit: Duration) -> CachePolicy {
    var policy = self
    policy.maxStale = limit
    return policy
  }

  /// The policy as written in Swift.
  public var description: String { mode.rawValue + (maxStale.map { ".maxStale(\($0))" } ?? "") }
}

extension Request {
  /// How the request uses ``Client/cache``.
  public var cachePolicy: CachePolicy {
    get { self[CacheRule.self]?.policy ?? .default }
    set { cacheRule.policy = newValue }
  }

  /// Distinguishes requests to the same URL, such as by a search term in the body.
  ///
  /// With a key, any method is cached: set it only if the request reads. Without one (nil, the default), only GET and
  /// HEAD without a body are.
  public var cacheKey: String? {
    get { self[CacheRule.self]?.key }
    set { cacheRule.key = newValue }
  }

  private var cacheRule: CacheRule {
    get { self[CacheRule.self] ?? CacheRule() }
    set { self[CacheRule.self] = newValue }
  }
}

struct CacheRule: RequestValue, Hashable {
  var policy = CachePolicy.default
  var key: String?

  func prepare(_ request: inout AttemptRequest) throws(AttemptError) {
    if policy.mode == .onlyIfCached { throw AttemptError(TransportError(.notCached)) }
    policy.apply(to: &request)
  }
}

extension TransportError.Kind {
  /// The cache has no usable response for a request to the cache only (`only-if-cached`). Nothing was sent.
  public static let notCached = TransportError.Kind(
    "notCached", message: "the cache has no response that may be used", mayHaveBeenProcessed: false)
}

extension CachePolicy {
  fileprivate func apply(to request: inout AttemptRequest) {
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

  var maxStaleSeconds: Int? {
    maxStale.map { Int(min(max($0.components.seconds, -1), Int64(CacheControl.mostSeconds))) }
  }
}
