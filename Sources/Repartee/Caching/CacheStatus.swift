public import HTTPTypes

/// The report of a cache between the client and the origin (RFC 9211): `varnish; hit; ttl=41`.
public struct CacheStatus: Sendable, Hashable, CustomStringConvertible {
  /// The name of the cache.
  public let cache: String
  /// Whether the cache served the response without forwarding the request.
  public let isHit: Bool
  /// Why the cache forwarded the request: `miss`, `stale`, `bypass`; nil if it did not, or does not say.
  public let forwarded: String?
  /// The status code of the response to the forwarded request.
  public let forwardedStatus: HTTPResponse.Status?
  /// Whether the cache stored that response.
  public let isStored: Bool
  /// Whether the cache collapsed the request with others for the same response.
  public let isCollapsed: Bool
  /// The remaining freshness lifetime of the response; negative if it was stale.
  public let timeToLive: Duration?
  /// Additional information, in a format of the cache.
  public let detail: String?

  /// Reads one member of a Cache-Status field.
  init(_ item: StructuredField.Item) {
    cache = item.value.text ?? ""
    let parameters = item.parameters
    isHit = parameters["hit"] == .boolean(true)
    forwarded = parameters["fwd"]?.text
    forwardedStatus = parameters["fwd-status"]?.integer.flatMap {
      (0...999).contains($0) ? HTTPResponse.Status(code: $0) : nil
    }
    isStored = parameters["stored"] == .boolean(true)
    isCollapsed = parameters["collapsed"] == .boolean(true)
    timeToLive = parameters["ttl"]?.integer.map { .seconds($0) }
    detail = parameters["detail"]?.text
  }

  /// The name of the cache, and whether it had the response: `varnish: hit`, `varnish: miss`.
  public var description: String {
    Shown.text("\(cache): \(isHit ? "hit" : forwarded ?? "unknown")", limit: Shown.name)
  }
}

extension Reply {
  /// The age of the response by its Age field (RFC 9111, section 5.1), from the client's cache or from a cache before
  /// it. Nil without the field: the response comes directly from the origin.
  public var age: Duration? {
    headers.members(of: .age).first.flatMap { CacheControl.seconds($0) }.map { .seconds($0) }
  }

  /// The reports of the caches between client and origin, the one nearest to the origin first; see ``source`` for the
  /// client's own. Empty if Cache-Status is missing or malformed.
  public var cacheStatus: [CacheStatus] {
    guard let cacheStatusName, let text = headers[cacheStatusName] else { return [] }
    return (StructuredField.list(text) ?? []).compactMap(\.item).map(CacheStatus.init)
  }
}

private let cacheStatusName = HTTPField.Name("Cache-Status")

extension StructuredField.BareItem {
  fileprivate var text: String? {
    switch self {
    case .string(let text), .token(let text), .displayString(let text): text
    default: nil
    }
  }

  fileprivate var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }
}
