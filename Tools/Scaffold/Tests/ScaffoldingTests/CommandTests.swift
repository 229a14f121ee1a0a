import Foundation
import Testing

/// The command as it is called: what it exits with, says and writes.
struct CommandTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("scaffold-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the command, and removes the folder that the test wrote into if it is the last call.
  private func scaffold(_ arguments: String..., input: FileHandle = .nullDevice) throws -> Outcome {
    let process = Process()
    process.executableURL = try #require(CommandLineTool.executable)
    process.arguments = arguments
    process.standardInput = input
    let (output, errors) = (path("stdout"), path("stderr"))
    for name in [output, errors] { FileManager.default.createFile(atPath: name, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  private let shop = returning("{type: object, properties: {a: {type: string}}}")
  private let half = document(
    paths: """
      /a: {get: {operationId: a, responses: {"204": {description: ""}}}}
      /b: {get: {operationId: b, responses: {"999": {description: ""}}}}
      """)

  @Test func aDocumentIsWrittenAndCounted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try scaffold("openapi", try file("api.yaml", shop), "--into", path("out"))
    #expect(run.status == 0)
    #expect(run.output == "1 of 1 operations were written, in 2 files.\n")
    #expect(run.errors.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted() == [
        ".scaffold", "Shop.swift", "X.swift",
      ])
  }

  @Test func aDocumentWithoutOperationsCountsItsModels() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let api = try file(
      "api.yaml",
      """
      openapi: 3.1.0
      components:
        schemas: {A: {properties: {a: {type: string}}}, B: {enum: [x, y]}, C: {$ref: '#/components/none'}}
      """)
    let run = try scaffold("openapi", api, "--into", path("out"), "--tests", path("tests"))
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("left out schema C: \(api):3:"))
    #expect(run.output.hasSuffix("\nThe document has no operations. 2 models were written, in 1 file.\n"))
    #expect(!FileManager.default.fileExists(atPath: path("tests")))
    #expect(try scaffold("openapi", api, "--into", path("strict"), "--strict").status == 1)
  }

  @Test func omissionsAreNamedAndFailOnlyAStrictRun() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let api = try file("api.yaml", half)
    let lenient = try scaffold("openapi", api, "--into", path("out"))
    #expect(lenient.status == 0)
    #expect(lenient.output.contains("left out GET /b: "))
    #expect(lenient.output.hasSuffix("\n1 of 2 operations were written, in 2 files.\n"))
    let strict = try scaffold("openapi", api, "--into", path("strict"), "--strict")
    #expect(strict.status == 1)
    #expect(FileManager.default.fileExists(atPath: path("strict/A.swift")))
  }

  @Test func badInputNamesFileLineAndColumn() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let json = try file("api.json", "{\"openapi\": \"3.0.0\",\n  oops}")
    let run = try scaffold("openapi", json, "--into", path("out"))
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("\(json):2:3: error: "))
    #expect(!FileManager.default.fileExists(atPath: path("out")))
    let yaml = try file("api.yaml", "openapi: 3.0.0\npaths: [a\n")
    #expect(try scaffold("openapi", yaml, "--into", path("out")).errors.hasPrefix("\(yaml):3:1: error: "))
    let har = try file("a.har", "{\"log\": 1}")
    let recording = try scaffold("har", har, "--into", path("out"))
    #expect(recording.status == 2)
    #expect(recording.errors.hasPrefix("\(har):1:1: error: this is not a HAR document"))
    let sample = try scaffold("json", try file("a.json", "[1"), "--name", "A")
    #expect(sample.status == 2)
    #expect(sample.errors.contains("a.json:1:3: error: "))
    let curl = try scaffold("curl", "wget https://example.com")
    #expect(curl.status == 2)
    #expect(curl.errors == "curl: error: the command does not begin with curl\n")
  }

  @Test func aFileThatIsNotThereIsNamed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try scaffold("openapi", path("none.yaml"), "--into", path("out"))
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("\(path("none.yaml")): error: the file can't be read"))
  }

  @Test func standardInputThatCannotBeReadIsAnError() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let writeOnly = try FileHandle(forWritingTo: URL(fileURLWithPath: try file("in", "{}")))
    let run = try scaffold("json", "--name", "A", input: writeOnly)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("-: error: standard input can't be read"))
  }

  @Test func filesThatExistAreOverwrittenOnlyByForce() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let api = try file("api.yaml", shop)
    #expect(try scaffold("openapi", api, "--into", path("out")).status == 0)
    let mine = path("out/X.swift")
    try Data("// Mine.\n".utf8).write(to: URL(fileURLWithPath: mine))
    try FileManager.default.removeItem(atPath: path("out/Shop.swift"))
    let refused = try scaffold("openapi", api, "--into", path("out"))
    #expect(refused.status == 2)
    #expect(refused.errors.contains("X.swift exists; --force overwrites it."))
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "// Mine.\n")
    #expect(!FileManager.default.fileExists(atPath: path("out/Shop.swift")))
    #expect(try scaffold("openapi", api, "--into", path("out"), "--force").status == 0)
    #expect(try String(contentsOfFile: mine, encoding: .utf8).contains("struct GetX: Endpoint"))
  }

  @Test func aSelectionOfNothingIsAnError() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let api = try file("api.yaml", shop)
    let run = try scaffold("openapi", api, "--into", path("out"), "--only", "POST /none")
    #expect(run.status == 2)
    #expect(run.errors == "\(api): error: no operation is selected\n")
    #expect(!FileManager.default.fileExists(atPath: path("out")))
    let har = try file(
      "a.har",
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://x.example/a"}, "response": {"status": 204}}]}}"#
    )
    let recording = try scaffold("har", har, "--into", path("out"), "--only", "POST /none")
    #expect(recording.status == 2)
    #expect(recording.errors == "\(har): error: no operation is selected\n")
  }

  @Test func whatPagesLoadIsWrittenIfAsked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func entry(_ path: String, _ type: String, _ mimeType: String) -> String {
      """
      {"_resourceType": "\(type)", "request": {"method": "GET", "url": "https://x.example\(path)"}, \
      "response": {"status": 200, "content": {"mimeType": "\(mimeType)", "text": "{}"}}}
      """
    }
    let entries = [
      entry("/", "document", "text/html"), entry("/logo.png", "image", "image/png"),
      entry("/users", "xhr", "application/json"),
    ]
    let har = try file("a.har", "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}")
    let without = try scaffold("har", har, "--into", path("out"))
    #expect(
      without.output == """
        left out 2 calls: they load pages, scripts, styles, images or fonts
        1 of 1 operations were written, in 2 files. --pages includes what pages load.

        """)
    let all = try scaffold("har", har, "--into", path("all"), "--pages", "--strict")
    #expect(all.status == 0 && all.output == "3 of 3 operations were written, in 4 files.\n")
    #expect(try String(contentsOfFile: path("all/LogoPNG.swift"), encoding: .utf8).contains("Data, Never"))
  }

  @Test func aPatternThatSelectsNothingIsNamedBesideOthers() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let api = try file("api.yaml", shop)
    let run = try scaffold(
      "openapi", api, "--into", path("out"), "--only", "getX", "--only", "getY", "--strict")
    #expect(run.status == 1)
    #expect(run.output.contains("left out --only \"getY\": it selects no operation\n"))
  }

  @Test(arguments: [
    ["openapi", "a.yaml"], ["openapi", "a.yaml", "--into", "out", "--colour"],
    ["openapi", "a.yaml", "--into", "out", "--access", "secret"], ["jsonn"], ["json"], ["curl"],
  ])
  func anUnknownOptionIsAnErrorOfUse(arguments: [String]) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = try #require(CommandLineTool.executable)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }
}
