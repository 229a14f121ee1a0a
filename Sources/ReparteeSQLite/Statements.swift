#if SQLite
/// A test checks that each statement uses an index. They have `ifnull` because an empty blob may be bound as
/// NULL.
enum Statements {
  static let entries = """
    SELECT id, variant, head, used, checksum FROM entry
    WHERE url = ifnull(?, x'') AND query = ifnull(?, x'') AND identity = ifnull(?, x'') ORDER BY number
    """
  static let body = """
    SELECT body.bytes, entry.bodyChecksum FROM entry JOIN body ON body.number = entry.number WHERE entry.id = ?
    """
  static let insertEntry = """
    INSERT INTO entry (id, url, query, identity, variant, used, size, checksum, bodyChecksum, head)
    VALUES (?, ifnull(?, x''), ifnull(?, x''), ifnull(?, x''), ifnull(?, x''), ?, ?, ?, ?, ifnull(?, x''))
    """
  static let insertBody = "INSERT INTO body (number, bytes) VALUES (?, ifnull(?, x''))"
  static let removeVariant = """
    DELETE FROM entry
    WHERE url = ifnull(?, x'') AND query = ifnull(?, x'') AND identity = ifnull(?, x'')
      AND variant = ifnull(?, x'')
    """
  static let entry = """
    SELECT number, url, query, identity, (SELECT length(bytes) FROM body WHERE body.number = entry.number)
    FROM entry WHERE id = ?
    """
  static let update =
    "UPDATE entry SET variant = ifnull(?, x''), head = ?, size = ?, checksum = ? WHERE number = ?"
  static let use = "UPDATE entry SET used = ? WHERE id = ?"
  static let removeEntry = "DELETE FROM entry WHERE id = ?"
  static let removeNumber = "DELETE FROM entry WHERE number = ?"
  static let removeURL = """
    DELETE FROM entry WHERE number IN (SELECT number FROM entry WHERE url = ifnull(?, x'') LIMIT 256)
    """
  static let removeIdentity = """
    DELETE FROM entry WHERE number IN (SELECT number FROM entry WHERE identity = ifnull(?, x'') LIMIT 256)
    """
  static let total = "SELECT bytes FROM total WHERE number = 1"
  static let noTotal = "UPDATE total SET bytes = 0 WHERE number = 1"
  static let oldest = "SELECT number, size FROM entry ORDER BY used, number LIMIT 64"
  /// Future times come from a wrong clock.
  static let unuse = "UPDATE entry SET used = ? WHERE used > ?"

  static let all = [
    entries, body, insertEntry, insertBody, removeVariant, entry, update, use, removeEntry, removeNumber,
    removeURL, removeIdentity, total, noTotal, oldest, unuse,
  ]
}
#endif
