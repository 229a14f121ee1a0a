import Foundation

/// Another process, of a program of this package.
package final class Child {
  package struct Failure: Error {
    package init() {}
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// A product that is built beside this one, or this one itself.
  package convenience init(_ program: String? = nil, _ arguments: [String]) throws {
    let path = program.map { Self.own.deletingLastPathComponent().appending(path: $0) } ?? Self.own
    try self.init(command: [path.path] + arguments)
  }

  /// A command, which is looked for where a shell would.
  package init(command: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
  }

  /// The program of this process.
  package static var own: URL { URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath() }

  /// Its next line; fails where there is none.
  package func readLine() throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
      line += byte
    }
    if line.isEmpty { throw Failure() }
    return String(decoding: line, as: UTF8.self)
  }

  /// Closes its input, after which a server ends by itself, and waits for its end; its status.
  @discardableResult
  package func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
