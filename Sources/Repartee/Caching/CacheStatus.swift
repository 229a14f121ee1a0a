public import HTTPTypes

/// What a cache between the client and the origin says that it did (RFC 9211): `varnish; hit; ttl=41`.
public struct CacheStatus: Sendable, Hashable, CustomStringConvertible {
  /// Which cache.
  public let cache: String
  /// Whether it gave the response without asking anybody.
  public let isHit: Bool
  /// Why it asked further, `miss`, `stale`, `bypass`; nil where it did not, or does not say.
  public let forwarded: String?
  /// The status that it got then.
  public let forwardedStatus: HTTPResponse.Status?
  /// Whether it has stored what it got.
  public let isStored: Bool
  /// Whether it has asked together with others who wanted the same.
  public let isCollapsed: Bool
  /// For how long the response was still fresh; negative if it was not any more.
  public let timeToLive: Duration?
  /// Anything else it says.
  public let detail: String?

  /// The caches that a response came through, that of the origin first. Nothing if the field is not well formed.
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

  /// Which cache, and whether it had the response: `varnish: hit`, `varnish: miss`.
  public var description: String {
    Shown.text("\(cache): \(isHit ? "hit" : forwarded ?? "unknown")", limit: Shown.name)
  }
}

extension Reply {
  /// How old the response is by its Age field (RFC 9111, section 5.1), be it of the client's cache or of one before it;
  /// nil without one, which is the origin's own.
  public var age: Duration? {
    headers.members(of: .age).first.flatMap { CacheControl.seconds($0) }.map { .seconds($0) }
  }

  /// What the caches between client and origin say that they did, the one that is nearest to the origin first; see
  /// ``source`` for the client's own. Empty without Cache-Status, and where it is not well formed.
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
