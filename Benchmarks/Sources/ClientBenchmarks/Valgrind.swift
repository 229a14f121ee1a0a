import Foundation

/// Counts the instructions of another process with `valgrind --tool=callgrind`: exact where a processor's counters are
/// out of reach, as in most virtual machines.
struct Valgrind {
  private let folder: URL

  static let isThere = ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "repartee-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  var command: [String] {
    [
      "valgrind", "--quiet", "--tool=callgrind", "--log-file=\(folder.path)/log",
      "--callgrind-out-file=\(folder.path)/out",
    ]
  }

  /// Once the process has ended.
  func instructions() throws -> Double {
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try String(contentsOf: folder.appending(path: "out"), encoding: .utf8).split(separator: "\n")
    guard
      let line = lines.first(where: { $0.hasPrefix("summary:") || $0.hasPrefix("totals:") }),
      let count = line.split(separator: " ").last.flatMap({ Double($0) })
    else { throw Unexpected() }
    return count
  }
}
