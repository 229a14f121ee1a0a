#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file beside its destination until it is complete; removed if this object is released before.
final class PartialFile {
  private let destination: String
  private let name: String
  private let file: OpenFile
  private var isInPlace = false

  init(for path: String) throws(OpenFile.Problem) {
    destination = try OpenFile.destination(of: path)
    name = "\(OpenFile.folder(of: destination)).\(UUID().uuidString).partial"
    file = try OpenFile(creating: name, replacing: destination)
  }

  // Not inlined: an async function would have a copy for each suspension.
  @inline(never) func write(_ bytes: Data) throws(OpenFile.Problem) { try file.write(bytes) }

  func moveIntoPlace() throws(OpenFile.Problem) {
    try file.synchronize()
    try OpenFile.move(name, to: destination)
    isInPlace = true
  }

  deinit {
    if !isInPlace { OpenFile.remove(name) }
  }
}
