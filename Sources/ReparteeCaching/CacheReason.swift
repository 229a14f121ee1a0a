public import Repartee

/// The reason for a cache's decision; see `CallEvent.cacheReason`.
///
/// Minor versions may add reasons.
public struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// The name, as in Swift.
  public let description: String

  /// The stored response is fresh.
  public static let fresh = CacheReason(description: "fresh")
  /// The stored response is stale; the call's policy or the request allows that.
  public static let staleAllowed = CacheReason(description: "staleAllowed")
  /// The stored response is stale, used, and revalidated in the background (RFC 5861, section 3).
  public static let staleWhileRevalidating = CacheReason(description: "staleWhileRevalidating")
  /// The stored response is stale, and the origin failed (RFC 5861, section 4).
  public static let staleOnError = CacheReason(description: "staleOnError")
  /// The stored response is stale, and the request is sent.
  public static let stale = CacheReason(description: "stale")
  /// The API requires validation before each use.
  public static let noCache = CacheReason(description: "noCache")
  /// The call's policy or the request requires a request to the origin.
  public static let asked = CacheReason(description: "asked")
  /// No response is stored.
  public static let notStored = CacheReason(description: "notStored")
  /// No response is stored, because of the header field with this name: it differed in each of the last eight requests
  /// to the URL, or a stage set it after the look-up. See `ResponseCache.ignoredFields`.
  ///
  /// The cache keeps the fields of calls with observers, for the last 64 URLs.
  public static func separated(by name: String) -> CacheReason {
    CacheReason(description: "separated(by: \(name))")
  }
  /// The stored responses are for other header fields (`Vary`).
  public static let otherVariants = CacheReason(description: "otherVariants")
  /// Responses to this method are not stored.
  public static let method = CacheReason(description: "method")
  /// The stored responses can't satisfy the Range.
  public static let range = CacheReason(description: "range")
  /// The call's policy or the request excludes the cache.
  public static let noStore = CacheReason(description: "noStore")
  /// The origin validated the stored response.
  public static let notModified = CacheReason(description: "notModified")
  /// The store can't be read; see `ResponseCache.storeError`.
  public static let storeFailed = CacheReason(description: "storeFailed")
}

extension CallEvent.Kind {
  /// A stored response is used, because it is fresh enough or no better one was received: `cacheReason`.
  public static let cacheHit = CallEvent.Kind("cacheHit")
  /// No stored response may be used as it is; the request is sent: `cacheReason`.
  public static let cacheMissed = CallEvent.Kind("cacheMissed")
  /// The origin has validated the stored response.
  public static let cacheValidated = CallEvent.Kind("cacheValidated")
}

extension CallEvent {
  /// The reason for the cache's decision; nil unless the kind is `cacheHit`, `cacheMissed` or `cacheValidated`.
  public var cacheReason: CacheReason? { detail as? CacheReason }
}
