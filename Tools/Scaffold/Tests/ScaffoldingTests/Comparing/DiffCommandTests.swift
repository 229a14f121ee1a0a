import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// `scaffold diff` as it is called.
struct DiffCommandTests {
  private let old = returning(
    "{type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}")
  private let breaking = returning("{type: object, properties: {a: {type: string}, b: {type: string}}}")
  private let swift = returning(
    "{type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}")

  private func run(_ arguments: String..., files: [String: String] = [:], input: String? = nil) throws
    -> Outcome
  {
    let command = try Command()
    defer { command.remove() }
    return try command.run(["diff"] + arguments, files: files, input: input)
  }

  private typealias Outcome = Command.Outcome

  @Test func nothingHasChanged() throws {
    let run = try run("a.yaml", "a.yaml", "--strict", files: ["a.yaml": old])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.output
        == "0 changes break this client, 0 change its Swift, 0 do neither; 0 in words only (--words).\n")
  }

  @Test func aChangeThatBreaksExitsWith1() throws {
    let files = ["a.yaml": old, "b.yaml": breaking]
    let outcome = try run("a.yaml", "b.yaml", files: files)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        GetX  GET /x
          ! 200: a may be missing               GetX.Output.a: String -> String?
        1 change breaks this client, 0 change its Swift, 0 do neither; 0 in words only (--words).

        """)
  }

  @Test func anotherChangeExitsWith1IfStrict() throws {
    let files = ["a.yaml": old, "b.yaml": swift]
    #expect(try run("a.yaml", "b.yaml", files: files).status == 0)
    #expect(try run("a.yaml", "b.yaml", "--strict", files: files).status == 1)
  }

  @Test func wordsAreCountedAndListedIfAsked() throws {
    let files = ["a.yaml": old, "b.yaml": old.replacing("b: {", with: "b: {description: A letter., ")]
    let counted = try run("a.yaml", "b.yaml", "--strict", files: files)
    #expect(counted.status == 0 && counted.output.hasSuffix("0 do neither; 1 in words only (--words).\n"))
    let listed = try run("a.yaml", "b.yaml", "--words", files: files)
    #expect(
      listed.output == """
        GetX  GET /x
          . 200: b is described in other words  GetX.Output.b
        0 changes break this client, 0 change its Swift, 0 do neither; 1 in words only.

        """)
  }

  @Test func jsonHasTheSame() throws {
    let outcome = try run("a.yaml", "b.yaml", "--json", files: ["a.yaml": old, "b.yaml": breaking])
    #expect(outcome.status == 1)
    let report = try JSONCoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
    #expect(report["totals"] == ["breaks": 1, "swift": 0, "neither": 0, "words": 0])
    #expect(
      report["changes"] == [
        [
          "subject": "operation", "operation": "GET /x", "name": "GetX", "mark": "breaks", "unit": "property",
          "kind": "optional", "place": "200", "sentence": "a may be missing",
          "before": "GetX.Output.a: String",
          "after": "GetX.Output.a: String?", "operations": ["GET /x"], "operationCount": 1,
        ]
      ])
    #expect(report["omissions"] == [])
  }

  @Test func oneDocumentMayBeStandardInput() throws {
    #expect(try run("-", "a.yaml", files: ["a.yaml": old], input: breaking).status == 0)
    #expect(try run("a.yaml", "-", files: ["a.yaml": old], input: breaking).status == 1)
    #expect(try run("-", "-", input: old).status == 2)
  }

  @Test func whatCanNotBeReadIsNamed() throws {
    let missing = try run("a.yaml", "b.yaml", files: ["a.yaml": old])
    #expect(missing.status == 2 && missing.errors.hasPrefix("b.yaml: error: the file can't be read"))
    let broken = try run("a.yaml", "b.yaml", files: ["a.yaml": old, "b.yaml": "openapi: 3.0.0\npaths: [a\n"])
    #expect(broken.status == 2 && broken.errors.hasPrefix("b.yaml:3:1: error: "))
    let none = try run("a.yaml", "a.yaml", "--only", "POST /x", files: ["a.yaml": old])
    #expect(none.status == 2 && none.output.isEmpty)
    #expect(none.errors == "a.yaml and a.yaml: error: --only \"POST /x\": it selects no operation\n")
  }

  @Test func controlCharactersOfADocumentAreEscaped() throws {
    let new = old.replacing("b: {type: string}", with: #""b\e[31m\x9B": {type: string}"#)
    let files = ["a.yaml": old, "b.yaml": new]
    let text = try run("a.yaml", "b.yaml", files: files).output
    #expect(text.contains(#"b\u{1b}[31m\u{9b} is new"#))
    let json = try run("a.yaml", "b.yaml", "--json", files: files).output
    #expect(json.contains(#"b\u001b[31m\u009b is new"#))
    for output in [text, json] {
      #expect(!output.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    }
  }
}

/// The executable beside the tests, run in a folder of its own.
struct Command {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("scaffold-\(UUID().uuidString)", isDirectory: true)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func run(_ arguments: [String], files: [String: String] = [:], input: String? = nil) throws -> Outcome {
    for (name, text) in files { try write(text, to: name) }
    try write(input ?? "", to: "stdin")
    for name in ["stdout", "stderr"] { try write("", to: name) }
    let process = Process()
    process.executableURL = try #require(CommandLineTool.executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: folder.appendingPathComponent("stdin"))
    process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("stdout"))
    process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("stderr"))
    try process.run()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: try read("stdout"), errors: try read("stderr"))
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}
