#if SQLite
import Foundation
import GRDB
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// How rows are found.
@Suite(.timeLimit(.minutes(5))) struct StatementsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: Statements.all)
  func rowsAreFoundByIndexes(_ statement: String) async throws {
    try await SQLiteCacheStore(path: folder.cache).insert("a", at: "/")
    let plan = try folder.database { db in
      let arguments = Array(repeating: DatabaseValue.null, count: statement.count { $0 == "?" })
      return try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN \(statement)", arguments: StatementArguments(arguments)
      )
      .map { $0["detail"] as String }
    }
    for step in plan {
      #expect(!step.hasPrefix("SCAN") || step.contains("USING INDEX entryOfUse"), "\(statement): \(plan)")
      #expect(!step.contains("AUTOMATIC"), "\(statement): \(plan)")
      #expect(!step.contains("TEMP B-TREE"), "\(statement): \(plan)")
    }
  }

  @Test func noStatementIsLeftOut() {
    // Those that are asked for elsewhere are few, and look at no rows.
    #expect(Statements.all.count == 16)
    #expect(Set(Statements.all).count == Statements.all.count)
  }

  @Test func checksumsDetectDifferences() {
    var sums: Set<Int64> = []
    let bytes = Data((0..<100).map { UInt8($0) })
    for count in 0...100 { sums.insert(Checksum.of(bytes.prefix(count))) }
    for index in 0..<100 {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        sums.insert(Checksum.of(changed))
      }
    }
    for cut in 0...100 { sums.insert(Checksum.of(bytes.prefix(cut), bytes.dropFirst(cut))) }
    #expect(sums.count == 101 + 800 + 101)
    #expect(Checksum.of(bytes.dropFirst(7)) == Checksum.of(Data(bytes.dropFirst(7))))
  }

  /// Numbers for people: `REPARTEE_MEASURE=1`.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["REPARTEE_MEASURE"] != nil), arguments: [1_000, 100_000])
  func measures(_ count: Int) async throws {
    let store = SQLiteCacheStore(path: folder.cache, maximumSize: 4 << 30)
    var ids: [UUID] = []
    let clock = ContinuousClock()
    func time(_ what: String, _ times: Int, _ body: (Int) async throws -> Void) async throws {
      let duration = try await clock.measure { for index in 0..<times { try await body(index) } }
      print("\(count) entries, \(what): \((duration / times) / .microseconds(1)) µs")
    }
    try await time("insert of 2 kB", count) { index in
      ids.append(
        try await store.insert(
          String(repeating: "b", count: 2_000), at: "https://api.example.com/items/\(index)"
        ).id)
    }
    for _ in 0..<2 {
      try await time("entries(for:)", 20_000) { index in
        let key = CacheKey(url: "https://api.example.com/items/\(index * 7_919 % count)")
        _ = try await store.entries(for: key)
      }
      try await time("body(of:)", 20_000) { index in _ = try await store.body(of: ids[index * 7_919 % count])
      }
    }
    let large = Data(repeating: 7, count: 1 << 20)
    let entry = CacheEntry.sample("large", size: large.count)
    try await store.insert(entry, body: large, for: CacheKey(url: "large"))
    try await time("body(of:) of 1 MiB", 200) { _ in _ = try await store.body(of: entry.id) }
    try await time("update", 1_000) { _ in try await store.update(entry) }
    try await time("identity removed", 1) { _ in try await store.remove(.identity("")) }
    for index in 0..<count {
      try await store.insert(
        String(repeating: "b", count: 2_000), at: "https://api.example.com/items/\(index)")
    }
    try await time("all removed", 1) { _ in try await store.remove(.all) }
    print("\(count) entries, file after all are removed: \(folder.size("cache.db"))")
  }
}
#endif
