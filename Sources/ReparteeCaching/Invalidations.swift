import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removals, including failed ones: no removed response is used. Its owner locks it.
struct Invalidations: Sendable {
  private(set) var count: UInt64 = 0
  /// The number of each selection's last removal.
  private var last: [CacheSelection: UInt64] = [:]
  private var lastOfAll: UInt64 = 0
  /// Failed removals: entries up to the date are not used.
  private var distrusted: [CacheSelection: Date] = [:]

  /// The most selections; beyond that, all keys count as removed.
  private static let most = 1_000

  mutating func remove(_ selection: CacheSelection) {
    count += 1
    if case .entry = selection { return }
    if selection == .all || last.count == Self.most {
      last = [:]
      lastOfAll = count
    }
    last[selection] = count
  }

  func hasRemoved(_ key: CacheKey, since count: UInt64) -> Bool {
    if self.count == count { return false }
    return max(last[.url(key.url)] ?? 0, last[.identity(key.identity)] ?? 0, lastOfAll) > count
  }

  mutating func distrust(_ selection: CacheSelection, until date: Date) {
    if distrusted.count == Self.most {
      distrusted = [.all: max(date, distrusted.values.max() ?? date)]
    }
    distrusted[selection] = max(date, distrusted[selection] ?? date)
  }

  var unremoved: CacheSelection? { distrusted.keys.first }

  mutating func removed(_ selection: CacheSelection) {
    if selection == .all { distrusted = [:] } else { distrusted[selection] = nil }
  }

  func trusts(_ entry: CacheEntry, of key: CacheKey) -> Bool {
    if distrusted.isEmpty { return true }
    let selections: [CacheSelection] = [.all, .url(key.url), .identity(key.identity), .entry(entry.id)]
    return selections.allSatisfy { selection in
      distrusted[selection].map { entry.response.responseTime > $0 } ?? true
    }
  }
}
