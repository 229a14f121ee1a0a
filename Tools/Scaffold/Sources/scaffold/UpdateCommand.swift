import ArgumentParser
import Foundation
import Scaffolding

#if Update
import Following
#endif

/// What `update` and `adopt` say in a build without the parser.
enum Parser {
  static func isMissing(_ command: String) -> ValidationError {
    ValidationError(
      """
      `\(command)` reads Swift, for which the tool is built with a parser: \
      swift run --package-path Tools/Scaffold --traits Update scaffold \(command) …
      """)
  }
}

struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Changes code as a new version of its document has changed.",
    discussion: """
      What you edited stays; where both changed the same line, both versions stand in the file, between marks.
      """)

  @Argument(help: "The new version of the document; where the last one was unless given.")
  var document: String?

  @Option(help: "The folder of the code, with the record of the run that wrote it.")
  var into: String

  @Option(help: "Whose record, if the folder has several.")
  var name: String?

  @Option(
    help: "Which operations the code has from now on; those of the record unless given. May be repeated.")
  var only: [String] = []

  @Flag(help: "Write nothing.")
  var dryRun = false

  @Flag(help: "Write files that have uncommitted changes, too.")
  var force = false

  func run() throws {
    #if Update
    try Main.reading { try UpdateRun(self).run() }
    #else
    throw Parser.isMissing("update")
    #endif
  }
}

struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Writes the record that `update` needs for code that has none.",
    discussion: """
      The document is the version that the code was written from, and the options are those of that run. No code is
      touched: what differs from what the tool writes counts as your edits.
      """)

  @Argument(help: "The document that the code was written from.")
  var document: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    #if Update
    let loader = RecordingLoader(Main.load)
    let scaffold = try Main.reading {
      try Scaffold(
        openAPI: document, testing: output.testedModule, options: output.options, load: loader.load,
        progress: OpenAPI.report)
    }
    let record = try Main.reading { try output.record(of: document, loader, scaffold) }
    if !output.force, FileManager.default.fileExists(atPath: record.folder.url.path) {
      throw ValidationError("\(record.folder.url.path) exists; --force overwrites it.")
    }
    let folder = URL(fileURLWithPath: output.into, isDirectory: true)
    let code = CodeFolder(folder, tests: output.tests.map { URL(fileURLWithPath: $0, isDirectory: true) })
    let (yours, others) = try Main.reading { try code.read() }
    let differences = Update.differences(
      base: code.files(of: scaffold.files), yours: yours, others: others)
    try Files.write(record.files.map { ($0.url, $0.data) }, removing: [])
    print("The record of \(scaffold.names.api) was written; no code was touched.")
    if differences > 0 {
      print(
        """
        \(differences) of the declarations that this version of the tool writes are different in the code, or are not \
        there. They count as your edits.
        """)
    }
    #else
    throw Parser.isMissing("adopt")
    #endif
  }
}
