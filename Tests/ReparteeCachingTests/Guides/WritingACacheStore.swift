// The example of "Writing a cache store", which is tested as the guide says.
import Foundation
import Repartee
import ReparteeCaching
import ReparteeTesting
import Testing

/// What stands for a library that keeps bytes by name.
actor Shelf {
  private var values: [String: Data] = [:]

  var count: Int { values.count }

  func get(_ name: String) throws -> Data? { values[name] }

  func put(_ name: String, _ value: Data) throws { values[name] = value }

  func delete(_ names: [String]) throws {
    for name in names { values[name] = nil }
  }
}

actor ShelfStore: CacheStore {
  private struct Record {
    var entry: CacheEntry
    let key: CacheKey
    var size: Int
    var used: Int
  }

  private let shelf: Shelf
  private let limit: Int
  private var records: [Record] = []
  private var uses = 0

  init(shelf: Shelf, limit: Int) {
    self.shelf = shelf
    self.limit = limit
  }

  func entries(for key: CacheKey) -> [CacheEntry] {
    uses += 1
    for index in records.indices where records[index].key == key {
      records[index].used = uses
    }
    return records.filter { $0.key == key }.map(\.entry)
  }

  func body(of entry: CacheEntry.ID) async throws -> Data? {
    guard records.contains(where: { $0.entry.id == entry }) else {
      return nil
    }
    return try await shelf.get(entry.uuidString)
  }

  func insert(
    _ entry: CacheEntry, body: Data, for key: CacheKey
  ) async throws {
    let size = size(of: entry, body, key)
    // The body is found only by its record, which comes second:
    // so there are both or neither.
    if size <= limit {
      try await shelf.put(entry.id.uuidString, body)
    }
    var gone = take {
      $0.entry.id == entry.id
        || $0.key == key && isSame($0.entry.variant, entry.variant)
    }
    if size <= limit {
      uses += 1
      records.append(
        Record(entry: entry, key: key, size: size, used: uses))
      gone += takeOldest()
      gone.removeAll { $0 == entry.id }
    }
    try await shelf.delete(gone.map(\.uuidString))
  }

  func update(_ entry: CacheEntry) async throws {
    guard
      let index = records.map(\.entry.id).firstIndex(of: entry.id)
    else { return }
    records[index].size +=
      entry.head.count - records[index].entry.head.count
    records[index].entry = entry
    try await shelf.delete(takeOldest().map(\.uuidString))
  }

  func remove(_ selection: CacheSelection) async throws {
    let gone = take { record in
      switch selection {
      case .entry(let id): record.entry.id == id
      case .url(let url): isSame(record.key.url, url)
      case .identity(let name): isSame(record.key.identity, name)
      case .all: true
      }
    }
    try await shelf.delete(gone.map(\.uuidString))
  }
}

extension ShelfStore {
  /// Texts are compared by their bytes, which `==` does not do.
  private func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  private func size(
    of entry: CacheEntry, _ body: Data, _ key: CacheKey
  ) -> Int {
    let key =
      key.url.utf8.count + key.query.utf8.count
      + key.identity.utf8.count
    return entry.head.count + body.count + key + 200
  }

  /// Lets records go; returns whose bodies are of no use any more.
  private func take(
    _ isGone: (Record) -> Bool
  ) -> [CacheEntry.ID] {
    let gone = records.filter(isGone).map(\.entry.id)
    records.removeAll(where: isGone)
    return gone
  }

  /// The same of what was used longest ago, until the rest is
  /// within the limit.
  private func takeOldest() -> [CacheEntry.ID] {
    var size = records.reduce(0) { $0 + $1.size }
    var gone: Set<CacheEntry.ID> = []
    for record in records.sorted(by: { $0.used < $1.used })
    where size > limit {
      size -= record.size
      gone.insert(record.entry.id)
    }
    return take { gone.contains($0.entry.id) }
  }
}

struct WritingACacheStoreTests {
  @Test(arguments: ConformanceClaim<any CacheStore>.all)
  func conforms(
    _ claim: ConformanceClaim<any CacheStore>
  ) async throws {
    try await claim.run { limit in
      ShelfStore(shelf: Shelf(), limit: limit)
    }
  }

  @Test func theReportHolds() async throws {
    let exceptions = [
      "small entries are bounded as well": "the shelf counts bodies only"
    ]
    let report = try await ConformanceReport<any CacheStore>(
      except: exceptions
    ) { limit in
      ShelfStore(shelf: Shelf(), limit: limit)
    }
    precondition(report.holds, "\(report)")
  }

  @Test func nothingIsLeftOnTheShelf() async throws {
    let shelf = Shelf()
    let store = ShelfStore(shelf: shelf, limit: 1 << 20)
    let claims = ConformanceClaim<any CacheStore>.all.filter { $0.name == "everything is removed" }
    for claim in claims { try await claim.run { _ in store } }
    #expect(claims.count == 1)
    #expect(await shelf.count == 1)
    try await store.remove(.all)
    #expect(await shelf.count == 0)
  }
}
