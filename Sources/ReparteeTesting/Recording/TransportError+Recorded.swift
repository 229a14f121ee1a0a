import Repartee
import ReparteeCaching

extension TransportError.Kind {
  /// `timedOut.head`, `bodyTooLarge.1000`.
  var recorded: String { limit.map { "\(name).\($0)" } ?? description }

  /// Nil for a kind that no transport throws.
  init?(recorded text: String) {
    if let kind = Self.kinds.first(where: { $0.description == text }) {
      self = kind
      return
    }
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let limit = Int(parts[1]) else { return nil }
    switch parts[0] {
    case "bodyTooLarge": self = .bodyTooLarge(limit: limit)
    case "tooManyRedirects": self = .tooManyRedirects(limit: limit)
    default: return nil
    }
  }

  private static let kinds: [TransportError.Kind] = [
    .cancelled, .offline, .hostNotFound, .cannotConnect, .connectionLost, .tls, .protocolViolation,
    .unsupportedContentCoding, .bodyConsumed, .requestBody, .redirectRefused, .notCached, .middleware,
    .timedOut(.connectionPool), .timedOut(.connect), .timedOut(.head), .timedOut(.idle), .timedOut(.attempt),
    .timedOut(.total),
  ]
}
