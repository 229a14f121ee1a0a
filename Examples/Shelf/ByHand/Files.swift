import Crypto
import Foundation
import NIOCore

/// The progress of a transfer.
struct TransferProgress: Sendable {
  var bytes: Int64
  var total: Int64?
}

/// The bytes of a file. They are read while they are sent, from the start each time.
struct FileChunks: AsyncSequence, Sendable {
  let file: URL
  let size: Int64
  let progress: @Sendable (TransferProgress) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: FileChunks
    var handle: FileHandle?
    var sent: Int64 = 0

    mutating func next() async throws -> ByteBuffer? {
      guard sent < chunks.size else { return nil }
      let handle = try handle ?? FileHandle(forReadingFrom: chunks.file)
      self.handle = handle
      let count = Int(Swift.min(1 << 16, chunks.size - sent))
      guard let bytes = try handle.read(upToCount: count), !bytes.isEmpty else {
        throw ShelfError.shortened(chunks.file)
      }
      sent += Int64(bytes.count)
      chunks.progress(TransferProgress(bytes: sent, total: chunks.size))
      return ByteBuffer(bytes: bytes)
    }
  }
}

/// Writes to a file beside `file`, and renames it when it is complete and on the disk. The permissions of an existing
/// file are kept.
func replace(
  _ file: URL, permissions: Int? = nil, _ write: @Sendable (FileHandle) async throws -> Void
) async throws {
  let file = file.resolvingSymlinksInPath()
  let old = try? FileManager.default.attributesOfItem(atPath: file.path)
  guard old == nil || old?[.type] as? FileAttributeType == .typeRegular else {
    throw ShelfError.unwritable(file)
  }
  let permissions = permissions ?? old?[.posixPermissions] as? Int
  let partial = file.deletingLastPathComponent().appending(path: ".\(UUID()).partial")
  let attributes = permissions.map { [FileAttributeKey.posixPermissions: $0] }
  guard FileManager.default.createFile(atPath: partial.path, contents: nil, attributes: attributes) else {
    throw ShelfError.unwritable(file)
  }
  do {
    let handle = try FileHandle(forWritingTo: partial)
    try await write(handle)
    try handle.synchronize()
    try handle.close()
    guard rename(partial.path, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  } catch {
    try? FileManager.default.removeItem(at: partial)
    throw error
  }
}

/// Returns the digest of a file in the notation of registries.
func sha256(_ file: URL) throws -> String {
  let handle = try FileHandle(forReadingFrom: file)
  var hash = SHA256()
  while let chunk = try handle.read(upToCount: 1 << 16), !chunk.isEmpty { hash.update(data: chunk) }
  return hash.finalize().name
}

extension SHA256.Digest {
  var name: String { "sha256:" + map { String(format: "%02x", $0) }.joined() }
}
