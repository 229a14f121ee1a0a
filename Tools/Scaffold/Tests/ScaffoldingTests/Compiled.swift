import Foundation
import Testing

@testable import Scaffolding

/// What the compiler says of written code, and what a program with it prints: by the modules beside the tests.
enum Compiled {
  /// The errors and warnings of a client, in Swift 6.
  static func problems(
    _ files: [WrittenFile], isMainActor: Bool = false, flags: [String] = []
  ) throws -> String {
    try withFolder { folder in
      let isolation = isMainActor ? ["-default-isolation", "MainActor"] : []
      let arguments = ["-typecheck"] + isolation + flags + (try write(files, to: folder))
      return try run("swiftc", options + arguments, in: folder).text
    }
  }

  /// The lines that a program with the client prints; what the compiler says if it does not compile.
  ///
  /// The program has `shop(_:)`, a client whose transport prints each request and gives one response.
  static func output(_ files: [WrittenFile], program: String) throws -> [String] {
    try withFolder { folder in
      let main = WrittenFile(name: "main.swift", text: beginning + program)
      let sources = try write(files + [main], to: folder)
      let modules = ["Repartee", "ReparteeBase", "ReparteeJSON", "ReparteeRedaction", "HTTPTypes"]
      let objects = try modules.flatMap { module in
        let build = try buildFolder.appendingPathComponent("\(module).build")
        return try FileManager.default.contentsOfDirectory(at: build, includingPropertiesForKeys: nil)
          .filter { $0.pathExtension == "o" }.map(\.path)
      }
      let compiled = try run("swiftc", options + ["-o", "program"] + sources + objects, in: folder)
      guard compiled.status == 0 else { return [compiled.text] }
      let printed = try run(folder.appendingPathComponent("program").path, [], in: folder)
      return printed.text.split(separator: "\n").map(String.init)
    }
  }

  private static let beginning = #"""
    import Foundation
    import Repartee

    func transport(
      _ status: HTTPResponse.Status, _ body: String = "", _ type: String = "application/json",
      _ fields: [String: String] = [:]
    ) -> InMemoryTransport {
      InMemoryTransport { request in
        let sent = request.head.headerFields
        let names = Set(sent.map(\.name.canonicalName)).subtracting(["accept", "accept-encoding", "user-agent"])
        let shown = names.sorted().map { "\($0): \(sent[$0] ?? "")" }
        let bytes = request.body?.bytes.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
        print(([request.head.method.rawValue, request.head.path ?? ""] + shown).joined(separator: " ") + bytes)
        var head = HTTPResponse(status: status)
        if !body.isEmpty { head.headerFields[.contentType] = type }
        for (name, value) in fields { head.headerFields[name] = value }
        return TransportResponse(head: head, body: ByteStream(Data(body.utf8)))
      }
    }

    func show<E: Endpoint>(_ endpoint: E, _ client: Client) async {
      do {
        print("=", try await client.response(to: endpoint).value)
      } catch let error as CallError<E.Failure> {
        print("!", error.declared.map { "\($0)" } ?? "\(error.reason)")
      } catch {
        print("?", error)
      }
    }

    """#

  private static var options: [String] {
    get throws {
      [
        "-swift-version", "6", "-warnings-as-errors", "-I",
        try buildFolder.appendingPathComponent("Modules").path,
      ]
    }
  }

  /// Where the modules are that the tests were built with.
  private static var buildFolder: URL {
    get throws {
      var folder = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
      for _ in 0..<6 {
        folder.deleteLastPathComponent()
        let module = folder.appendingPathComponent("Modules/Repartee.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return folder }
      }
      // On macOS the tests are run by another program.
      return try #require(
        [".build/debug", "../../.build/debug"].map { URL(fileURLWithPath: $0) }
          .first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("Modules").path) })
    }
  }

  private static func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scaffold-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private static func write(_ files: [WrittenFile], to folder: URL) throws -> [String] {
    try files.map { file in
      try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name))
      return file.name
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
