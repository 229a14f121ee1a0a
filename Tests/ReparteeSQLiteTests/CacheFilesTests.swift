#if SQLite
import Foundation
import GRDB
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// What can't be read is put aside.
@Suite(.timeLimit(.minutes(2))) struct CacheFilesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var store: SQLiteCacheStore { SQLiteCacheStore(path: folder.cache) }

  /// A closed file with some entries.
  private func fill(_ count: Int = 50) async throws {
    let store = store
    for number in 0..<count {
      try await store.insert(String(repeating: "\(number),", count: 2_000), at: "/\(number)")
    }
  }

  /// That the cache works, and that these files were put aside.
  private func expectBeginning(_ store: SQLiteCacheStore, aside names: [String]) async throws {
    #expect(try await store.bodies(at: "/0").isEmpty)
    try await store.insert("new", at: "/new")
    #expect(try await store.bodies(at: "/new") == ["new"])
    #expect(store.damagedFiles == names.map { "\(folder.path)/\($0)" })
    #expect(try await self.store.bodies(at: "/new") == ["new"])
  }

  /// A cache that is closed, and then damaged as a whole.
  private func damage(_ text: String = "no database") async throws {
    try await store.insert("old", at: "/0")
    try folder.write(Data(text.utf8))
  }

  /// That this was refused, and is as it was.
  private func expectRefusal(_ what: String) async throws {
    let before = try folder.bytes(), permissions = folder.permissions("cache.db")
    for _ in 0..<2 {
      let store = store
      for _ in 0..<2 {
        let error = await #expect(throws: SQLiteCacheError.self) { try await store.insert("a", at: "/a") }
        #expect(error?.kind == .foreign, "\(what)")
        #expect(error?.description.contains("another path") == true)
      }
      await #expect(throws: SQLiteCacheError.self) { try await store.remove(.all) }
      #expect(store.damagedFiles.isEmpty)
    }
    #expect(try folder.bytes() == before && folder.permissions("cache.db") == permissions)
    #expect(try folder.names.filter { $0 != "cache.db-lock" } == ["cache.db"])
  }

  static let noDatabases = [
    "no database", String(repeating: "no database at all, ", count: 1_000), "SQLite format 3\0",
  ]

  @Test(arguments: noDatabases) func whatIsNoDatabaseAnyMore(_ text: String) async throws {
    try await damage(text)
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
    #expect(try folder.bytes("cache.db.damaged-1") == Data(text.utf8))
  }

  @Test(arguments: noDatabases) func whatNeverWasADatabaseIsRefused(_ text: String) async throws {
    try folder.write(Data(text.utf8))
    try await expectRefusal(text)
  }

  @Test func anEmptyFileIsANewOne() async throws {
    try folder.write(Data())
    try await expectBeginning(store, aside: [])
  }

  @Test func nothingIsOverwritten() async throws {
    try folder.write(Data("first".utf8), to: "cache.db.damaged-1")
    try await damage()
    try await expectBeginning(store, aside: ["cache.db.damaged-2"])
    #expect(try folder.bytes("cache.db.damaged-1") == Data("first".utf8))
  }

  @Test func noMoreThanNineArePutAside() async throws {
    for number in 1...9 { try folder.write(Data(), to: "cache.db.damaged-\(number)") }
    try await damage()
    let error = await #expect(throws: SQLiteCacheError.self) { try await store.bodies(at: "/") }
    #expect(error?.kind == .tooManyDamaged)
    #expect(error?.description.contains("nine damaged files") == true)
    #expect(try folder.bytes() == Data("no database".utf8))
    try folder.remove("cache.db.damaged-3")
    try await expectBeginning(store, aside: ["cache.db.damaged-3"])
  }

  @Test func theDatabaseOfAnotherProgram() async throws {
    try folder.database {
      try $0.execute(sql: "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')")
    }
    try await expectRefusal("notes")
    // Not even if there was a cache before.
    try folder.remove("cache.db")
    try await store.insert("a", at: "/a")
    try folder.remove("cache.db")
    try folder.database { try $0.execute(sql: "CREATE TABLE notes (text)") }
    try await expectRefusal("notes")
  }

  @Test func anotherApplicationID() async throws {
    try folder.database { try $0.execute(sql: "PRAGMA application_id = 7; PRAGMA user_version = 1") }
    try await expectRefusal("another application")
  }

  @Test func anApplicationIDThatIsDamaged() async throws {
    try await fill()
    try folder.database { try $0.execute(sql: "PRAGMA application_id = 7") }
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
  }

  @Test func aTableThatIsMissing() async throws {
    try await fill()
    try folder.database { try $0.execute(sql: "DROP TABLE body") }
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
  }

  @Test func aTableThatGoesWhileItIsUsed() async throws {
    let store = store
    try await store.insert("old", at: "/0")
    try folder.database { try $0.execute(sql: "DROP TABLE entry") }
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
  }

  @Test func anOlderVersionIsEmptied() async throws {
    try await fill()
    try folder.database { try $0.execute(sql: "PRAGMA user_version = 0; CREATE TABLE \"what \"\"was\" (a)") }
    try await expectBeginning(store, aside: [])
    #expect(try folder.problems().isEmpty)
  }

  @Test func aNewerVersionIsLeftAlone() async throws {
    try await fill()
    try folder.database {
      try $0.execute(sql: "PRAGMA user_version = 1000000; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = try folder.bytes()
    let store = store
    for _ in 0..<3 {
      let error = await #expect(throws: SQLiteCacheError.self) { try await store.insert("a", at: "/a") }
      #expect(error?.kind == .newer)
      #expect(error?.description.contains("newer version") == true)
    }
    #expect(try folder.bytes() == before)
    #expect(store.damagedFiles.isEmpty)
  }

  @Test(arguments: [100, 4_096, 5_000, 50_000])
  func aFileThatWasCutOff(_ size: Int) async throws {
    try await fill()
    try folder.write(try folder.bytes().prefix(size))
    let store = store
    try await useAll(store)
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
  }

  /// Asks for everything: each body is the one that was stored, or there is none.
  private func useAll(_ store: SQLiteCacheStore, _ count: Int = 50) async throws {
    for number in 0..<count {
      for body in try await store.bodies(at: "/\(number)") {
        #expect(body == String(repeating: "\(number),", count: 2_000), "/\(number)")
      }
    }
  }

  @Test func garbageAnywhereInTheFile() async throws {
    try await fill()
    let whole = try folder.bytes()
    var generator = SplitMix(seed: 7)
    var aside = 0
    for round in 0..<40 {
      var bytes = whole
      let start = Int.random(in: 0..<bytes.count - 600, using: &generator)
      for index in start..<start + Int.random(in: 1...600, using: &generator) {
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      for name in try folder.names where name != "cache.db-lock" { try folder.remove(name) }
      try folder.write(bytes)
      let store = store
      try await useAll(store)
      try await store.insert("new", at: "/new")
      #expect(try await store.bodies(at: "/new") == ["new"], "round \(round)")
      aside += store.damagedFiles.count
      try await store.remove(.all)
      #expect(store.damagedFiles.isEmpty)
    }
    #expect(aside > 20)
  }

  @Test func damageThatComesWhileItIsUsed() async throws {
    try await fill()
    let store = store
    #expect(try await store.bodies(at: "/0").count == 1)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.cache))
    let size = try file.seekToEnd()
    // To close the file would drop the locks of SQLite, so that it stays open.
    for offset in stride(from: UInt64(0), to: size, by: 1_000) {
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data("garbage".utf8))
    }
    for number in 1..<50 {
      for body in try await store.bodies(at: "/\(number)") {
        #expect(body == String(repeating: "\(number),", count: 2_000))
      }
    }
    try await store.insert("new", at: "/new")
    #expect(try await store.bodies(at: "/new") == ["new"])
    #expect(store.damagedFiles.count == 1)
    withExtendedLifetime(file) {}
  }

  @Test func aBodyThatHasChanged() async throws {
    try await fill()
    try folder.database {
      try $0.execute(sql: "UPDATE body SET bytes = CAST(replace(bytes, '7', '8') AS BLOB) WHERE number = 8")
    }
    let store = store
    #expect(try await store.bodies(at: "/7").isEmpty)
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
  }

  @Test func anEntryOfAnotherIdentityIsNotHandedOut() async throws {
    try await store.insert("ada's", at: "/0", identity: "=ada")
    try folder.database {
      try $0.execute(sql: "UPDATE entry SET identity = ?", arguments: [Data("=bob".utf8)])
    }
    let store = store
    #expect(try await store.bodies(at: "/0", identity: "=bob").isEmpty)
    try await expectBeginning(store, aside: ["cache.db.damaged-1"])
  }

  @Test func aColumnOfAnotherType() async throws {
    for change in ["head = 'text'", "checksum = 'text'", "id = x'00'", "bodyChecksum = 1.5", "used = x'01'"] {
      let folder = try Folder()
      let store = SQLiteCacheStore(path: folder.cache)
      try await store.insert("body", at: "/0")
      try folder.database { try $0.execute(sql: "UPDATE entry SET \(change)") }
      #expect(try await store.bodies(at: "/0").isEmpty, "\(change)")
      #expect(store.damagedFiles.count == 1, "\(change)")
    }
  }

  @Test func aHeadThatCannotBeReadIsDropped() async throws {
    let store = store
    let entry = try await store.insert("body", at: "/0")
    let (id, head) = (withUnsafeBytes(of: entry.id.uuid) { Data($0) }, Data("repartee 999\n".utf8))
    try folder.database {
      let checksum = Checksum.of(id, Data("/0".utf8), Data(), Data(), Data(), head)
      try $0.execute(sql: "UPDATE entry SET head = ?, checksum = ?", arguments: [head, checksum])
    }
    #expect(try await store.bodies(at: "/0").isEmpty)
    try await store.remove(.url("another"))  // which is written after it
    #expect(try await store.body(of: entry.id) == nil)
    #expect(store.damagedFiles.isEmpty)
    #expect(try folder.database { try Int.fetchOne($0, sql: "SELECT bytes FROM total") } == 0)
  }

  @Test func severalStoresPutItAsideOnce() async throws {
    for round in 0..<5 {
      let folder = try Folder()
      try await SQLiteCacheStore(path: folder.cache).insert("old", at: "/0")
      try folder.write(Data("no database \(round)".utf8))
      let stores = (0..<8).map { _ in SQLiteCacheStore(path: folder.cache, now: { 0 }, patience: .seconds(60))
      }
      try await withThrowingTaskGroup { group in
        for (number, store) in stores.enumerated() {
          group.addTask { try await store.insert("body", at: "/\(number)") }
        }
        try await group.waitForAll()
      }
      for number in stores.indices {
        #expect(try await stores[0].bodies(at: "/\(number)") == ["body"])
      }
      #expect(stores.flatMap(\.damagedFiles).count == 1)
    }
  }

  @Test func severalStoresFindTheSameDamage() async throws {
    try await fill()
    let path = folder.cache
    let stores = (0..<4).map { _ in SQLiteCacheStore(path: path, now: { 0 }, patience: .seconds(60)) }
    for store in stores { #expect(try await store.bodies(at: "/1").count == 1) }
    try folder.database { try $0.execute(sql: "UPDATE body SET bytes = x'00'") }
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          #expect(try await store.bodies(at: "/\(number)").isEmpty)
          try await store.insert("new", at: "/new/\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(stores.flatMap(\.damagedFiles).count == 1)
    for number in stores.indices {
      #expect(try await stores[0].bodies(at: "/new/\(number)") == ["new"])
    }
  }
}

/// Random numbers from a seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
#endif
