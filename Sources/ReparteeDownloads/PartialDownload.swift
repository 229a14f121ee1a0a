import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of a download that is not complete. The lock of the record makes this the only writer.
final class PartialDownload {
  private let destination: String
  private let path: String
  private let recordPath: String
  private let recordFile: OpenFile
  private var record: DownloadRecord?
  private var file: OpenFile?
  private var isInPlace = false

  init(for path: String) throws {
    destination = try OpenFile.destination(of: path)
    // A folder is refused before anything is sent.
    _ = try OpenFile.status(at: destination)
    let folder = OpenFile.folder(of: destination)
    let name = String(Substring(destination.utf8.dropFirst(folder.utf8.count)))
    // Names have at most 255 bytes.
    self.path = "\(folder).\(name.utf8.count > 200 ? digest([name]) : name).partial"
    recordPath = "\(self.path).json"
    recordFile = try Self.lockedRecord(at: recordPath)
    record = try DownloadRecord(encoded: recordFile.read(upTo: DownloadRecord.size + 1))
  }

  private static func lockedRecord(at path: String) throws -> OpenFile {
    for _ in 0..<10 {
      let file = try OpenFile(locking: path)
      let status = try file.status()
      guard status.isOwn else { throw OfAnotherUser() }
      guard try file.lock() else { throw InUse() }
      // The download that had the lock may have ended, and removed the file.
      if try file.status().isLinked { return file }
    }
    throw InUse()
  }

  private struct InUse: Error, CustomStringConvertible {
    let description = "another download is writing it"
  }

  private struct OfAnotherUser: Error, CustomStringConvertible {
    let description = "a partial file beside it belongs to another user"
  }

  /// The bytes from which the download can be resumed; without any, nil, and the files are not kept.
  func rest() throws(OpenFile.Problem) -> (offset: Int64, validator: String, record: DownloadRecord)? {
    file = nil
    guard let record, let validator = record.validator else { return nil }
    guard let (open, length) = try partialFile(of: record) else {
      self.record = nil
      return nil
    }
    file = open
    return (length, validator, record)
  }

  private func partialFile(
    of record: DownloadRecord
  ) throws(OpenFile.Problem) -> (file: OpenFile, length: Int64)? {
    let open: OpenFile
    do { open = try OpenFile(appending: path, followsLink: false) } catch {
      if error.isNoFile { return nil }
      throw error
    }
    let status = try open.status()
    guard status.isOwn, status.length > 0, record.length.map({ $0 == status.length }) ?? true,
      record.total.map({ status.length <= $0 }) ?? true
    else { return nil }
    return (open, status.length)
  }

  func begin(_ new: DownloadRecord) throws {
    file = nil
    // Removed first: bytes must never be beside the record of another response.
    OpenFile.remove(path)
    try write(new)
    try recordFile.synchronize()
    do {
      file = try OpenFile(creating: path, replacing: destination)
    } catch {
      record = nil
      throw error
    }
  }

  func resume(to total: Int64?) throws {
    guard var record else { return }
    record.total = record.total ?? total
    record.length = nil
    try write(record)
  }

  func append(_ chunk: Data) throws { try file?.write(chunk) }

  /// Removes the bytes of a response that contradict its head.
  func cut(to length: Int64) throws { try file?.cut(to: length) }

  func setDoubted(_ isDoubted: Bool) throws {
    guard var record, record.isDoubted != isDoubted else { return }
    record.isDoubted = isDoubted
    try write(record)
  }

  private func write(_ new: DownloadRecord) throws {
    try recordFile.overwrite(new.encoded)
    record = new
  }

  func moveIntoPlace() throws {
    try file?.synchronize()
    try OpenFile.move(path, to: destination)
    isInPlace = true
    OpenFile.remove(recordPath)
  }

  deinit {
    if !isInPlace { keep() }
  }

  /// Keeps only files from which the next download can be resumed.
  private func keep() {
    if var record, record.validator != nil {
      // Not opened in this call, so the file is unchanged.
      guard let file else { return }
      if let length = try? file.length(), length > 0 {
        record.length = length
        try? file.synchronize()
        try? write(record)
        return
      }
    }
    OpenFile.remove(path)
    OpenFile.remove(recordPath)
  }
}
