import ArgumentParser
import Foundation
import Scaffolding

/// Says what a new version of a document changes.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract:
      "Says what a new version of an OpenAPI document changes for code that was written for the old one.",
    discussion: """
      With --into the recorded version is compared, for the operations that the code still has. \
      A change with ! breaks calls, one with ~ changes only the Swift that makes them, + and - are whole operations. \
      Nothing is written.
      """)

  @Argument(help: "The old version and the new one, or with --into the new one; - is standard input.")
  var documents: [String]

  @Option(help: "The folder of the code, with the record of the run that wrote it.")
  var into: String?

  @Option(
    help: "An operation's name, or its method and path, in which * stands for any text. May be repeated.")
  var only: [String] = []

  @Option(
    help: "What the API is called in Swift; the documents' titles unless given. With --into, whose record.")
  var name: String?

  @Flag(help: "Print one object of JSON.")
  var json = false

  @Flag(help: "List the changes of documentation, too.")
  var words = false

  @Flag(help: "Exit with 1 for each change but those of documentation.")
  var strict = false

  func validate() throws {
    let count = into == nil ? 2 : 1
    guard documents.count == count else {
      throw ValidationError(
        into == nil
          ? "Two documents are compared, or with --into one and the recorded one."
          : "With --into, one document is compared.")
    }
    if documents.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Only one of the documents can be standard input.")
    }
  }

  func run() throws {
    let comparison = try Main.reading { try compare() }
    print(json ? comparison.json(words: words) : comparison.text(words: words), terminator: "")
    let isChanged = comparison.changes.contains { $0.mark != .words }
    if comparison.count(.breaks) > 0 || (strict && isChanged) { throw ExitCode.somethingToLookAt }
  }

  private func compare() throws -> Comparison {
    guard let into else {
      var options = ScaffoldOptions()
      options.selection = Selection(only: only)
      options.name = name
      return try Comparison(old: documents[0], new: documents[1], options: options, load: Main.load)
    }
    let folder = try RecordFolder(in: URL(fileURLWithPath: into, isDirectory: true), named: name)
    return try Comparison(
      recorded: folder, new: documents[0], selection: only.isEmpty ? nil : Selection(only: only),
      load: Main.load)
  }
}
