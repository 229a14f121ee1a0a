import ReparteeJSON

/// Not synchronized: its owner locks it.
struct KeyReaders: Sendable {
  private struct Key: Hashable {
    var name: String
    var type: JSONShape.Types
  }

  private enum Readers {
    case one(String)
    case several
  }

  /// The most names, and the most unread keys; further ones are ignored.
  private static let limit = 10_000

  private var readers: [Key: Readers] = [:]
  private var unread: [Key: [Drift]] = [:]
  private var unreadCount = 0

  mutating func note(_ name: String, _ types: JSONShape.Types, readBy endpoint: String) -> [Drift] {
    var found: [Drift] = []
    for key in keys(name, types) {
      switch readers[key] {
      case nil:
        guard readers.count < Self.limit else { continue }
        readers[key] = .one(endpoint)
      case .one(let other) where other != endpoint: readers[key] = .several
      case .one, .several: continue
      }
      let waiting = unread.removeValue(forKey: key) ?? []
      let rest = waiting.filter { !isRead(key, besides: $0.endpoint) }
      found += waiting.filter { isRead(key, besides: $0.endpoint) }
      unreadCount -= waiting.count - rest.count
      if !rest.isEmpty { unread[key] = rest }
    }
    return found
  }

  /// Keeps a key until another endpoint reads it.
  mutating func isReadElsewhere(_ name: String, _ types: JSONShape.Types, _ drift: Drift) -> Bool {
    let keys = keys(name, types)
    if keys.contains(where: { isRead($0, besides: drift.endpoint) }) { return true }
    for key in keys where unreadCount < Self.limit && unread[key]?.contains(drift) != true {
      unread[key, default: []].append(drift)
      unreadCount += 1
    }
    return false
  }

  private func isRead(_ key: Key, besides endpoint: String) -> Bool {
    switch readers[key] {
    case .one(let reader): reader != endpoint
    case .several: true
    case nil: false
    }
  }

  private func keys(_ name: String, _ types: JSONShape.Types) -> [Key] {
    JSONShape.Types.names.map(\.type).filter { $0 != .null && types.contains($0) }.map {
      Key(name: name, type: $0)
    }
  }
}
