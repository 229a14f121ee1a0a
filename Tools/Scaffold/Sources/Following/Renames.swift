import Foundation

/// What a person called by another name than the tool: types, and the members and cases of types.
///
/// A type is known by its path, `Shop.Order`, in the tool's names.
struct Renames: Sendable {
  /// Where a type is now that is at this path in the tool's code; only those that moved or have another name.
  var paths: [String: String] = [:]
  /// The names of types, without those that they are in.
  var types: [String: String] = [:]
  /// Properties and other members of a type.
  var members: [String: [String: String]] = [:]
  /// Cases of a type, which are also written `.name` around it.
  var cases: [String: [String: String]] = [:]

  /// A token of the tool's code within a type as the person would have written it.
  func text(_ token: Token, in path: String) -> String {
    switch token.role {
    case .other, .label: return token.text
    case .identifier: return replaced(token.text) { types[$0] ?? members[path]?[$0] ?? cases[path]?[$0] }
    case .ownMember: return replaced(token.text) { members[path]?[$0] }
    case .member: return replaced(token.text) { types[$0] }
    case .implicitMember:
      return replaced(token.text) { name in
        // `.notFound` in an endpoint is a case of a type within it, `.name` in a type a coding key.
        cases[path]?[name] ?? members[path]?[name]
          ?? cases.first { $0.key.hasPrefix(path + ".") && $0.value[name] != nil }?.value[name]
      }
    }
  }

  private func replaced(_ text: String, _ name: (String) -> String?) -> String {
    let isEscaped = text.hasPrefix("`")
    return name(isEscaped ? String(text.dropFirst().dropLast()) : text) ?? text
  }

  /// The path of a type in the person's code.
  func path(_ path: String) -> String {
    if let path = paths[path] { return path }
    guard let dot = path.lastIndex(of: ".") else { return path }
    return self.path(String(path[..<dot])) + path[dot...]
  }

  /// What a unit of the tool is called in the person's code.
  func key(_ unit: Unit, in path: String) -> String {
    if let name = unit.name, unit.key.hasSuffix(name) || unit.key.contains(" \(name)(") {
      let other =
        unit.container != nil || unit.key.hasPrefix("type ")
        ? types[name] : (unit.line == nil ? members[path] : cases[path])?[name]
      guard let other, let range = unit.key.range(of: name, options: .backwards) else { return unit.key }
      return unit.key.replacingCharacters(in: range, with: other)
    }
    let texts = unit.tokens.map(\.text)
    return unit.key == texts.joined(separator: " ")
      ? self.texts(unit.tokens, in: path).joined(separator: " ") : unit.key
  }

  func texts(_ tokens: [Token], in path: String) -> [String] { tokens.map { text($0, in: path) } }

  /// The text of a range of the tool's code as the person would have written it.
  func text(_ range: Range<Int>, of file: SwiftFile, tokens: [Token], in path: String) -> String {
    var result: [UInt8] = []
    var position = range.lowerBound
    for token in tokens where range.contains(token.range.lowerBound) {
      let text = text(token, in: path)
      guard text != token.text else { continue }
      result += file.bytes[position..<token.range.lowerBound]
      result += text.utf8
      position = token.range.upperBound
    }
    return String(decoding: result + file.bytes[position..<range.upperBound], as: UTF8.self)
  }
}
