#if Update
import ArgumentParser
import Following
import Foundation
import Scaffolding

/// One run of `update`.
struct UpdateRun {
  private let command: UpdateCommand
  private let folder: URL

  init(_ command: UpdateCommand) {
    self.command = command
    folder = URL(fileURLWithPath: command.into, isDirectory: true)
  }

  func run() throws {
    let recordFolder = try RecordFolder(in: folder, named: command.name)
    let record = try recordFolder.record()
    let loader = RecordingLoader(Main.load)
    let document = command.document ?? record.document
    var options = record.scaffoldOptions
    if !command.only.isEmpty { options.selection = Selection(only: command.only) }
    let scaffold = try Scaffold(
      openAPI: document, testing: record.options.module, options: options, load: loader.load,
      progress: OpenAPI.report)
    let tests = record.options.tests.map { folder.appendingPathComponent($0, isDirectory: true) }
    let code = CodeFolder(folder, tests: tests)
    let (yours, others) = try code.read()
    try check(yours, of: code)
    let update = Update(
      base: code.files(of: try recordFolder.written()), new: code.files(of: scaffold.files), yours: yours,
      others: others, labels: ("written from \(record.date)", document.printable))
    if let fault = update.faults.first(where: { code.isOwn($0.path) }) {
      throw InputError(
        "this is no Swift, which has to be mended first", file: Paths.shown(fault.path), line: fault.line)
    }
    let selection = command.only.isEmpty ? nil : options.selection
    let comparison = try Comparison(
      recorded: recordFolder, new: document, selection: selection, load: loader.load)
    if !comparison.changes.isEmpty { print(comparison.text() + "\n", terminator: "") }
    say(update)
    let isSolved = update.report.conflicts.isEmpty
    guard !command.dryRun else {
      if !isSolved { throw ExitCode.somethingToLookAt }
      return
    }
    try checkForUncommitted(update.changed.map(\.path) + update.removed)

    var next = Record(document: document, date: Day.today, options: options, names: scaffold.names)
    next.options.name = record.options.name
    next.options.tests = record.options.tests
    next.options.module = record.options.module
    let bundle = try DocumentBundle(loader.contents)
    let files =
      update.changed.map { (URL(fileURLWithPath: $0.path), Data($0.text.utf8)) }
      + (try recordFolder.files(next, document: bundle, written: scaffold.files)).map { ($0.url, $0.data) }
    try Files.write(
      files, removing: update.removed.map { URL(fileURLWithPath: $0) } + recordFolder.surplus(scaffold.files))
    if !isSolved { throw ExitCode.somethingToLookAt }
  }

  // MARK: Checks

  /// Conflicts of the last update have to be solved first.
  private func check(_ yours: [Update.File], of code: CodeFolder) throws {
    for file in yours where code.isOwn(file.path) {
      if Update.hasConflict(file.text) {
        throw InputError("this file has marks of a conflict: solve it first", file: Paths.shown(file.path))
      }
    }
  }

  private func checkForUncommitted(_ paths: [String]) throws {
    guard !command.force, !paths.isEmpty else { return }
    let result = Git.status(paths, in: folder)
    switch result {
    case .changed(let path):
      throw InputError(
        "this file has changes that are not committed; --force writes it", file: Paths.shown(path))
    case .none: break
    case .unknown: print("There is no git here, so it was not checked whether all changes are committed.")
    }
  }

  // MARK: Output

  private func say(_ update: Update) {
    let report = update.report
    for path in update.changed.map(\.path) { print("\(Paths.shown(path))") }
    for path in update.removed {
      print("\(Paths.shown(path)) has nothing left\(command.dryRun ? "" : ", and was removed")")
    }
    for name in report.restored { print("\(name) is there again: something new needs it".printable) }
    list(report.changedDeleted, "You deleted these, which the new version changes; they stay deleted:")
    let others = report.deleted.filter { !report.changedDeleted.contains($0) }
    list(others, "You deleted these; they stay deleted:")
    for note in report.notes { print(note.printable) }
    if report.keptComments > 0 {
      print(
        "\(count(report.keptComments, "comment")) that both changed \(report.keptComments == 1 ? "is" : "are") yours."
      )
    }
    for conflict in report.conflicts {
      print(
        "\(Paths.shown(conflict.file)):\(conflict.line): conflict: both changed \(conflict.unit)".printable)
    }
    let changed = count(update.changed.count, "file")
    let conflicts = report.conflicts.isEmpty ? "no conflict" : count(report.conflicts.count, "conflict")
    print("\(changed) \(command.dryRun ? "would change" : "changed"), \(conflicts).")
  }

  private func list(_ names: [String], _ title: String) {
    guard !names.isEmpty else { return }
    let shown =
      names.prefix(20).joined(separator: ", ") + (names.count > 20 ? " and \(names.count - 20) more" : "")
    print("\(title) \(shown)".printable)
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number == 0 ? "no" : "\(number)") \(noun)\(number == 1 ? "" : "s")"
  }
}
#endif
