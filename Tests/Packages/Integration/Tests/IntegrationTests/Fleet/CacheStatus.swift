import HTTPTypes
import Repartee

/// What a shared cache says in a Cache-Status field (RFC 9211), as varnish.vcl writes it: `varnish; fwd=miss; stored`.
struct CacheStatus: CustomStringConvertible {
  var cache: String
  var parameters: [String: String] = [:]

  init(_ text: Substring) {
    let parts = text.split(separator: ";").map { $0.filter { $0 != " " } }
    cache = parts.first ?? ""
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      if let name = pair.first { parameters[String(name)] = pair.count == 2 ? String(pair[1]) : "" }
    }
  }

  var isHit: Bool { parameters["hit"] != nil }
  var isStored: Bool { parameters["stored"] != nil }
  var forwarded: String? { parameters["fwd"] }
  var forwardedStatus: Int? { parameters["fwd-status"].flatMap { Int($0) } }
  var description: String { "\(cache): \(isHit ? "hit" : forwarded ?? "unknown")" }
}

extension TypedResponse {
  /// The caches between client and origin, the one nearest to the origin first.
  var cacheStatus: [CacheStatus] {
    header("Cache-Status")?.split(separator: ",").map { CacheStatus($0) } ?? []
  }
}
