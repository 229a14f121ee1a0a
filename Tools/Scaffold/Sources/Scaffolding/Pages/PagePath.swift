/// The way from a page to a value in it: by keys, and as Swift writes it.
struct PagePath {
  /// The keys, as the document has them.
  let keys: [String]
  /// The value's own schema.
  let schema: Schema
  /// `page.value.meta?.nextCursor`, without what stands before the first dot.
  let members: String
  /// The value's type, without the question mark of an optional one, as the endpoint names it.
  let type: String
  /// Whether the value may be missing.
  let isOptional: Bool
  /// Whether that is so of the last member, and not only of an object that it is in.
  let isLastOptional: Bool

  /// `meta.next_cursor`
  var text: String { keys.joined(separator: ".") }
  var value: String { "page.value.\(members)" }
  /// What a member of the value follows: `page.value.meta?.next?`.
  var chained: String { value + (isLastOptional ? "?" : "") }
}

/// Finds values in the type that an endpoint returns.
struct PageType {
  private let types: TypePlanner
  private let scope: TypePlanner.Scope
  private let schema: Schema
  private let output: String

  /// - Parameters:
  ///   - schema: Of the response's body, an object.
  ///   - output: The name of the type that stands for it.
  init(_ schema: Schema, output: String, types: TypePlanner, scope: TypePlanner.Scope) {
    self.schema = schema
    self.output = output
    self.types = types
    self.scope = scope
  }

  /// Nil for what Swift can't get at by a property.
  func path(_ keys: [String]) -> PagePath? {
    guard let declaration = types.declaration(of: schema) ?? scope.nested.first(where: { $0.name == output })
    else { return nil }
    // The types that enclose the one a property is in, and so may have nested its type.
    var chain = [(declaration, declaration.name.escapedName)]
    var value = schema
    var parts: [String] = []
    var isOptional = false
    for (index, key) in keys.enumerated() {
      guard case .object(let object) = types.resolved(value).shape,
        let property = object.properties.first(where: { $0.key == key }),
        case .structure(let members) = chain[chain.count - 1].0.kind,
        let member = members.first(where: { $0.key == key }), !member.type.hasPrefix("Box<"),
        !member.fullType.hasSuffix("??")
      else { return nil }
      let isLast = index + 1 == keys.count
      parts.append(member.name.escapedName + (member.isOptional && !isLast ? "?" : ""))
      isOptional = isOptional || member.isOptional
      value = property.schema
      if isLast {
        return PagePath(
          keys: keys, schema: value, members: parts.joined(separator: "."),
          type: qualified(member.type, in: chain),
          isOptional: isOptional, isLastOptional: member.isOptional)
      }
      if let named = types.declaration(of: value) {
        chain = [(named, named.name.escapedName)]
      } else if let nested = chain.last?.0.nested.first(where: { $0.name == member.type }),
        let last = chain.last
      {
        chain.append((nested, "\(last.1).\(nested.name.escapedName)"))
      } else {
        return nil
      }
    }
    return nil
  }

  /// A type as it is called outside of those that enclose it: `[User]` is `[Output.User]`.
  private func qualified(_ type: String, in chain: [(TypeDeclaration, String)]) -> String {
    var result = ""
    var word = ""
    func name(_ word: String) -> String {
      for (declaration, path) in chain.reversed()
      where declaration.nested.contains(where: { $0.name == word }) {
        return "\(path).\(word)"
      }
      return word
    }
    for character in type {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += name(word) + String(character)
        word = ""
      }
    }
    return result + name(word)
  }
}
