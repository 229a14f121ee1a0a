import Foundation
import ReparteeJSON

/// A run of the program, which lies beside the tests.
struct ProbeRun {
  var status: Int32
  var lines: [JSONValue]
  var errors: String

  /// The lines of JSON on the standard error.
  var events: [JSONValue] {
    get throws { try errors.split(separator: "\n").map { try JSONCoder().decode(from: Data($0.utf8)) } }
  }

  init(_ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      path: "probe")
    process.arguments = arguments
    // In files: the end of a pipe comes only when every process has closed it that inherited it.
    let folder = FileManager.default.temporaryDirectory.appending(path: "probe-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errorOutput) = (folder.appending(path: "output"), folder.appending(path: "errors"))
    for file in [output, errorOutput] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errorOutput)
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ended.finish() }
    try process.run()
    for await _ in end {}
    status = process.terminationStatus
    errors = String(decoding: try Data(contentsOf: errorOutput), as: UTF8.self)
    lines = try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")).map {
      try JSONCoder().decode(from: Data($0))
    }
  }
}
