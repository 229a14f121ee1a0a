import Foundation
import Repartee
import ReparteeCaching

extension CacheStoreClaims {
  private static let limit = 1 << 20

  static let bounds: [Claim] = [
    Claim("a store keeps no more than its limit", "CacheStore", limit: limit) { store in
      let stored = (0..<200).map { Stored("u\($0)", size: 40_000) }
      for one in stored { try await store.insert(one) }
      let kept = try await kept(stored, in: store)
      try expect(
        kept.count * 40_000 <= limit, "\(kept.count) bodies of 40,000 bytes are kept, of \(limit) bytes")
      try expect(!kept.isEmpty, "nothing is kept")
    },
    Claim("the oldest entry is removed first", "CacheStore.entries(for:)", limit: limit) { store in
      let stored = (0..<100).map { Stored("u\($0)", size: 30_000) }
      for one in stored { try await store.insert(one) }
      let kept = try await kept(stored, in: store)
      try expect(kept, Array(stored.indices.suffix(kept.count)), "the entries that are kept")
    },
    Claim("small entries are bounded as well", "CacheStore", limit: limit / 16) { store in
      let stored = (0..<1_500).map { Stored("https://api.example.com/items/\($0)", size: 20) }
      for one in stored { try await store.insert(one) }
      let kept = try await kept(stored, in: store)
      // An entry's names and head take more than a hundred bytes.
      try expect(kept.count <= limit / 1_600, "\(kept.count) entries are kept, of \(limit / 16) bytes")
      try expect(kept.last, stored.count - 1, "the last that is kept")
    },
    Claim(
      "an entry that is too large is not stored, and the one it replaces is removed",
      "CacheStore.insert(_:body:for:)",
      limit: limit
    ) { store in
      let (small, large, other) = (Stored(), Stored(tag: "2", size: limit + 1), Stored("u"))
      for one in [small, other, large] { try await store.insert(one) }
      try await store.expect([other], absent: [small, large], "what is too large")
    },
    Claim("removed entries free their space", "CacheStore.remove(_:)", limit: limit) { store in
      let stored = (0..<20).map { Stored("u\($0)", size: 30_000) }
      for _ in 0..<5 {
        for one in stored { try await store.insert(one) }
        try await store.expect(stored, "what fits")
        try await store.removed(.all)
      }
      for one in stored { try await store.insert(one) }
      for one in stored { try await store.removed(.entry(one.entry.id)) }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "what fits")
    },
  ]

  /// Also checks that each entry is complete.
  private static func kept(_ stored: [Stored], in store: any CacheStore) async throws -> [Int] {
    var kept: [Int] = []
    for (index, one) in stored.enumerated() {
      let entries = try await store.found(one.key)
      if entries.isEmpty { continue }
      try expect(entries.map(\.id), [one.entry.id], "IDs of a key")
      try await store.expectBody(of: one, "what is kept")
      kept.append(index)
    }
    return kept
  }
}
