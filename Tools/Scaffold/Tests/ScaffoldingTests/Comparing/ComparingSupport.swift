import Foundation
import ReparteeJSON

@testable import Scaffolding

func compared(_ old: String, _ new: String, only: [String] = []) throws -> Comparison {
  var options = ScaffoldOptions()
  options.selection = Selection(only: only)
  return try Comparison(old: "old", new: "new", options: options) { name in
    guard name == "old" || name == "new" else { throw CocoaError(.fileNoSuchFile) }
    return Data((name == "old" ? old : new).utf8)
  }
}

func assembly(of document: JSONValue) throws -> Assembly {
  let file = try SourceFile(name: "api.json", bytes: Data(document.description.utf8))
  let api = try OpenAPIReader(file, selection: Selection()) { _ in throw CocoaError(.fileNoSuchFile) }.read()
  return Assembly(SharedSchemas(api).applied(), options: ScaffoldOptions())
}

/// The mark of a change and what is said: `! total is gone`.
extension Comparison {
  var lines: [String] { changes.map(\.line) }
}

extension Change {
  var line: String {
    let marks: [Mark: String] = [.breaks: "!", .swift: "~", .neither: "-", .words: "."]
    return "\(marks[mark] ?? "") \(place.map { "\($0): " } ?? "")\(sentence)"
  }
}

extension JSONValue {
  /// Changes the value at a path of keys and indices; what is missing on the way becomes an object.
  mutating func edit(_ path: String..., with body: (inout JSONValue?) -> Void) { edit(path[...], with: body) }

  mutating func edit(_ path: ArraySlice<String>, with body: (inout JSONValue?) -> Void) {
    var root: JSONValue? = self
    Self.edit(&root, path, body)
    self = root ?? .null
  }

  private static func edit(
    _ value: inout JSONValue?, _ path: ArraySlice<String>, _ body: (inout JSONValue?) -> Void
  ) {
    guard let first = path.first else { return body(&value) }
    if let index = Int(first), value?.array != nil {
      var element = value?[index]
      edit(&element, path.dropFirst(), body)
      value?[index] = element
    } else {
      if value == nil { value = .object(JSONObject()) }
      var member = value?[first]
      edit(&member, path.dropFirst(), body)
      value?[first] = member
    }
  }

  /// Adds an element to an array, or makes one.
  mutating func append(_ element: JSONValue) { self = .array((array ?? []) + [element]) }

  /// The elements of an array in another order, or the members of an object.
  mutating func reverse() {
    if let array { self = .array(array.reversed()) }
    guard let object else { return }
    var reversed = JSONObject()
    for (key, value) in object.reversed() { reversed[key] = value }
    self = .object(reversed)
  }
}

extension JSONValue? {
  mutating func append(_ element: JSONValue) { self = .array((self?.array ?? []) + [element]) }
}
