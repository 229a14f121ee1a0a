extension TypeWriter {
  /// Writes what reads and writes a structure that keeps the values of keys that the document does not name.
  func withOtherKeys(
    _ declaration: TypeDeclaration, _ members: [Member], _ others: Member, to writer: inout SwiftWriter
  ) {
    writer.documentation(others.documentation)
    writer.line("\(style.prefix)var \(others.name): \(others.type) = [:]")
    writer.line()
    initializer(members + [others], to: &writer)
    codingKeys(members, keys: keys, to: &writer)
    if declaration.use.contains(.decoded) {
      writer.line()
      writer.block("\(style.prefix)init(from decoder: any Decoder) throws") { writer in
        writer.line("let container = try decoder.container(keyedBy: CodingKeys.self)")
        for member in members { writer.line(reading(member)) }
        let keys = members.isEmpty ? Code.text("[]") : .list(members.map { .text(Literal.string($0.key)) })
        let arguments: [Code] = [.text("in: decoder"), .joined([.text("except: "), keys])]
        writer.line("\(others.name) = try ", .call("OtherKeys.values", arguments))
      }
    }
    if declaration.use.contains(.encoded) {
      writer.line()
      encoding(members, others: others, to: &writer)
    }
  }

  private func reading(_ member: Member) -> String {
    let key = "forKey: .\(member.name.escapedName)"
    let name =
      ["container", "decoder"].contains(member.name) ? "self.\(member.name)" : member.name.escapedName
    if member.isQuoted {
      return "_\(member.name) = try container.decode(Quoted<\(member.fullType)>.self, \(key))"
    }
    return member.isOptional
      ? "\(name) = try container.decodeIfPresent(\(member.type).self, \(key))"
      : "\(name) = try container.decode(\(member.type).self, \(key))"
  }
}

/// Writes the type that reads the members of an object whose keys a model does not name.
struct OtherKeysWriter {
  let style: Style

  func write(to writer: inout SwiftWriter) {
    let isolation = style.isMainActor ? "nonisolated " : ""
    writer.documentation("Reads the members of an object whose keys a model does not name.")
    writer.block("\(isolation)enum OtherKeys") { writer in
      writer.documentation("The values by their keys, which stay as they are.")
      writer.function(
        "static func values<Value: Decodable>", ["in decoder: any Decoder", "except named: Set<String>"],
        " throws -> [String: Value]"
      ) { writer in
        writer.line("let members = try [String: Member<Value>](from: decoder)")
        writer.line("return try members.filter { !named.contains($0.key) }.mapValues { try $0.value.get() }")
      }
      writer.line()
      writer.block("\(isolation)private struct Member<Value: Decodable>: Decodable") { writer in
        writer.line("let value: Result<Value, any Error>")
        writer.line()
        writer.block("init(from decoder: any Decoder) throws") { writer in
          writer.line("value = Result { try decoder.singleValueContainer().decode(Value.self) }")
        }
      }
    }
  }
}
