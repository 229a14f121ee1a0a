#if !SQLite
public import ReparteeCaching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Without the trait the compiler says which one is missing.

/// Needs the trait `SQLite`.
@available(*, unavailable, message: "enable the trait SQLite in the package line: traits: [\"SQLite\"]")
public struct SQLiteCacheStore: CacheStore {
  /// Needs the trait `SQLite`.
  public init(path: String, maximumSize: Int = 0) {}

  public func entries(for key: CacheKey) async throws -> [CacheEntry] { [] }
  public func body(of entry: CacheEntry.ID) async throws -> Data? { nil }
  public func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws {}
  public func update(_ entry: CacheEntry) async throws {}
  public func remove(_ selection: CacheSelection) async throws {}
}

/// Needs the trait `SQLite`.
@available(*, unavailable, message: "enable the trait SQLite in the package line: traits: [\"SQLite\"]")
public struct SQLiteCacheError: Error {}
#endif
