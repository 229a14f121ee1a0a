import Foundation
import Repartee
import ReparteeCaching

extension CacheStoreClaims {
  static let replacing: [Claim] = [
    Claim("an entry replaces the one with the same key and variant", "CacheStore.insert(_:body:for:)") {
      store in
      let (old, new) = (Stored(), Stored(tag: "2"))
      try await store.insert(old)
      try await store.insert(new)
      try await store.expect([new], absent: [old], "what was replaced")
    },
    Claim("entries of other variants and keys stay", "CacheStore.insert(_:body:for:)") { store in
      let old = Stored(variant: "en")
      let others = [
        Stored(variant: "de"), Stored("u", variant: "en"), Stored(old.key.url, "a", variant: "en"),
        Stored(old.key.url, query: "q", variant: "en"),
      ]
      for one in [old] + others { try await store.insert(one) }
      let new = Stored(variant: "en", tag: "2")
      try await store.insert(new)
      try await store.expect(others + [new], absent: [old], "what was replaced")
    },
    Claim("after many replacements there is one entry", "CacheStore.insert(_:body:for:)") { store in
      let stored = (0..<50).map { Stored(tag: "\($0)", size: 100 * $0) }
      for one in stored { try await store.insert(one) }
      try await store.expect(Array(stored.suffix(1)), absent: stored.dropLast(), "what was replaced")
    },
    Claim("a removed entry can be stored again", "CacheStore.insert(_:body:for:)") { store in
      let stored = Stored()
      for _ in 0..<3 {
        try await store.insert(stored)
        try await store.expect([stored], "what was stored again")
        try await store.removed(.entry(stored.entry.id))
        try await store.expect([], absent: [stored], "what was removed")
      }
    },
  ]

  static let updating: [Claim] = [
    Claim("an update changes the head and nothing else", "CacheStore.update(_:)") { store in
      let stored = [Stored("u"), Stored("u", variant: "en"), Stored("v")]
      for one in stored { try await store.insert(one) }
      let entry = stored[0].entry(tag: "2")
      try await store.updated(entry)
      try expect(try await store.found(stored[0].key), [entry, stored[1].entry], "entries")
      for one in stored { try await store.expectBody(of: one, "what was updated") }
      try await store.expect([stored[2]], "another key")
    },
    Claim("an update can be followed by others", "CacheStore.update(_:)") { store in
      let stored = Stored()
      try await store.insert(stored)
      for number in 0..<20 {
        let entry = stored.entry(tag: String(repeating: "\(number) ", count: number * number))
        try await store.updated(entry)
        try expect(try await store.found(stored.key), [entry], "entries")
      }
      try await store.expectBody(of: stored, "what was updated")
    },
    Claim("an update of a removed entry does nothing", "CacheStore.update(_:)") { store in
      let (old, new) = (Stored(), Stored(tag: "2"))
      try await store.updated(old.entry)
      try await store.expect([], absent: [old], "what was never there")
      try await store.insert(old)
      try await store.insert(new)
      try await store.updated(old.entry(tag: "3"))
      try await store.expect([new], absent: [old], "what was replaced")
    },
  ]

  private static let several = [
    Stored("u", "a", variant: "en"), Stored("u", "a", variant: "de"), Stored("u", "b"), Stored("v", "a"),
    Stored("v", ""), Stored("u", ""), Stored("u", "", query: "POST q"), Stored("u", "a", query: "POST q"),
    Stored("v", "", query: "POST q"),
  ]

  static let removing: [Claim] = [
    Claim("one entry is removed", "CacheSelection.entry") { store in
      for one in several { try await store.insert(one) }
      try await store.removed(.entry(several[0].entry.id))
      try await store.expect(Array(several.dropFirst()), absent: [several[0]], "one that was removed")
    },
    Claim("all entries of a URL are removed, with any query and identity", "CacheSelection.url") {
      store in
      for one in several { try await store.insert(one) }
      try await store.removed(.url("u"))
      try await store.expect(
        several.filter { $0.key.url != "u" }, absent: several.filter { $0.key.url == "u" }, "a URL")
    },
    Claim("all entries of an identity are removed, with any URL", "CacheSelection.identity") { store in
      for one in several { try await store.insert(one) }
      try await store.removed(.identity("a"))
      try await store.expect(
        several.filter { $0.key.identity != "a" }, absent: several.filter { $0.key.identity == "a" },
        "an identity")
    },
    Claim("the empty identity removes the entries without credentials", "CacheSelection.identity") { store in
      for one in several { try await store.insert(one) }
      try await store.removed(.identity(""))
      try await store.expect(
        several.filter { $0.key.identity != "" }, absent: several.filter { $0.key.identity == "" },
        "the empty identity")
    },
    Claim("many entries are removed at once", "CacheStore.remove(_:)") { store in
      let stored = (0..<400).map { Stored("u\($0 % 2)", "\($0)", size: 10) }
      for one in stored { try await store.insert(one) }
      try await store.removed(.url("u0"))
      try await store.expect(
        stored.filter { $0.key.url != "u0" }, absent: stored.filter { $0.key.url == "u0" }, "many")
    },
    Claim("everything is removed", "CacheSelection.all") { store in
      for one in several { try await store.insert(one) }
      try await store.removed(.all)
      try await store.expect([], absent: several, "everything")
      try await store.insert(several[0])
      try await store.expect([several[0]], absent: Array(several.dropFirst()), "what was stored afterwards")
    },
    Claim("removing an entry that does not exist does nothing", "CacheStore.remove(_:)") { store in
      let selections: [CacheSelection] = [.entry(UUID()), .url("w"), .identity("w"), .all]
      for selection in selections { try await store.removed(selection) }
      for one in several { try await store.insert(one) }
      for selection in selections.dropLast() { try await store.removed(selection) }
      try await store.expect(several, "what was not removed")
    },
  ]
}
