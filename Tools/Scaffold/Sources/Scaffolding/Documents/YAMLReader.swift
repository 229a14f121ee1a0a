import ReparteeJSON
import Yams

/// Reads YAML as the JSON it stands for, by the core schema of YAML 1.2: `no` and `on` are strings.
enum YAMLReader {
  /// The most values in a file, with those that aliases repeat.
  private static let maximumValues = 5_000_000

  static func value(of text: String, file: String) throws -> JSONValue {
    let node: Node?
    do {
      node = try compose(yaml: text)
    } catch let error as YamlError {
      throw inputError(error, file: file)
    }
    guard let node else { throw InputError("the file is empty", file: file) }
    var left = maximumValues
    return try value(of: node, file: file, depth: 0, left: &left)
  }

  private static func value(of node: Node, file: String, depth: Int, left: inout Int) throws -> JSONValue {
    left -= 1
    func refusal(_ message: String) -> InputError {
      InputError(message, file: file, line: node.mark?.line, column: node.mark?.column)
    }
    guard left > 0 else { throw refusal("the file has more than \(maximumValues) values") }
    guard depth < 1_000 else { throw refusal("values are nested more than 1000 levels deep") }
    switch node {
    case .scalar(let scalar): return value(of: scalar)
    case .sequence(let sequence):
      return .array(try sequence.map { try value(of: $0, file: file, depth: depth + 1, left: &left) })
    case .mapping(let mapping):
      var object = JSONObject()
      for (key, member) in mapping {
        guard case .scalar(let name) = key else { throw refusal("a key is not a string") }
        object[name.string] = try value(of: member, file: file, depth: depth + 1, left: &left)
      }
      return .object(object)
    case .alias: throw refusal("an alias has no anchor")
    }
  }

  private static func value(of scalar: Node.Scalar) -> JSONValue {
    guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
    switch scalar.string {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case let text:
      guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first) else {
        return .string(text)
      }
      return JSONNumber(text).map(JSONValue.number) ?? .string(text)
    }
  }

  /// A function from a place to its line and column; it knows none if the text is no YAML.
  static func locations(in text: String) -> ([String]) -> (line: Int, column: Int)? {
    guard let root = (try? compose(yaml: text)) ?? nil else { return { _ in nil } }
    return { tokens in
      var node = root
      for token in tokens {
        let next: Node? =
          switch node {
          case .mapping(let mapping):
            mapping.first { $0.key.scalar?.string == token }.map(\.value)
          case .sequence(let sequence):
            Int(token).flatMap { sequence.indices.contains($0) ? sequence[$0] : nil }
          default: nil
          }
        guard let next else { break }
        node = next
      }
      return node.mark.map { ($0.line, $0.column) }
    }
  }

  private static func inputError(_ error: YamlError, file: String) -> InputError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      InputError(problem, file: file, line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let duplicates, _):
      InputError(
        "a key is there twice: \(duplicates.sorted().joined(separator: ", "))", file: file)
    default: InputError("this is no YAML: \(error)", file: file)
    }
  }
}
