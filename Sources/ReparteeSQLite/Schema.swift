#if SQLite
import GRDB

enum Schema {
  /// The `application_id`: `Rpte` in ASCII.
  static let application: Int32 = 0x5270_7465
  /// Each change of the tables increments it. Version 1 can have removed data in free pages, version 2
  /// secrets in URLs and heads.
  static let version: Int32 = 3

  /// Bodies are apart, so that updating an entry moves none. Keys are blobs, because text may end at a NUL.
  /// `entry.used` is in seconds since 1970.
  static let tables = """
    CREATE TABLE entry (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      url BLOB NOT NULL,
      query BLOB NOT NULL,
      identity BLOB NOT NULL,
      variant BLOB NOT NULL,
      used INTEGER NOT NULL,
      size INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      bodyChecksum INTEGER NOT NULL,
      head BLOB NOT NULL
    );
    CREATE UNIQUE INDEX entryOfID ON entry (id);
    CREATE INDEX entryOfKey ON entry (url, query, identity);
    CREATE INDEX entryOfIdentity ON entry (identity);
    CREATE INDEX entryOfUse ON entry (used);
    CREATE TABLE body (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE total (number INTEGER PRIMARY KEY, bytes INTEGER NOT NULL);
    INSERT INTO total VALUES (1, 0);
    CREATE TRIGGER entryInserted AFTER INSERT ON entry BEGIN
      UPDATE total SET bytes = bytes + new.size WHERE number = 1;
    END;
    CREATE TRIGGER entryResized AFTER UPDATE OF size ON entry BEGIN
      UPDATE total SET bytes = bytes + new.size - old.size WHERE number = 1;
    END;
    CREATE TRIGGER entryDeleted AFTER DELETE ON entry BEGIN
      UPDATE total SET bytes = bytes - old.size WHERE number = 1;
      DELETE FROM body WHERE number = old.number;
    END;
    """

  static let names: Set<String> = [
    "entry", "entryOfID", "entryOfKey", "entryOfIdentity", "entryOfUse", "body", "total", "entryInserted",
    "entryResized", "entryDeleted",
  ]

  enum Contents {
    case nothing, ours, older, newer, foreign, damaged
  }

  static func contents(_ db: Database) throws -> Contents {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    do { return try contents(db, of: application) } catch let error as DatabaseError where error.isDamage {
      if application == Self.application { return .damaged }
      throw error
    }
  }

  private static func contents(_ db: Database, of application: Int32) throws -> Contents {
    let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let names = try Set(
      String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'"))
    switch application {
    case Self.application where version > Self.version: return .newer
    case Self.application where version < Self.version: return .older
    case Self.application: return names == Self.names ? .ours : .damaged
    case 0 where version == 0 && names.isEmpty: return .nothing
    case _ where names == Self.names: return .damaged
    default: return .foreign
    }
  }

  /// Drops all tables and views first.
  static func make(_ db: Database) throws {
    let objects = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_'
        """)
    for object in objects {
      guard let type = String.fromDatabaseValue(object[0]), let name = String.fromDatabaseValue(object[1])
      else { continue }
      let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      try db.execute(sql: "DROP \(type == "view" ? "VIEW" : "TABLE") \"\(quoted)\"")
    }
    try db.execute(sql: tables)
    try db.execute(sql: "PRAGMA application_id = \(application)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }
}
#endif
