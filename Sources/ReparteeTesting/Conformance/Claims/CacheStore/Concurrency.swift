import Foundation
import Repartee
import ReparteeCaching

extension CacheStoreClaims {
  static let concurrency: [Claim] = [
    Claim("entries that many tasks store are found", "CacheStore") { store in
      let stored = (0..<200).map { Stored("u\($0 % 50)", "\($0 % 3)", variant: "\($0)", size: 10 * $0) }
      try await withThrowingTaskGroup { group in
        for one in stored { group.addTask { try await store.insert(one) } }
        try await group.waitForAll()
      }
      for one in stored {
        let entries = try await store.found(one.key)
        try expect(entries.contains(one.entry), "an entry that was stored is not found")
        try await store.expectBody(of: one, "what many tasks stored")
      }
    },
    Claim(
      "concurrent inserts of one key and variant leave one complete entry", "CacheStore.insert(_:body:for:)"
    ) { store in
      let stored = (0..<100).map { Stored(tag: "\($0)", size: 1_000 + $0) }
      try await withThrowingTaskGroup { group in
        for one in stored { group.addTask { try await store.insert(one) } }
        try await group.waitForAll()
      }
      let left = try await store.found(stored[0].key)
      try expect(left.count, 1, "entries of the key")
      guard let one = stored.first(where: { $0.entry == left.first }) else {
        throw Mismatch(detail: "the entry that is left was never stored")
      }
      try await store.expect([one], absent: stored.filter { $0.entry.id != one.entry.id }, "what is left")
    },
    Claim(
      "a body always belongs to its ID, also during changes", "CacheStore.body(of:)", limit: 4 << 20
    ) { store in
      try await withThrowingTaskGroup { group in
        for task in 0..<4 {
          group.addTask {
            for number in 0..<100 {
              let size = (number * 7_919 + task * 104_729) % 100_000
              try await store.insert(Stored("u\(number % 5)", variant: "\(number % 3)", size: size))
              if number % 20 == 7 { try await store.removed(.url("u\(task)")) }
              if number % 50 == task { try await store.removed(.all) }
            }
          }
          group.addTask {
            for number in 0..<200 {
              for entry in try await store.found(CacheKey(url: "u\(number % 5)")) {
                if number % 10 == 3 { try await store.updated(entry) }
                guard let body = try await store.bytes(of: entry.id) else { continue }
                try expect(
                  body == Stored.body(of: entry.id, size: body.count), "a body is not that of its ID")
              }
            }
          }
        }
        try await group.waitForAll()
      }
    },
  ]
}
