import Repartee

extension TransportError.Kind {
  /// The kind as it is recorded: its name, with the timeout or the limit: `timedOut.head`, `bodyTooLarge.1000`.
  var recorded: String { limit.map { "\(name).\($0)" } ?? description }

  /// Creates a kind from its recorded form; nil if it is none of a transport.
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

  /// The kinds without a limit. `other` is none of them: what it was is not known.
  private static let kinds: [TransportError.Kind] = [
    .cancelled, .offline, .hostNotFound, .cannotConnect, .connectionLost, .tls, .protocolViolation,
    .unsupportedContentCoding, .bodyConsumed, .requestBody, .redirectRefused, .notCached, .middleware,
    .timedOut(.connectionPool), .timedOut(.connect), .timedOut(.head), .timedOut(.idle), .timedOut(.attempt),
    .timedOut(.total),
  ]
}
