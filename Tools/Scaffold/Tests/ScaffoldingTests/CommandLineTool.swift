import Foundation
import Testing

/// The command as it is called, in a folder of its own: what it exits with, says and writes.
struct CommandLineTool {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("scaffold-\(UUID().uuidString)", isDirectory: true)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// Removes the folder.
  func clean() { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func file(_ name: String, _ text: some StringProtocol) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  func run(_ arguments: String..., input: FileHandle = .nullDevice) throws -> Outcome {
    try run(#require(Self.executable), arguments, input: input)
  }

  func git(_ arguments: String...) throws {
    let outcome = try run(
      URL(fileURLWithPath: "/usr/bin/env"), ["git", "-C", folder.path] + arguments, input: .nullDevice)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func run(_ executable: URL, _ arguments: [String], input: FileHandle) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    let name = UUID().uuidString
    let places = ["out", "err"].map {
      folder.deletingLastPathComponent().appendingPathComponent("\(name).\($0)")
    }
    defer { for place in places { try? FileManager.default.removeItem(at: place) } }
    for place in places { try Data().write(to: place) }
    process.standardOutput = try FileHandle(forWritingTo: places[0])
    process.standardError = try FileHandle(forWritingTo: places[1])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: places[0], encoding: .utf8),
      errors: try String(contentsOf: places[1], encoding: .utf8))
  }

  /// The executable beside the tests.
  static var executable: URL? {
    var folder = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("scaffold")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue {
        return file
      }
    }
    return nil
  }
}
