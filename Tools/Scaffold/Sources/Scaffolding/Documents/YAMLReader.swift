import Foundation
import ReparteeJSON
import Yams

/// Reads YAML as the JSON it stands for, by the core schema of YAML 1.2: `no` and `on` are strings.
enum YAMLReader {
  /// The most values in a file, with those that aliases repeat.
  private static let maximumValues = 5_000_000

  private static let textTag = "tag:yaml.org,2002:str"

  /// Holds what a thread has read: written before the semaphore is signalled, and read after that.
  private final class Outcome: @unchecked Sendable {  // by the semaphore `done`
    var result: Result<(JSONValue, Node), any Error>?
  }

  /// Reads in a thread, which has the stack that nested values need. Keys that are lists of lists of aliases may take
  /// it any time: it is not waited for longer than the limit.
  static func value(
    of text: String, file: String, limit: Duration = .seconds(40)
  ) throws -> (value: JSONValue, node: Node) {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      outcome.result = Result { try read(text, file: file) }
      done.signal()
    }
    thread.stackSize = 32 << 20
    thread.start()
    let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    guard done.wait(timeout: .now() + seconds) == .success, let result = outcome.result else {
      throw InputError("the file takes more than \(limit) to read", file: file)
    }
    return try result.get()
  }

  private static func read(_ text: String, file: String) throws -> (JSONValue, Node) {
    let node: Node?
    do {
      node = try compose(yaml: text)
    } catch let error as YamlError {
      throw inputError(error, file: file)
    }
    guard let node else { throw InputError("the file is empty", file: file) }
    var left = maximumValues
    return (try value(of: node, file: file, depth: 0, left: &left), node)
  }

  private static func value(of node: Node, file: String, depth: Int, left: inout Int) throws -> JSONValue {
    left -= 1
    func refusal(_ message: String) -> InputError {
      InputError(message, file: file, line: node.mark?.line, column: node.mark?.column)
    }
    guard left > 0 else { throw refusal("the file has more than \(maximumValues) values") }
    guard depth < 1_000 else { throw refusal("values are nested more than 1000 levels deep") }
    switch node {
    case .scalar(let scalar):
      // `!!str 5` is a text.
      return scalar.tag.description == textTag ? .string(scalar.string) : value(of: scalar)
    case .sequence(let sequence):
      return .array(try sequence.map { try value(of: $0, file: file, depth: depth + 1, left: &left) })
    case .mapping(let mapping):
      var object = JSONObject()
      var merged: [JSONObject] = []
      for (key, member) in mapping {
        guard case .scalar(let name) = key else { throw refusal("a key is not a string") }
        let member = try value(of: member, file: file, depth: depth + 1, left: &left)
        if name.string == "<<", name.style == .plain {
          merged += try (member.array ?? [member]).map { value in
            if let object = value.object { return object }
            throw InputError(
              "`<<` merges mappings, and this is \(Contradiction.kind(of: value))", file: file,
              line: key.mark?.line, column: key.mark?.column)
          }
        } else {
          object[name.string] = member
        }
      }
      // Keys of the mapping itself come before merged ones, and those before later ones.
      for (key, member) in merged.joined() where object[key] == nil {
        object[key] = member
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
      guard let first = text.utf8.first, "+-.".utf8.contains(first) || (48...57).contains(first) else {
        return .string(text)
      }
      return number(text).map(JSONValue.number) ?? .string(text)
    }
  }

  /// A number by the core schema, as `+1`, `.5`, `0x1F`. Infinities are not JSON, and `012` has been an octal number in
  /// earlier versions: both stay texts.
  static func number(_ text: String) -> JSONNumber? {
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
      return UInt64(text.dropFirst(2), radix: radix).map { JSONNumber($0) }
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    var digits = sign.isEmpty && !text.hasPrefix("+") ? text[...] : text.dropFirst()
    guard let first = digits.first, !"+-".contains(first) else { return nil }
    if first == ".", digits.dropFirst().first?.isNumber == true { digits = "0" + digits }
    // `1.` and `1.e3`
    if first != ".", let point = digits.firstIndex(of: "."),
      digits[point...].dropFirst().first?.isNumber != true
    {
      digits.remove(at: point)
    }
    return JSONNumber(sign + digits)
  }

  static func node(of text: String) -> Node? { (try? compose(yaml: text)) ?? nil }

  /// The value at a place; nil if it is from somewhere else, by `<<`.
  static func node(at tokens: [String], in root: Node) -> Node? {
    var node = root
    for token in tokens {
      guard let next = member(token, of: node) else { return nil }
      node = next
    }
    return node
  }

  private static func member(_ token: String, of node: Node) -> Node? {
    switch node {
    case .mapping(let mapping): mapping.first { $0.key.scalar?.string == token }?.value
    case .sequence(let sequence):
      Int(token).flatMap { sequence.indices.contains($0) ? sequence[$0] : nil }
    default: nil
    }
  }

  /// A function from a place to its line and column; it knows none if there is no YAML.
  static func locations(in root: Node?) -> ([String]) -> (line: Int, column: Int)? {
    guard let root else { return { _ in nil } }
    // Of the mappings that were searched: a document may have as many errors as keys.
    var members: [ArraySlice<String>: [String: Node]] = [:]
    func member(_ token: String, of mapping: Node.Mapping, at place: ArraySlice<String>) -> Node? {
      if let found = members[place] { return found[token] }
      let found = Dictionary(
        mapping.compactMap { key, value in key.scalar.map { ($0.string, value) } },
        uniquingKeysWith: { first, _ in first })
      members[place] = found
      return found[token]
    }
    return { tokens in
      var node = root
      for (index, token) in tokens.enumerated() {
        let next: Node? =
          if case .mapping(let mapping) = node {
            member(token, of: mapping, at: tokens[..<index])
          } else {
            Self.member(token, of: node)
          }
        guard let next else { break }
        node = next
      }
      return node.mark.map { ($0.line, $0.column) }
    }
  }

  private static func place(of offset: Int?, in text: String) -> (line: Int, column: Int)? {
    guard let offset else { return nil }
    let before = text.prefix(offset)
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    return (before.count(where: \.isNewline) + 1, before[start...].count + 1)
  }

  private static func inputError(_ error: YamlError, file: String) -> InputError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      InputError(problem, file: file, line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let duplicates, let context):
      InputError(
        "a key occurs twice: \(duplicates.sorted().joined(separator: ", "))", file: file,
        line: context.mark.line, column: context.mark.column)
    case .reader(let problem, let offset, _, let text):
      place(of: offset, in: text).map { InputError(problem, file: file, line: $0.line, column: $0.column) }
        ?? InputError(problem, file: file)
    default: InputError("this is not YAML: \(error)", file: file)
    }
  }
}
