import Foundation

/// Another process, of a program of this package.
package final class Child {
  package struct Failure: Error {
    package init() {}
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Parameters:
  ///   - program: A product that is built beside this one; nil for this one.
  ///   - wrapper: A program that runs it, with its options: `valgrind --tool=callgrind`.
  package init(_ program: String? = nil, _ arguments: [String], wrapper: [String] = []) throws {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let path = program.map { own.deletingLastPathComponent().appending(path: $0) } ?? own
    if wrapper.isEmpty {
      process.executableURL = path
      process.arguments = arguments
    } else {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = wrapper + [path.path] + arguments
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
  }

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
