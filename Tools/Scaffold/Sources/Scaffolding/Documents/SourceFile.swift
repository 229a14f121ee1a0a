import Foundation
import ReparteeJSON
import Yams

/// A file in JSON or YAML.
final class SourceFile {
  /// The path, as it was given.
  let name: String
  let root: JSONValue
  private let text: String
  /// What YAML was read from: the texts without quotes are not in its JSON.
  private let node: Node?
  private lazy var locations = YAMLReader.locations(in: node ?? YAMLReader.node(of: text))
  /// The schemas with identifiers and anchors; nil if there are none.
  private(set) lazy var resources: SchemaResources? = {
    let keys = ["$id", "$anchor", "$dynamicAnchor", "$self"]
    return keys.contains(where: text.contains) ? SchemaResources(of: root, named: name) : nil
  }()

  /// The largest file that is read, in bytes.
  static let maximumSize = 256 << 20
  /// The most levels of arrays and objects in a file.
  static let maximumDepth = 4_000

  init(name: String, bytes: Data) throws {
    self.name = name
    guard bytes.count <= Self.maximumSize else {
      throw InputError("the file has more than \(Self.maximumSize >> 20) MB", file: name)
    }
    let decoded = String(decoding: bytes, as: UTF8.self)
    text = decoded.unicodeScalars.first == "\u{FEFF}" ? String(decoded.unicodeScalars.dropFirst()) : decoded
    if Self.isJSON(text) {
      (root, node) = (try Self.json(bytes, file: name), nil)
    } else {
      (root, node) = try YAMLReader.value(of: text, file: name)
    }
  }

  /// By its first characters: `{a: 1}` and `[a]` are YAML.
  private static func isJSON(_ text: String) -> Bool {
    let start = text.utf8.lazy.filter { !" \t\r\n\u{FEFF}".utf8.contains($0) }.prefix(2)
    guard let first = start.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    let next = start.dropFirst().first
    return next.map { (first == UInt8(ascii: "{") ? "\"}" : "\"{[]-0123456789tfn").utf8.contains($0) } ?? true
  }

  static func json(_ bytes: Data, file: String) throws -> JSONValue {
    var coder = JSONCoder()
    coder.maximumSize = maximumSize
    coder.maximumDepth = maximumDepth
    coder.rejectsDuplicateKeys = true
    do {
      return try coder.decode(JSONValue.self, from: bytes)
    } catch {
      throw InputError(
        "expected \(error.expected), found \(error.found)", file: file, line: error.line, column: error.column
      )
    }
  }

  /// A number, a boolean or null without quotes as the file writes it; nil for anything else.
  func scalar(at pointer: Pointer) -> String? {
    guard let node else {
      let value = pointer.value(in: root)
      return value?.number?.text ?? value?.bool.map(String.init)
    }
    return YAMLReader.node(at: pointer.tokens, in: node)?.scalar?.string
  }

  var isYAML: Bool { node != nil }

  /// An error about a value of this file.
  func error(_ message: String, at pointer: Pointer) -> InputError {
    let place = locations(pointer.tokens)
    return InputError("\(message) (\(pointer))", file: name, line: place?.line, column: place?.column)
  }
}

/// A place in a document (JSON Pointer, RFC 6901).
struct Pointer: Hashable, CustomStringConvertible, Sendable {
  var tokens: [String]

  init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Reads the fragment of a reference, `/components/schemas/User`; nil if it is not a pointer.
  init?(fragment: String) {
    guard let text = fragment.removingPercentEncoding else { return nil }
    if text.isEmpty { self.init(); return }
    guard text.hasPrefix("/") else { return nil }
    self.init(
      text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
        String($0).replacing("~1", with: "/").replacing("~0", with: "~")
      })
  }

  func appending(_ tokens: String...) -> Pointer { Pointer(self.tokens + tokens) }

  func value(in root: JSONValue) -> JSONValue? {
    var value = root
    for token in tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  var description: String {
    "#" + tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
