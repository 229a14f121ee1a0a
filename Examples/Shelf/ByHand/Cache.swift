import Crypto
import Foundation

/// A cache of manifests by their URLs, which are validated, and of blobs by their digests. Files that can't be read or
/// written are treated as missing.
struct Cache: Sendable {
  struct Entry: Codable {
    var tag: String
    var manifest: Manifest
  }

  let folder: URL

  func entry(for url: URL) -> Entry? {
    (try? Data(contentsOf: file(for: url))).flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
  }

  func store(_ entry: Entry, for url: URL) {
    try? add { try JSONEncoder().encode(entry).write(to: file(for: url), options: .atomic) }
  }

  func blob(_ digest: String) -> Data? {
    let file = folder.appending(component: digest)
    guard (try? sha256(file)) == digest else { return nil }
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
    return try? Data(contentsOf: file, options: .alwaysMapped)
  }

  func store(_ file: URL, as digest: String) {
    let copy = folder.appending(component: digest)
    try? add {
      try? FileManager.default.removeItem(at: copy)
      try FileManager.default.copyItem(at: file, to: copy)
    }
  }

  func removeAll() throws {
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
  }

  private func file(for url: URL) -> URL {
    folder.appending(component: SHA256.hash(data: Data(url.absoluteString.utf8)).name)
  }

  /// Adds an entry, and removes the least recently used ones beyond 256 MiB.
  private func add(_ write: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write()
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys)
    )
    .map { (file: $0, values: try $0.resourceValues(forKeys: keys)) }
    .sorted { $0.values.contentModificationDate ?? .now > $1.values.contentModificationDate ?? .now }
    var size = 0
    for (file, values) in files {
      size += values.fileSize ?? 0
      if size > 256 << 20 { try FileManager.default.removeItem(at: file) }
    }
  }
}
