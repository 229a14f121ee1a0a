import ArgumentParser
import Foundation
import Scaffolding

@main
struct Main: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scaffold",
    abstract: "Writes the endpoints and models of an API as Swift that you own.",
    discussion: exitCodes,
    subcommands: [
      OpenAPI.self, Recording.self, JSON.self, Curl.self, Diff.self, UpdateCommand.self, AdoptCommand.self,
    ])

  /// Says of an input that can't be read where and what is wrong, and exits with 2.
  static func reading<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as InputError {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      throw ExitCode.nothingDone
    }
  }

  static func load(_ path: String) throws -> Data {
    do {
      if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
      let url = URL(fileURLWithPath: path)
      // A pipe, as a shell's `<(…)` is, has no size.
      let type = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.type]
      if let type = type as? FileAttributeType, type != .typeRegular, type != .typeDirectory {
        return try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
      }
      return try Data(contentsOf: url)
    } catch {
      let name = path == "-" ? "standard input" : "the file"
      throw InputError("\(name) can't be read: \(error.localizedDescription)", file: path)
    }
  }
}

struct StyleOptions: ParsableArguments {
  @Option(help: "public, package or internal.")
  var access: Style.Access = .internal

  @Option(help: "main-actor for a target whose default isolation is the main actor.")
  var isolation: Isolation = .nonisolated

  enum Isolation: String, ExpressibleByArgument {
    case nonisolated
    case mainActor = "main-actor"
  }

  var style: Style { Style(access: access, isMainActor: isolation == .mainActor) }
}

struct OutputOptions: ParsableArguments {
  @Option(help: "The folder to write into.")
  var into: String

  @Option(help: "What the API is called in Swift; the document's title unless given.")
  var name: String?

  @Option(
    help: "An operation's name, or its method and path, in which * stands for any text. May be repeated.")
  var only: [String] = []

  @Option(help: "A folder for tests: of a document's examples, or of each recorded response.")
  var tests: String?

  @Option(help: "The module that the tests import; the name of the folder unless given.")
  var module: String?

  @Flag(help: "Overwrite files that exist.")
  var force = false

  @Flag(help: "Exit with 1 if an operation was left out.")
  var strict = false

  @OptionGroup var style: StyleOptions

  /// The module that the tests import; nil if there are none.
  var testedModule: String? {
    tests == nil ? nil : module ?? URL(fileURLWithPath: into).lastPathComponent
  }

  var options: ScaffoldOptions {
    var options = ScaffoldOptions()
    options.selection = Selection(only: only)
    options.style = style.style
    options.name = name
    return options
  }

  /// - Parameter others: What is written as well, if all files can be.
  func write(_ scaffold: Scaffold, and others: [(url: URL, data: Data)] = []) throws {
    let folder = URL(fileURLWithPath: into, isDirectory: true)
    let testFolder = tests.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let targets = scaffold.files.map { file in
      (file, ((file.isTest ? testFolder : nil) ?? folder).appendingPathComponent(file.name))
    }
    if !force, let existing = targets.first(where: { FileManager.default.fileExists(atPath: $0.1.path) }) {
      throw ValidationError("\(existing.1.path) exists; --force overwrites it.")
    }
    for (url, data) in targets.map({ ($0.1, Data($0.0.text.utf8)) }) + others {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
    for omission in scaffold.omissions {
      print("left out \(omission.operation): \(omission.reason)".printable)
    }
    let files = scaffold.files.count == 1 ? "1 file" : "\(scaffold.files.count) files"
    if let models = scaffold.models {
      let written = models == 1 ? "1 model was" : "\(models) models were"
      print("The document has no operations. \(written) written, in \(files).")
    } else {
      print(
        "\(scaffold.written) of \(scaffold.selected) operations were written, in \(files)."
          + (scaffold.leavesOutPages ? " --pages includes what pages load." : ""))
    }
    if strict, !scaffold.omissions.isEmpty { throw ExitCode.somethingToLookAt }
  }
}

extension Style.Access: ExpressibleByArgument {}

struct OpenAPI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Reads OpenAPI 3.1, 3.0 or 2.0, in JSON or YAML.")

  @Argument(help: "The document; - is standard input.")
  var document: String

  @Flag(help: "Write no record in .scaffold, which `scaffold update` needs.")
  var noRecord = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let loader = RecordingLoader(Main.load)
    let scaffold = try Main.reading {
      try Scaffold(
        openAPI: document, testing: output.testedModule, options: output.options,
        load: loader.load, progress: Self.report)
    }
    let record = noRecord ? [] : try Main.reading { try output.record(of: document, loader, scaffold).files }
    try output.write(scaffold, and: record)
  }

  static func report(_ done: Int, of all: Int) {
    guard all > 100, done % 50 == 0 else { return }
    FileHandle.standardError.write(Data("\(done) of \(all) operations\n".utf8))
  }
}

struct Recording: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "har", abstract: "Reads a recording: HAR 1.2 of a browser, a proxy or Repartee.")

  @Argument(help: "The recording; - is standard input.")
  var recording: String

  @Option(help: "Whose calls are meant; the host with the most unless given.")
  var host: String?

  @Flag(help: "Write what pages load as well: pages, scripts, styles, images and fonts.")
  var pages = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let scaffold = try Main.reading {
      try Scaffold(
        recording: recording, host: host, includesPages: pages, testing: output.testedModule,
        options: output.options,
        load: Main.load)
    }
    try output.write(scaffold)
  }
}

struct JSON: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Writes the model that one or more JSON documents fit.")

  @Argument(help: "The documents; standard input unless given.")
  var documents: [String] = ["-"]

  @Option(help: "The model's name.")
  var name: String

  @OptionGroup var style: StyleOptions

  func run() throws {
    var options = ScaffoldOptions()
    options.style = style.style
    let scaffold = try Main.reading {
      try Scaffold(samples: try documents.map { ($0, try Main.load($0)) }, named: name, options: options)
    }
    for file in scaffold.files { print(file.text, terminator: "") }
  }
}

struct Curl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl", abstract: "Writes the endpoint that a curl command calls.")

  @Argument(help: "The command, quoted as a whole; - is standard input.")
  var command: String

  @OptionGroup var style: StyleOptions

  func run() throws {
    var options = ScaffoldOptions()
    options.style = style.style
    let scaffold = try Main.reading {
      let text = command == "-" ? String(decoding: try Main.load("-"), as: UTF8.self) : command
      return try Scaffold(curl: text, options: options)
    }
    print(scaffold.files.map(\.text).joined(separator: "\n"), terminator: "")
  }
}
