#if SQLite
import Foundation
import GRDB
import Repartee
import ReparteeBase
import ReparteeCaching

extension CacheFile {
  /// A use within this many seconds of the last one is not marked.
  private static let useInterval: Int64 = 60
  /// For any limit of the store.
  private static let mostBytes = 512 << 20

  func entries(for key: CacheKey, at now: Int64) async throws -> [CacheEntry] {
    let key = KeyBytes(key)
    return try entries(try await read { db in try Self.rows(db, of: key) }, of: key, at: now)
  }

  func entriesAtOnce(for key: CacheKey, at now: Int64) throws -> [CacheEntry] {
    let key = KeyBytes(key)
    return try entries(try readAtOnce { db in try Self.rows(db, of: key) }, of: key, at: now)
  }

  private static func rows(_ db: Database, of key: KeyBytes) throws -> [EntryRow] {
    let statement = try db.cachedStatement(sql: Statements.entries)
    var rows: [EntryRow] = []
    let cursor = try Row.fetchCursor(statement, arguments: [key.url, key.query, key.identity])
    while let row = try cursor.next() { rows.append(try EntryRow(row)) }
    return rows
  }

  private func entries(_ rows: [EntryRow], of key: KeyBytes, at now: Int64) throws -> [CacheEntry] {
    var entries: [CacheEntry] = []
    for row in rows {
      guard row.checksum == key.checksum(row.id.bytes, row.variant, row.head) else {
        throw Damage(description: "an entry that does not match its checksum")
      }
      guard let entry = CacheEntry(id: row.id, head: row.head), Data(entry.variant.utf8) == row.variant else {
        mark(row.id, used: nil)
        continue
      }
      entries.append(entry)
      // A damaged file may have any number.
      if now.subtractingReportingOverflow(row.used).partialValue.magnitude >= Self.useInterval.magnitude {
        mark(row.id, used: now)
      }
    }
    return entries
  }

  func body(of id: UUID) async throws -> Data? {
    let found = try await read { db -> (Data, Int64)? in
      let statement = try db.cachedStatement(sql: Statements.body)
      guard let row = try Row.fetchOne(statement, arguments: [id.bytes]) else { return nil }
      return (try row.blob(0), try row.integer(1))
    }
    guard let (bytes, checksum) = found else { return nil }
    guard checksum == Checksum.of(id.bytes, bytes) else {
      throw Damage(description: "a body that does not match its checksum")
    }
    return bytes
  }

  func insert(_ entry: CacheEntry, _ body: Data, for key: CacheKey, at now: Int64) async throws {
    let id = entry.id.bytes, head = entry.head
    let key = KeyBytes(key), variant = Data(entry.variant.utf8)
    let size = key.size(variant, head: head.count, body: body.count)
    let checksum = key.checksum(id, variant, head)
    let bodyChecksum = Checksum.of(id, body)
    try await write { db in
      try db.cachedStatement(sql: Statements.removeEntry).execute(arguments: [id])
      try db.cachedStatement(sql: Statements.removeVariant).execute(arguments: [
        key.url, key.query, key.identity, variant,
      ])
      guard size <= min(self.limit, Self.mostBytes) else { return }
      try self.makeRoom(db, for: size)
      try db.cachedStatement(sql: Statements.insertEntry)
        .execute(arguments: [
          id, key.url, key.query, key.identity, variant, now, size, checksum, bodyChecksum, head,
        ])
      try db.cachedStatement(sql: Statements.insertBody).execute(arguments: [db.lastInsertedRowID, body])
    }
  }

  func update(_ entry: CacheEntry) async throws {
    let id = entry.id.bytes, head = entry.head, variant = Data(entry.variant.utf8)
    try await write { db in
      let statement = try db.cachedStatement(sql: Statements.entry)
      guard let row = try Row.fetchOne(statement, arguments: [id]) else { return }
      let key = KeyBytes(url: try row.blob(1), query: try row.blob(2), identity: try row.blob(3))
      let size = key.size(variant, head: head.count, body: Int(clamping: try row.integer(4)))
      try db.cachedStatement(sql: Statements.update)
        .execute(arguments: [variant, head, size, key.checksum(id, variant, head), try row.integer(0)])
      try self.makeRoom(db, for: 0)
    }
  }

  func remove(_ selection: CacheSelection) async throws {
    switch selection {
    case .entry(let id):
      try await write { db in
        try db.cachedStatement(sql: Statements.removeEntry).execute(arguments: [id.bytes])
      }
    case .url(let url): try await remove(Statements.removeURL, Data(url.utf8))
    case .identity(let identity):
      try await remove(Statements.removeIdentity, Data(identity.utf8))
      try await withWriter { db in try self.rebuild(db) }
    case .all:
      try await write { db in try Schema.make(db) }
      try await shrink()
      try await withWriter { db in try self.emptyLog(db) }
    }
  }

  /// Waits for the writing connection.
  func catchUp() throws {
    let selections = try pending.all()
    try pool.writeWithoutTransaction { db in
      try self.write(db) { db in
        for case .identity(let identity) in selections {
          let statement = try db.cachedStatement(sql: Statements.removeIdentity)
          repeat { try statement.execute(arguments: [Data(identity.utf8)]) } while db.changesCount > 0
        }
        if selections.contains(.all) { try Schema.make(db) }
      }
      try self.rebuild(db)
    }
    try pending.remove()
  }

  /// Removes some at a time, so that others can write.
  private func remove(_ statement: String, _ value: Data) async throws {
    while try await write({ db in
      try db.cachedStatement(sql: statement).execute(arguments: [value])
      return db.changesCount > 0
    }) {}
    try await shrink()
  }

  // MARK: Removing bytes

