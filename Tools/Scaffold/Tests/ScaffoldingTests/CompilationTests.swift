import Foundation
import Scaffolding
import Testing

/// What is written compiles in the modules that people have, with each warning an error. All documents in `Written` are
/// compiled at once, as one module.
struct CompilationTests {
  private static let strict = [
    "-swift-version", "6", "-warnings-as-errors", "-strict-memory-safety", "-package-name", "shop",
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "MemberImportVisibility",
  ]

  /// The folder of the modules that the tests were built with.
  private static var modules: URL? {
    var folder = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let modules = folder.appendingPathComponent("Modules", isDirectory: true)
      if FileManager.default.fileExists(atPath: modules.appendingPathComponent("Repartee.swiftmodule").path) {
        return modules
      }
    }
    return nil
  }

  private func written(_ style: Style) throws -> [WrittenFile] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Written")
    func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
    var options = ScaffoldOptions()
    options.style = style
    var files = try ["lists", "pay", "places", "series", "streams"].flatMap { name in
      try Scaffold(openAPI: name + ".yaml", options: options, load: data).files
    }
    files += try Scaffold(curl: String(decoding: data("commands.sh"), as: UTF8.self), options: options).files
    return files
  }

  @Test(
    .enabled(if: modules != nil, "the modules are not beside the tests"), .timeLimit(.minutes(5)),
    arguments: [
      (Style.Access.internal, false), (.public, false), (.package, false), (.public, true),
    ])
  func whatIsWrittenCompiles(access: Style.Access, isMainActor: Bool) throws {
    let modules = try #require(Self.modules)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "scaffold-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try written(Style(access: access, isMainActor: isMainActor))
    let paths = try files.enumerated().map { index, file in
      let path = folder.appendingPathComponent("\(index)\(file.name)")
      try Data(file.text.utf8).write(to: path)
      return path.path
    }
    let output = folder.appendingPathComponent("output")
    FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-module-name", "Shop", "-I", modules.path] + Self.strict
      + (isMainActor ? ["-default-isolation", "MainActor"] : []) + paths
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let errors = try String(contentsOf: output, encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(errors.prefix(4_000))")
  }
}
