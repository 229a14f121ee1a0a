// Writes the public API of a module as text, from the symbol graphs that the compiler extracts. Scripts/api runs it.
//
//   api-listing MODULE GRAPHS OUT      GRAPHS/MODULE.symbols.json and GRAPHS/MODULE@*.symbols.json become OUT
//
// It prints the symbols without a documentation comment, one per line.
import Foundation

struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Symbol: Decodable {
  struct Kind: Decodable { var identifier: String }
  struct Identifier: Decodable { var precise: String }
  struct Fragment: Decodable { var kind, spelling: String }
  struct Documentation: Decodable { var lines: [Line] }
  struct Line: Decodable { var text: String }
  struct Generics: Decodable { var constraints: [Constraint]? }
  struct Location: Decodable { var uri: String; var position: Position }
  struct Position: Decodable { var line: Int }
  struct Availability: Decodable { var isUnconditionallyDeprecated: Bool? }

  var kind: Kind
  var identifier: Identifier
  var pathComponents: [String]
  var docComment: Documentation?
  var declarationFragments: [Fragment]
  var swiftGenerics: Generics?
  var swiftExtension: Generics?
  var availability: [Availability]?
  var location: Location?
}

struct Constraint: Decodable, Hashable {
  var kind, lhs, rhs: String
  var text: String { lhs + (kind == "sameType" ? " == " : ": ") + rhs }
}

struct Relationship: Decodable {
  var kind, source, target: String
  var targetFallback: String?
  var swiftConstraints: [Constraint]?
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  FileHandle.standardError.write(Data("usage: api-listing MODULE GRAPHS OUT\n".utf8))
  exit(2)
}
let module = arguments[1]
let folder = URL(fileURLWithPath: arguments[2])
let out = URL(fileURLWithPath: arguments[3])
let graphs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  .filter { $0.lastPathComponent.hasPrefix("\(module).") || $0.lastPathComponent.hasPrefix("\(module)@") }
  .map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }

let symbols = Dictionary(
  graphs.flatMap(\.symbols).map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
let relationships = graphs.flatMap(\.relationships)

// MARK: The text of a declaration

extension Symbol {
  var path: String { pathComponents.joined(separator: ".") }
  var isType: Bool {
    ["struct", "class", "enum", "protocol", "extension", "actor"].contains(kind.identifier.dropFirst(6))
  }

  var isExtension: Bool { kind.identifier == "swift.extension" }
  var order: (Int, String, String) { (isExtension ? 1 : 0, path, declaration) }

  /// The declaration in one line; a type has its full name: `struct Request.Path`.
  var declaration: String {
    var isNamed = false
    let text = declarationFragments.map { fragment in
      guard isType, !isExtension, !isNamed, fragment.kind == "identifier" else {
        return fragment.spelling
      }
      isNamed = true
      return path
    }
    let isDeprecated = availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false
    return (isDeprecated ? "[deprecated] " : "")
      + text.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacingOccurrences(of: " : ", with: ": ")
  }

  /// The position of the symbol's kind in the list of a type's members.
  var rank: Int {
    let order = [
      "associatedtype", "typealias", "enum.case", "init", "type.property", "type.method", "type.subscript",
      "property", "subscript", "method", "func.op", "func",
    ]
    return order.firstIndex { kind.identifier == "swift." + $0 } ?? order.count
  }
}

/// Returns the conditions of an extension that its type does not have: ` [where Element == Data]`.
func conditions(of constraints: [Constraint]?, beyond type: Symbol?) -> String {
  let known = Set(type?.swiftGenerics?.constraints ?? [])
  let own = (constraints ?? []).filter {
    !alwaysImplied.contains($0.rhs) && !known.contains($0) && $0.text != "Self: \(type?.path ?? "")"
  }
  return own.isEmpty ? "" : " [where " + own.map(\.text).sorted().joined(separator: ", ") + "]"
}

// MARK: Types, with what they conform to and their members

/// The conformances that another conformance implies; they are left out.
var implied: [String: Set<String>] = [
  "Hashable": ["Equatable"],
  "LocalizedError": ["Error"],
  "RandomAccessCollection": ["Sequence", "Collection", "BidirectionalCollection"],
  "ExpressibleByStringInterpolation": ["ExpressibleByStringLiteral"],
]
let alwaysImplied: Set = [
  "Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable", "ExpressibleByUnicodeScalarLiteral",
  "ExpressibleByExtendedGraphemeClusterLiteral",
]

/// The conformances of each head of a type or an extension, by name, with the conditions of each.
var conformances: [String: [String: String]] = [:]
for relationship in relationships where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
  let target = symbols[relationship.target]?.path ?? relationship.targetFallback ?? relationship.target
  let name = target.split(separator: ".").last.map(String.init) ?? target
  guard !alwaysImplied.contains(name), let type = symbols[relationship.source] else { continue }
  // The head of an extension has its conditions. A type that is `Hashable` under conditions may be `Equatable` under
  // fewer.
  let new = type.isExtension ? "" : conditions(of: relationship.swiftConstraints, beyond: type)
  conformances[type.declaration, default: [:]].merge([name: new]) { min($0, $1) }
  if type.kind.identifier == "swift.protocol" { implied[type.path, default: []].insert(name) }
}

