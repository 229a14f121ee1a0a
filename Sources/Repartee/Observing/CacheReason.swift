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
  /// The store could not be read; `ResponseCache.storeError` has the error.
  public static let storeFailed = CacheReason(description: "storeFailed")
}
