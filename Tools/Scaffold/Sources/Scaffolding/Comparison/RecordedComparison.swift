import Foundation

extension Comparison {
  /// Compares the recorded version of a document with a new one, for the operations that the code still has.
  ///
  /// - Parameters:
  ///   - folder: The record, in the folder of the code.
  ///   - new: The path of the new version.
  ///   - selection: Which operations are compared; those of the record unless given.
  ///   - load: Reads a file.
  public init(
    recorded folder: RecordFolder, new: String, selection: Selection? = nil,
    load: @escaping (String) throws -> Data
  ) throws {
    let (record, old) = (try folder.record(), try folder.document())
    var options = record.scaffoldOptions
    if let selection { options.selection = selection }
    try self.init(old: old.name, new: new, options: options, load: load, loadOld: old.load)
    let code = try CodeWords(in: folder.code)
    changes.removeAll { change in
      // Of very many operations only the first are named: some other may be in the code.
      guard change.kind != .added, !change.operations.isEmpty,
        change.operationCount == change.operations.count
      else { return false }
      return !change.operations.contains { code.mayHave($0) }
    }
  }
}

/// What stands in the Swift files of a folder.
private struct CodeWords {
  private var words: Set<Substring> = []
  private var texts: [String] = []

  init(in folder: URL) throws {
    guard
      let found = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    else { return }
    for case let url as URL in found where url.pathExtension == "swift" {
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      texts.append(text)
      words.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    }
  }

  /// Whether an endpoint is there, by its name or, if a person has renamed it, by the start of its path.
  func mayHave(_ use: Change.Use) -> Bool {
    if words.contains(Substring(use.name)) { return true }
    guard let path = use.label.split(separator: " ").last?.split(separator: "{").first, path.count > 1 else {
      return true
    }
    return texts.contains { $0.contains("\"\(path)") }
  }
}
