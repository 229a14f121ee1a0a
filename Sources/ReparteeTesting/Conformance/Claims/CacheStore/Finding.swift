import Foundation
import Repartee
import ReparteeCaching

extension CacheStoreClaims {
  static let finding: [Claim] = [
    Claim("a stored entry is found, with head and body", "CacheStore.entries(for:)") { store in
      let stored = Stored()
      try await store.insert(stored)
      try await store.expect([stored], "what was stored")
      try await store.expect([stored], "what was found before")
    },
    Claim("nothing is found where nothing is stored", "CacheStore.entries(for:)") { store in
      let stored = Stored()
      try await store.expect([], absent: [stored], "nothing")
      try await store.insert(Stored("https://api.example.com/b"))
      try await store.expect([], absent: [stored], "another URL")
    },
    Claim("entries of a key are returned in the order in which they were stored", "CacheStore.entries(for:)")
    {
      store in
      // Neither in the order of names nor of IDs.
      let stored = [5, 3, 9, 1, 7, 2, 8].map { Stored(variant: "\($0)") }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "several variants")
    },
    Claim("reading an entry does not change the order", "CacheStore.entries(for:)") { store in
      let stored = ["b", "a", "c"].map { Stored(variant: $0) }
      for one in stored { try await store.insert(one) }
      for _ in 0..<3 { _ = try await store.found(stored[0].key) }
      _ = try await store.bytes(of: stored[0].entry.id)
      try await store.expect(stored, "several variants")
    },
    Claim("keys with another URL, query or identity are different", "CacheKey") { store in
      let stored = [
        Stored("u", ""), Stored("u", "a"), Stored("u", "b"), Stored("ua", ""), Stored("", "u"),
        Stored("a", "u"),
        Stored("", ""), Stored("U", ""), Stored("u/", ""), Stored("u", "A"), Stored("u", "", query: "a"),
        Stored("u", "a", query: "a"),
        Stored("", "", query: "u"), Stored("", "a", query: "u"), Stored("u", "", query: "A"),
      ]
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "keys that are similar")
    },
    Claim("a head is returned as it was stored", "CacheEntry.head") { store in
      var head = HTTPResponse(status: .init(code: 299, reasonPhrase: "It: is \"so\""))
      for (name, value) in [
        ("X-Twice", "1"), ("x-twice", "2"), ("X-Empty", ""),
        ("X-Text", "ä ✓ 'quoted' \"twice\" %00 \\0 ; --"),
        ("X-Long", String(repeating: "long ", count: 10_000)),
      ] {
        if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
      }
      let entry = CacheEntry(head, size: 0)
      let key = CacheKey(url: "u")
      try await store.insert(entry, body: Data(), for: key)
      let found = try await store.found(key)
      try expect(found.map(\.id), [entry.id], "IDs")
      try expect(found.first?.head == entry.head, "the head has other bytes than were stored")
    },
    Claim("an ID that is not stored has no body", "CacheStore.body(of:)") { store in
      try await store.insert(Stored())
      try expect(try await store.bytes(of: UUID()) == nil, "expected no body, and there is one")
    },
  ]

  static let storedBodies: [Claim] = [
    Claim("an empty body is stored as a body", "CacheStore.body(of:)") { store in
      let stored = Stored(body: Data())
      try await store.insert(stored)
      try await store.expect([stored], "an empty body")
    },
    Claim("a body can contain any bytes", "CacheStore.body(of:)") { store in
      let stored = Stored(body: Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }))
      try await store.insert(stored)
      try await store.expect([stored], "a body of all bytes")
    },
    Claim("a large body is kept whole", "CacheStore.body(of:)") { store in
      let stored = Stored(body: pattern(of: 8 << 20))
      try await store.insert(stored)
      try await store.expect([stored], "8 MiB")
    },
    Claim("bodies of any size are kept whole", "CacheStore.body(of:)") { store in
      // Around the sizes of pages and blocks.
      let sizes = [1, 2, 7, 8, 9] + [512, 1_024, 4_096, 8_192, 65_536].flatMap { ($0 - 40)...($0 + 2) }
      let stored = sizes.map { Stored("u\($0)", size: $0) }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "bodies of several sizes")
    },
    Claim("a slice of bytes is stored without the rest", "CacheStore.insert(_:body:for:)") { store in
      let whole = pattern(of: 10_000)
      let stored = Stored(body: whole[5_000..<6_000])
      try await store.insert(stored)
      try await store.expect([stored], "a slice")
    },
  ]
}
