#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What was removed from a store, for responses that are on their way meanwhile, and for a store that has failed to
/// remove it. It is a value; what shares it locks it.
struct Invalidations: Sendable {
  /// How often something was removed.
  private(set) var count: UInt64 = 0
  /// By which of the removals a URL, or an identity, was last removed, and everything was.
  private var last: [CacheSelection: UInt64] = [:]
  private var lastOfAll: UInt64 = 0
  /// What is in the store still, and is not to be used if it is older.
  private var distrusted: [CacheSelection: Date] = [:]

  /// The most URLs and identities that are remembered; of more, all count as removed.
  private static let most = 1_000

  /// Something is removed.
  mutating func remove(_ selection: CacheSelection) {
    count += 1
    if case .entry = selection { return }
    if selection == .all || last.count == Self.most {
      last = [:]
      lastOfAll = count
    }
    last[selection] = count
  }

  /// Whether a key was removed since there were so many removals.
  func hasRemoved(_ key: CacheKey, since count: UInt64) -> Bool {
    if self.count == count { return false }
    return max(last[.url(key.url)] ?? 0, last[.identity(key.identity)] ?? 0, lastOfAll) > count
  }

  /// The store could not remove something.
  mutating func distrust(_ selection: CacheSelection, until date: Date) {
    if distrusted.count == Self.most {
      distrusted = [.all: max(date, distrusted.values.max() ?? date)]
    }
    distrusted[selection] = max(date, distrusted[selection] ?? date)
  }

  /// Something that the store is to be asked to remove again.
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
