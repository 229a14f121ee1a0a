import HTTPTypes

/// How a call uses the cache of its client, in the words of fetch (Fetch Standard, section 2.2.5).
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
/// Caches between the client and the origin hear of it, as those of fetch do: ``noCache`` sends `Cache-Control:
/// max-age=0`, ``reload`` and ``noStore`` send `Cache-Control: no-cache` (and `Pragma`), unless the request has a
/// Cache-Control of its own. That holds for a client without a cache, too.
///
/// What the API forbids with `no-store` is never stored, and what it forbids to use without asking again
/// (`no-cache`, `must-revalidate`) is never used so, whatever the policy.
public struct CachePolicy: Sendable, Hashable, CustomStringConvertible {
  enum Mode: String, Sendable {
    case `default`, reload, noCache, noStore, forceCache, onlyIfCached
    /// As the default, of what asks in the background for what is stale.
    case revalidate
  }

  let mode: Mode

  /// How long a response may have been stale to be used all the same; nil, the default, allows none. Unless the API
  /// forbids it with `must-revalidate`, or `no-cache`.
  public var maxStale: Duration?

  private init(_ mode: Mode) {
    self.mode = mode
  }

  /// As RFC 9111 has it: what is fresh is used, what is stale is asked for again.
  public static let `default` = CachePolicy(.default)
  /// Nothing is taken from the cache; the response is stored.
  public static let reload = CachePolicy(.reload)
  /// What is stored is asked for again before it is used.
  public static let noCache = CachePolicy(.noCache)
  /// Nothing is taken from the cache, and nothing is stored.
  public static let noStore = CachePolicy(.noStore)
  /// What is stored is used whatever its age; what is not is asked for.
  public static let forceCache = CachePolicy(.forceCache)
  /// What is stored is used whatever its age; without it the call fails with a ``TransportError`` of kind
  /// ``TransportError/Kind/notCached``, and nothing is sent.
  public static let onlyIfCached = CachePolicy(.onlyIfCached)

  static let revalidate = CachePolicy(.revalidate)

  /// This policy, for which a response may have been stale that long.
  public func maxStale(_ limit: Duration) -> CachePolicy {
    var policy = self
    policy.maxStale = limit
    return policy
  }

  /// Its name, as it is written in Swift.
  public var description: String { mode.rawValue + (maxStale.map { ".maxStale(\($0))" } ?? "") }
}

/// Why a cache did what it did, see ``CallEvent/cacheReason``. There may be others in a minor version.
public struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// Its name, as it is written in Swift.
  public let description: String

  /// What is stored is fresh.
  public static let fresh = CacheReason(description: "fresh")
  /// It is stale, and the call, its policy or the request allows that.
  public static let staleAllowed = CacheReason(description: "staleAllowed")
  /// It is stale, and is asked for again meanwhile (RFC 5861, section 3).
  public static let staleWhileRevalidating = CacheReason(description: "staleWhileRevalidating")
  /// It is stale, and no better response came (RFC 5861, section 4).
  public static let staleOnError = CacheReason(description: "staleOnError")
  /// It is stale, and is asked for again.
  public static let stale = CacheReason(description: "stale")
  /// The API wants it to be asked for again each time.
  public static let noCache = CacheReason(description: "noCache")
  /// The call's policy, or its request, wants it to be asked for again.
  public static let asked = CacheReason(description: "asked")
  /// Nothing is stored.
  public static let notStored = CacheReason(description: "notStored")
  /// What is stored is for requests with other header fields (`Vary`).
  public static let otherVariants = CacheReason(description: "otherVariants")
  /// The method is none whose responses are stored.
  public static let method = CacheReason(description: "method")
  /// The request is for a part that is not stored.
  public static let range = CacheReason(description: "range")
  /// The call's policy, or its request, wants no cache.
  public static let noStore = CacheReason(description: "noStore")
  /// The origin says that what is stored is still valid.
  public static let notModified = CacheReason(description: "notModified")
  /// The store could not be read; ``ResponseCache/storeError`` says why.
  public static let storeFailed = CacheReason(description: "storeFailed")
}

/// Where a response came from.
public enum ResponseSource: Sendable, Hashable {
  /// The network.
  case network
  /// The cache, without a word of the origin.
  case cache
  /// The cache, after the origin said that it is still valid.
  case validated
}

extension CachePolicy {
  /// Tells caches on the way.
  func tell(_ request: inout AttemptRequest) {
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