let requirements = Set(relationships.filter { $0.kind == "requirementOf" }.map(\.source))
let defaults = Set(relationships.filter { $0.kind == "defaultImplementationOf" }.map(\.source))
let owners = Dictionary(
  relationships.filter { ["memberOf", "requirementOf"].contains($0.kind) }.map { ($0.source, $0.target) },
  uniquingKeysWith: { first, _ in first })

let types = symbols.values.filter(\.isType)
let protocols = Dictionary(
  types.filter { $0.kind.identifier == "swift.protocol" }.map { ($0.path, $0) },
  uniquingKeysWith: { first, _ in first })

/// The members of each head. The head of declarations outside of types is empty.
var members: [String: [(rank: Int, text: String)]] = [:]
for (identifier, symbol) in symbols where !symbol.isType {
  // The graph does not say which type a default implementation belongs to.
  let type =
    owners[identifier].map { symbols[$0] }
    ?? protocols[symbol.pathComponents.dropLast().joined(separator: ".")]
  let role = requirements.contains(identifier) ? "requires " : defaults.contains(identifier) ? "default " : ""
  let conditions =
    type?.isExtension == true ? "" : conditions(of: symbol.swiftExtension?.constraints, beyond: type)
  members[type?.declaration ?? "", default: []].append((symbol.rank, role + symbol.declaration + conditions))
}

/// Returns a head with its conformances before its conditions:
/// `struct Versioned<Value>: Sendable where Value: Sendable`.
func line(_ type: Symbol) -> String {
  let all = conformances[type.declaration] ?? [:]
  let known = all.filter(\.value.isEmpty).keys.reduce(into: Set<String>()) { $0.formUnion(implied[$1] ?? []) }
  let shown = all.filter { !known.contains($0.key) }.map { $0.key + $0.value }.sorted()
  // The declaration of a protocol already has what it inherits from.
  guard !shown.isEmpty, type.kind.identifier != "swift.protocol" else { return type.declaration }
  let head = type.declaration
  let end = head.range(of: " where ")?.lowerBound ?? head.endIndex
  return head[..<end] + ": " + shown.joined(separator: ", ") + head[end...]
}

func sorted(_ members: [(rank: Int, text: String)]?) -> [String] {
  (members ?? []).sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }.map(\.text)
}

// Types in the order of their names, then extensions of other modules' types, one for all that have the same head.
var listing = sorted(members[""])
var heads: Set<String> = []
for type in types.sorted(by: { $0.order < $1.order }) where heads.insert(type.declaration).inserted {
  listing += (listing.isEmpty ? [] : [""]) + [line(type)]
  listing += sorted(members[type.declaration]).map { "  " + $0 }
}
try Data((listing.joined(separator: "\n") + "\n").utf8).write(to: out)

// MARK: What is not documented

// For a member that implements a requirement, also of the standard library, the graph has the requirement's comment.
// Members that the compiler synthesizes (`==`, `hash(into:)`, `encode(to:)`, `init(from:)`) are not in the graph. So
// the only exception needed is for names with an underscore, which are not for users.
for symbol in symbols.values.sorted(by: { $0.path < $1.path }) where !symbol.isExtension {
  let text = (symbol.docComment?.lines ?? []).map(\.text).joined().trimmingCharacters(in: .whitespaces)
  guard text.isEmpty, !symbol.pathComponents.contains(where: { $0.hasPrefix("_") }) else { continue }
  var place = ""
  if let location = symbol.location, let range = location.uri.range(of: "/Sources/") {
    place = "Sources/\(location.uri[range.upperBound...]):\(location.position.line + 1): "
  }
  print("\(place)\(symbol.path)")
}
