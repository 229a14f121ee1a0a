/// Merges a new version of what was written into code that a person owns.
public struct Update: Sendable {
  public struct File: Sendable, Equatable {
    /// The path, with `/` between its parts.
    public var path: String
    public var text: String

    public init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// The files that are written, only those that change.
  public private(set) var changed: [File] = []
  /// The paths of the files that have nothing left.
  public private(set) var removed: [String] = []
  public private(set) var report = Report()
  /// Of the person's files that are no Swift, the path and the first line that is not, from 1.
  public private(set) var faults: [(path: String, line: Int)] = []

  /// - Parameters:
  ///   - base: What the tool wrote before.
  ///   - new: What it writes now.
  ///   - yours: The person's code: all files of the modules that the tool wrote to.
  ///   - others: The files of other modules, to which types may have been moved.
  ///   - labels: What the two versions are called in the marks of conflicts.
  public init(
    base: [File], new: [File], yours: [File], others: [File] = [], labels: (base: String, new: String)
  ) {
    var library = Library()
    let base = library.project(base)
    var merge = Merge(
      base: base, new: library.project(new), yours: library.project(yours, others: others, base: base),
      labels: labels)
    faults = library.faults(of: yours)
    merge.mergeFiles()
    merge.markClashes()
    report = merge.report
    removed = merge.emptied.map { merge.yours.files[$0].path }.sorted()
    for (index, file) in merge.yours.files.enumerated() where !merge.emptied.contains(index) {
      if !file.edits.isEmpty { changed.append(File(path: file.path, text: file.edited())) }
    }
    changed += merge.added
    changed.sort { $0.path < $1.path }
    report.conflicts.sort { ($0.file, $0.offset) < ($1.file, $1.offset) }
    number()
  }

  /// Whether a text has marks of a conflict.
  public static func hasConflict(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("<<<<<<< ") || $0.hasPrefix(">>>>>>> ") }
  }

  /// Writes the lines of the conflicts into the report.
  private mutating func number() {
    for file in changed where report.conflicts.contains(where: { $0.file == file.path }) {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { $0.element.hasPrefix("<<<<<<< yours") }.map { $0.offset + 1 }
      let places = Set(report.conflicts.filter { $0.file == file.path }.map(\.offset)).sorted()
      for (line, offset) in zip(lines, places) {
        for index in report.conflicts.indices
        where report.conflicts[index].file == file.path && report.conflicts[index].offset == offset {
          report.conflicts[index].line = line
        }
      }
    }
  }
}

extension Update {
  /// How many of the declarations that the tool wrote are different in a person's code, or are not there.
  public static func differences(base: [File], yours: [File], others: [File] = []) -> Int {
    var library = Library()
    let base = library.project(base)
    let yours = library.project(yours, others: others, base: base)
    let renames = RenameFinder(base: base, yours: yours).renames
    return base.types.sorted { $0.key < $1.key }.reduce(0) { count, entry in
      let (path, places) = entry
      let ours = (yours.types[renames.path(path)] ?? []).flatMap { $0.unit.members?.units ?? [] }
      let known = Set(ours.map { $0.tokens.map(\.text) })
      let units = places.flatMap { $0.unit.members?.units ?? [] }.filter { $0.container == nil }
      return count + units.count { !known.contains(renames.texts($0.tokens, in: path)) }
    }
  }
}

/// Reads texts, each of them once: most files are the same in all versions.
private struct Library {
  private var texts: [String: (units: UnitList, fault: Int?)] = [:]

  mutating func project(_ files: [Update.File]) -> Project { Project(read(files)) }

  /// A person's modules, with what was moved from them to other modules.
  mutating func project(_ files: [Update.File], others: [Update.File], base: Project) -> Project {
    let own = project(files)
    let moved = MovedTypes.files(read(others), base: base, own: own)
    return moved.isEmpty ? own : Project(own.files + moved)
  }

  private mutating func read(_ files: [Update.File]) -> [SwiftFile] {
    files.map { file in
      let read = texts[file.text] ?? UnitReader.read(file.text)
      texts[file.text] = read
      return SwiftFile(path: file.path, text: file.text, units: read.units)
    }
  }

  func faults(of files: [Update.File]) -> [(path: String, line: Int)] {
    files.compactMap { file in
      guard let fault = texts[file.text]?.fault else { return nil }
      return (file.path, file.text.utf8.prefix(fault).count { $0 == UInt8(ascii: "\n") } + 1)
    }
  }
}
