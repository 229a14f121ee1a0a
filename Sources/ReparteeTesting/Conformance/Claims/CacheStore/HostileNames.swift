import Foundation
import Repartee
import ReparteeCaching

extension CacheStoreClaims {
  private static let names = [
    "", " ", "  ", "\0", "a\0", "a\0b", "a", "a ", "\n", "a\nb", "a\r\nb", "'", "''", "a'b", "\"", "a\"b",
    "\\",
    "%", "_", "a%", "*", "?", "[a]", "a;--", "'; DROP TABLE entry; --", "0", "00", "0.0", "1e3", "NULL",
    "nil",
    "-1", ".", "..", "../a", "/", "//", "a/b", "~", "$HOME", "`id`", "\u{E9}", "e\u{301}", "ß", "SS", "İ",
    "\u{feff}a",
    "\u{fffd}",
    "a\u{fffd}", "\u{202e}a", "👩‍👩‍👧‍👦", "\u{10ffff}", "A", "true",
    String(repeating: "a", count: 300), String(repeating: "a", count: 301),
    String(repeating: "long\0", count: 2_000), String(repeating: "long\0", count: 2_000) + "er",
  ]

  static let hostileNames: [Claim] = [
    Claim("different URLs are never confused", "CacheKey.url") { store in
      let stored = names.map { Stored($0) }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "URLs of all kinds")
      for one in stored { try await store.removed(.url(one.key.url)) }
      try await store.expect([], absent: stored, "URLs that were removed")
    },
    Claim("different queries are never confused", "CacheKey.query") { store in
      let stored = names.map { Stored("u", query: $0) }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "queries of all kinds")
      try await store.removed(.url("u"))
      try await store.expect([], absent: stored, "queries that were removed")
    },
    Claim("different identities are never confused", "CacheKey.identity") { store in
      let stored = names.map { Stored("u", $0) }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "identities of all kinds")
      for one in stored { try await store.removed(.identity(one.key.identity)) }
      try await store.expect([], absent: stored, "identities that were removed")
    },
    Claim("different variants are never confused", "CacheEntry.variant") { store in
      // No request field has line breaks.
      let stored = names.filter { !$0.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } }
        .map { Stored(variant: $0) }
      for one in stored { try await store.insert(one) }
      try await store.expect(stored, "variants of all kinds")
      let again = stored.map { one in
        Stored(variant: String(one.entry.variant.dropFirst("accept-language:".count)), tag: "2")
      }
      for one in again { try await store.insert(one) }
      try await store.expect(again, absent: stored, "variants that were replaced")
    },
  ]
}
