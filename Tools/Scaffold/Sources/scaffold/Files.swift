import Foundation
import Scaffolding

enum Files {
  /// Writes and removes all of these files, or none.
  static func write(_ files: [(url: URL, data: Data)], removing removed: [URL]) throws {
    var undo: [(url: URL, data: Data?)] = []
    do {
      for (url, data) in files {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        undo.append((url, try? Data(contentsOf: url)))
        try data.write(to: url, options: .atomic)
      }
      for url in removed {
        undo.append((url, try? Data(contentsOf: url)))
        try FileManager.default.removeItem(at: url)
      }
    } catch {
      for (url, data) in undo.reversed() {
        if let data {
          try? data.write(to: url, options: .atomic)
        } else {
          try? FileManager.default.removeItem(at: url)
        }
      }
      throw InputError("nothing was written: \(error.localizedDescription)", file: undo.last?.url.path ?? "")
    }
  }
}

extension Paths {
  /// A path as it is shown: from the current folder, if it is in there.
  static func shown(_ path: String) -> String {
    let current = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
  }
}

/// What git knows of files.
enum Git {
  enum Status {
    case none
    case changed(String)
    /// There is no git, or no repository.
    case unknown
  }

  static func status(_ paths: [String], in folder: URL) -> Status {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path, "status", "--porcelain", "-z", "--"] + paths
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return .unknown }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return .unknown }
    let entries = String(decoding: data, as: UTF8.self).split(separator: "\0")
    // A file that git does not know at all is as unsafe as a changed one.
    guard let first = entries.first else { return .none }
    let name = String(first.dropFirst(3))
    return .changed(paths.first { $0.hasSuffix("/" + name) } ?? name)
  }
}
