#if SQLite
import Foundation
import GRDB

@testable import ReparteeSQLite

extension Folder {
  /// Writes a file with these bytes.
  func write(_ bytes: Data, to name: String = "cache.db") throws {
    try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func bytes(_ name: String = "cache.db") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// Does something with the file as a database.
  func database<Value>(_ name: String = "cache.db", _ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: "\(path)/\(name)")
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction(body)
  }

  /// Whether a cache has no entry yet, or no file.
  var hasNoEntry: Bool {
    guard FileManager.default.fileExists(atPath: cache) else { return true }
    return (try? database { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") ?? 0 }) ?? 0 == 0
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  /// What SQLite finds wrong with the file.
  func problems(_ name: String = "cache.db") throws -> [String] {
    try database(name) { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
  }
}
#endif
