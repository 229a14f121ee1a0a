import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The removals from a store: for responses that are received meanwhile, and for a store that failed to remove entries.
/// A value type: its owner locks it.
struct Invalidations: Sendable {
  /// The number of removals so far.
  private(set) var count: UInt64 = 0
  /// The number of the last removal for each URL and identity, and for everything.
  private var last: [CacheSelection: UInt64] = [:]
  private var lastOfAll: UInt64 = 0
  /// The selections that the store failed to remove. Their entries are not used if they are older than the date.
  private var distrusted: [CacheSelection: Date] = [:]

  /// The most URLs and identities that are remembered. Beyond that, all keys count as removed.
  private static let most = 1_000

  /// Records a removal.
  mutating func remove(_ selection: CacheSelection) {
    count += 1
    if case .entry = selection { return }
    if selection == .all || last.count == Self.most {
      last = [:]
      lastOfAll = count
    }
    last[selection] = count
  }

  /// Whether a key was removed after the first `count` removals.
  func hasRemoved(_ key: CacheKey, since count: UInt64) -> Bool {
    if self.count == count { return false }
    return max(last[.url(key.url)] ?? 0, last[.identity(key.identity)] ?? 0, lastOfAll) > count
  }

  /// Records that the store failed to remove a selection.
  mutating func distrust(_ selection: CacheSelection, until date: Date) {
    if distrusted.count == Self.most {
      distrusted = [.all: max(date, distrusted.values.max() ?? date)]
    }
    distrusted[selection] = max(date, distrusted[selection] ?? date)
  }

  /// A selection that the store has to be asked to remove again.
  var unremoved: CacheSelection? { distrusted.keys.first }

  mutating func removed(_ selection: CacheSelection) {
    if selection == .all { distrusted = [:] } else { distrusted[selection] = nil }
  }

  /// Whether an entry may be used.
  func trusts(_ entry: CacheEntry, of key: CacheKey) -> Bool {
    if distrusted.isEmpty { return true }
    let selections: [CacheSelection] = [.all, .url(key.url), .identity(key.identity), .entry(entry.id)]
    return selections.allSatisfy { selection in
      distrusted[selection].map { entry.response.responseTime > $0 } ?? true
    }
  }
}
