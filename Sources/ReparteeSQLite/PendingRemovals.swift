#if SQLite
import Foundation
import Repartee
import ReparteeCaching

/// The removals that a lock prevented, in a file beside the cache; its next user does them first. A record is the kind
/// (a byte), the text's size (four bytes) and the text.
struct PendingRemovals {
  let path: String

  /// Beyond that, all entries are removed.
  private static let mostBytes = 64 << 10

  init(besides cache: String) {
    path = "\(cache)-removals"
  }

  var isEmpty: Bool { !FileSystem.isTaken(path) }

  /// Requires the lock.
  func add(_ selection: CacheSelection) throws(SystemError) {
    let size = try FileIdentity(path)?.size ?? 0
    var record = Self.record(selection)
    if size + record.count > Self.mostBytes { record = Self.record(.all) }
    if size <= Self.mostBytes { try FileSystem.append(record, to: path) }
  }

  /// A truncated or invalid file stands for all entries.
  func all() throws(SystemError) -> [CacheSelection] {
    guard var rest = try FileSystem.bytes(of: path)?[...] else { return [] }
    var selections: [CacheSelection] = []
    while let kind = rest.popFirst() {
      guard kind == UInt8(ascii: "i"), rest.count >= 4 else { return [.all] }
      let size = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard size >= 0, rest.count >= size else { return [.all] }
      selections.append(.identity(String(decoding: rest.prefix(size), as: UTF8.self)))
      rest = rest.dropFirst(size)
    }
    return selections.isEmpty ? [.all] : selections
  }

  func remove() throws(SystemError) { try FileSystem.remove(path) }

  private static func record(_ selection: CacheSelection) -> [UInt8] {
    guard case .identity(let text) = selection, text.utf8.count < mostBytes else {
      return [UInt8(ascii: "a")]
    }
    let size = text.utf8.count
    return [UInt8(ascii: "i")] + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + text.utf8
  }
}

extension CacheSelection {
  /// The removal of a sign-out must not be lost.
  var isOfUser: Bool {
    switch self {
    case .identity, .all: true
    case .entry, .url: false
    }
  }
}
#endif