  /// A larger file is removed instead of rebuilt.
  private static let mostRebuilt: Int64 = 32 << 20

  var isLarge: Bool {
    get throws {
      try readAtOnce { db in
        let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
        return try Int64(Self.pages(db).used) * pageSize > Self.mostRebuilt
      }
    }
  }

  /// SQLite leaves copies of moved entries in the file.
  private func rebuild(_ db: Database) throws {
    do { try db.execute(sql: "VACUUM") } catch let error as DatabaseError where error.isLock {
      backoffs.writing.begin(SQLiteCacheError(error, path))
      throw error
    }
    try emptyLog(db)
  }

  // MARK: Making room

  private func makeRoom(_ db: Database, for size: Int) throws {
    var total = try Int.fetchOne(db.cachedStatement(sql: Statements.total)) ?? 0
    if total < 0 { throw Damage(description: "a negative total size") }
    while total > limit - size {
      let oldest = try Row.fetchAll(db.cachedStatement(sql: Statements.oldest))
      if oldest.isEmpty {
        if total != 0 { try db.cachedStatement(sql: Statements.noTotal).execute() }
        return
      }
      for row in oldest where total > limit - size {
        try db.cachedStatement(sql: Statements.removeNumber).execute(arguments: [try row.integer(0)])
        let (rest, hasOverflowed) = total.subtractingReportingOverflow(Int(clamping: try row.integer(1)))
        if hasOverflowed { throw Damage(description: "a size out of range") }
        total = rest
      }
    }
  }

  /// If a lock or a full disk prevents it, the next operation shrinks the file.
  private func shrink() async throws {
    guard try await read({ db in try Self.pages(db).free }) > Self.keptPages else { return }
    try await withWriter { db in
      do { try Self.returnPages(db) } catch let error as DatabaseError where error.isLock || error.isFull {}
    }
  }

  private static func returnPages(_ db: Database) throws {
    // `VACUUM` copies the used pages, so it is faster if these are few.
    if try pages(db).used <= keptPages { try db.execute(sql: "VACUUM") }
    var free = try pages(db).free
    while free > keptPages {
      try db.execute(sql: "PRAGMA incremental_vacuum(2048)")
      let rest = try pages(db).free
      // The file may have been created without `auto_vacuum`.
      guard rest < free else { break }
      free = rest
    }
    try db.checkpoint(.truncate)
  }

  private static func pages(_ db: Database) throws -> (used: Int, free: Int) {
    let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    return ((try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0) - free, free)
  }

  private static let keptPages = 1024

  // MARK: Marks

  /// Marks an entry as used, or removes an unreadable one, after the current reads.
  private func mark(_ id: UUID, used: Int64?) {
    let isFirst = marks.withLock { marks in
      defer {
        if let used { marks.used[id] = used } else { marks.unreadable.insert(id) }
      }
      return marks.isEmpty
    }
    guard isFirst else { return }
    pool.asyncWriteWithoutTransaction { db in
      let marks = self.marks.withLock { marks in
        defer { marks = Marks() }
        return marks
      }
      try? self.write(db) { db in
        for (id, time) in marks.used {
          try db.cachedStatement(sql: Statements.use).execute(arguments: [time, id.bytes])
        }
        for id in marks.unreadable {
          try db.cachedStatement(sql: Statements.removeEntry).execute(arguments: [id.bytes])
        }
      }
    }
  }
}

private struct KeyBytes: Sendable {
  let url: Data
  let query: Data
  let identity: Data

  init(url: Data, query: Data, identity: Data) {
    self.url = url
    self.query = query
    self.identity = identity
  }

  init(_ key: CacheKey) {
    self.init(url: Data(key.url.utf8), query: Data(key.query.utf8), identity: Data(key.identity.utf8))
  }

  /// Covers the key: an entry under another key is not used.
  func checksum(_ id: Data, _ variant: Data, _ head: Data) -> Int64 {
    Checksum.of(id, url, query, identity, variant, head)
  }

  /// The approximate number of bytes in the file.
  func size(_ variant: Data, head: Int, body: Int) -> Int {
    // Small bodies share a page; larger ones have their own pages.
    let page = 4_096
    let pages = body > page - 35 ? (body / (page - 4) + 1) * page : page / max(1, (page - 12) / (body + 20))
    return 2 * (url.count + query.count) + 3 * identity.count + variant.count + head + pages + 512
  }
}

private struct EntryRow: Sendable {
  let id: UUID
  let variant: Data
  let head: Data
  let used: Int64
  let checksum: Int64

  init(_ row: Row) throws {
    guard let id = UUID(bytes: try row.blob(0)) else { throw Damage(description: "an ID that is not a UUID") }
    self.id = id
    variant = try row.blob(1)
    head = try row.blob(2)
    used = try row.integer(3)
    checksum = try row.integer(4)
  }
}

// GRDB's subscripts trap if a value has another type, as in a damaged file.
extension Row {
  fileprivate func blob(_ index: Int) throws(Damage) -> Data {
    guard case .blob(let bytes) = (self[index] as DatabaseValue).storage else {
      throw Damage(description: "a column that is not a blob")
    }
    return bytes
  }

  fileprivate func integer(_ index: Int) throws(Damage) -> Int64 {
    guard case .int64(let number) = (self[index] as DatabaseValue).storage else {
      throw Damage(description: "a column that is not an integer")
    }
    return number
  }
}

extension UUID {
  fileprivate var bytes: Data {
    let id = uuid
    return Data([
      id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13, id.14, id.15,
    ])
  }

  fileprivate init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    let id = [UInt8](bytes)
    self.init(
      uuid: (
        id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7], id[8], id[9], id[10], id[11], id[12], id[13],
        id[14],
        id[15]
      ))
  }
}
#endif
