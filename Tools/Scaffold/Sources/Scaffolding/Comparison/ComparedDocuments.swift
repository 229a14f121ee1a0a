import Foundation
import ReparteeJSON

extension Comparison {
  /// Compares two versions of an OpenAPI document.
  ///
  /// - Parameters:
  ///   - old: The path of the version that code was written for.
  ///   - new: The path of the other version.
  ///   - options: How code is written for both. An operation is selected if it is in one of them, and a pattern that
  ///     selects nothing in either is an error.
  ///   - load: Reads a file.
  ///   - loadOld: Reads a file of the old version, unless that is done in the same way.
  public init(
    old: String, new: String, options: ScaffoldOptions = ScaffoldOptions(),
    load: @escaping (String) throws -> Data, loadOld: ((String) throws -> Data)? = nil
  ) throws {
    let files = (
      old: try SourceFile(name: old, bytes: try (loadOld ?? load)(old)),
      new: try SourceFile(name: new, bytes: try load(new))
    )
    let selections = try Self.selections(options.selection, files.old, files.new)
    func assembly(
      _ file: SourceFile, _ selection: Selection, _ load: @escaping (String) throws -> Data
    ) throws -> Assembly {
      var options = options
      options.selection = selection
      let source = { (name: String) in try SourceFile(name: name, bytes: try load(name)) }
      let api = try OpenAPIReader(file, selection: selection, load: source).readShared()
      return Assembly(api, options: options)
    }
    self.init(
      old: try assembly(files.old, selections.old, loadOld ?? load),
      new: try assembly(files.new, selections.new, load))
  }

  /// What is selected in each version: also what is selected in the other one, where it may have another name.
  private static func selections(
    _ selection: Selection, _ old: SourceFile, _ new: SourceFile
  ) throws -> (old: Selection, new: Selection) {
    if selection.isEverything { return (selection, selection) }
    let operations = (old: operations(of: old), new: operations(of: new))
    if let pattern = selection.unmatched(by: operations.old + operations.new).first {
      throw InputError("\(pattern.operation): \(pattern.reason)", file: "\(old.name) and \(new.name)")
    }
    func added(_ operations: [Named], selectedIn others: [Named]) -> [String] {
      let selected = others.filter { selection.includes(method: $0.method, path: $0.path, name: $0.name) }
      let shapes = Set(selected.map { "\($0.method) \(MatchedOperations.shape(of: $0.path))" })
      return operations.filter { operation in
        !selection.includes(method: operation.method, path: operation.path, name: operation.name)
          && shapes.contains("\(operation.method) \(MatchedOperations.shape(of: operation.path))")
      }.map { "\($0.method) \($0.path)" }
    }
    return (
      selection.adding(added(operations.old, selectedIn: operations.new)),
      selection.adding(added(operations.new, selectedIn: operations.old))
    )
  }

  private typealias Named = (method: String, path: String, name: String?)

  private static func operations(of file: SourceFile) -> [Named] {
    (file.root["paths"]?.object ?? JSONObject()).flatMap { path, item in
      (item.object ?? JSONObject()).map { method, operation in
        (method: method.uppercased(), path: path, name: operation["operationId"]?.string)
      }
    }
  }
}
