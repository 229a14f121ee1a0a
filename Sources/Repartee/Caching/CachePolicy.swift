import HTTPTypes

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
  /// Uses a stored response whatever its age. Without one, the call fails with a ``TransportError`` of kind
  /// ``TransportError/Kind/notCached``, and nothing is sent.
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

/// The reason for a decision of a cache, see ``CallEvent/cacheReason``. Minor versions may add reasons.
public struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// The name of the reason, as it is written in Swift.
  public let description: String

  /// The stored response is fresh.
  public static let fresh = CacheReason(description: "fresh")
  /// The stored response is stale, and the call's policy or the request allows that.
  public static let staleAllowed = CacheReason(description: "staleAllowed")
  /// The stored response is stale, is served, and is revalidated in the background (RFC 5861, section 3).
  public static let staleWhileRevalidating = CacheReason(description: "staleWhileRevalidating")
  /// The stored response is stale, and no better response was received (RFC 5861, section 4).
  public static let staleOnError = CacheReason(description: "staleOnError")
  /// The stored response is stale, so the request is sent.
  public static let stale = CacheReason(description: "stale")
  /// The API requires validation before each use.
  public static let noCache = CacheReason(description: "noCache")
  /// The call's policy or the request requires that the origin is asked.
  public static let asked = CacheReason(description: "asked")
  /// No response is stored.
  public static let notStored = CacheReason(description: "notStored")
  /// The stored responses are for requests with other header fields (`Vary`).
  public static let otherVariants = CacheReason(description: "otherVariants")
  /// Responses to this method are not stored.
  public static let method = CacheReason(description: "method")
  /// The request has a Range that the stored responses can't satisfy.
  public static let range = CacheReason(description: "range")
  /// The call's policy or the request excludes the cache.
  public static let noStore = CacheReason(description: "noStore")
  /// The origin has confirmed that the stored response is still valid.
  public static let notModified = CacheReason(description: "notModified")
  /// The store could not be read; ``ResponseCache/storeError`` has the error.
  public static let storeFailed = CacheReason(description: "storeFailed")
}

/// The source of a response.
public enum ResponseSource: Sendable, Hashable {
  /// The network.
  case network
  /// The cache, without validation.
  case cache
  /// The cache, after the origin confirmed that the stored response is still valid.
  case validated
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
