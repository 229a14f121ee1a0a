import ArgumentParser
import Scaffolding

/// Says what a new version of a document changes.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract:
      "Says what a new version of an OpenAPI document changes for code that was written for the old one.",
    discussion: """
      A change with ! breaks calls, one with ~ changes only the Swift that makes them, + and - are whole operations. \
      Nothing is written.
      """)

  @Argument(help: "The version that the code was written for; - is standard input.")
  var old: String

  @Argument(help: "The new version.")
  var new: String

  @Option(
    help: "An operation's name, or its method and path, in which * stands for any text. May be repeated.")
  var only: [String] = []

  @Option(help: "What the API is called in Swift; the documents' titles unless given.")
  var name: String?

  @Flag(help: "Print one object of JSON.")
  var json = false

  @Flag(help: "List the changes of documentation, too.")
  var words = false

  @Flag(help: "Exit with 1 for each change but those of documentation.")
  var strict = false

  func validate() throws {
    if old == "-", new == "-" { throw ValidationError("Only one of the documents can be standard input.") }
  }

  func run() throws {
    var options = Scaffold.Options()
    options.selection = Selection(only: only)
    options.name = name
    let comparison = try Main.reading {
      try Comparison(old: old, new: new, options: options, load: Main.load)
    }
    print(json ? comparison.json(words: words) : comparison.text(words: words), terminator: "")
    let isChanged = comparison.changes.contains { $0.mark != .words }
    if comparison.count(.breaks) > 0 || (strict && isChanged) { throw ExitCode.somethingToLookAt }
  }
}
