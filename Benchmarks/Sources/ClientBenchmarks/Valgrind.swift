import Foundation
import Support

/// Counts the instructions of another process with `valgrind --tool=callgrind`: exact where a processor's counters are
/// out of reach, as in most virtual machines.
struct Valgrind {
  private let folder: URL

  /// Nil where there is no valgrind. The process is a copy without debugging information, whose format valgrind does
  /// not know.
  init?() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "repartee-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let stripped = try Child(command: ["llvm-objcopy", "--strip-debug", Child.own.path, program])
    let version = try Child(command: ["valgrind", "--version"])
    guard stripped.end() == 0, version.end() == 0 else {
      try FileManager.default.removeItem(at: folder)
      return nil
    }
  }

  private var program: String { folder.appending(path: "program").path }

  var command: [String] {
    [
      "valgrind", "--quiet", "--tool=callgrind", "--log-file=\(folder.path)/log",
      "--callgrind-out-file=\(folder.path)/out", program,
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
