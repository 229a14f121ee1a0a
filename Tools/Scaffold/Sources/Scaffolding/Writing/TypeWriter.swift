/// How declarations are written.
public struct Style: Sendable {
  public enum Access: String, Sendable { case `public`, package, `internal` }

  public var access: Access
  /// The module's default isolation is the main actor, which models are not bound to.
  public var isMainActor: Bool

  public init(access: Access = .internal, isMainActor: Bool = false) {
    self.access = access
    self.isMainActor = isMainActor
  }

  /// `public `, or nothing.
  var prefix: String { access == .internal ? "" : access.rawValue + " " }
  var typePrefix: String { (isMainActor ? "nonisolated " : "") + prefix }
  var needsInitializers: Bool { access != .internal }
}

/// Writes the types that stand for schemas.
struct TypeWriter {
  let style: Style
  let keys: KeyStyle

  func write(_ declaration: TypeDeclaration, to writer: inout SwiftWriter) {
    // Not by an attribute: the code that reads and writes the type would get warnings.
    writer.documentation(Self.text(declaration.documentation, isDeprecated: declaration.isDeprecated))
    for (index, note) in notes(on: declaration).enumerated() {
      if index > 0 || declaration.documentation != nil { writer.line("///") }
      writer.documentation(note)
    }
    switch declaration.kind {
    case .structure(let members): structure(declaration, members, to: &writer)
    case .enumeration(let cases, let isInteger): enumeration(declaration, cases, isInteger, to: &writer)
    case .union(let plan): union(declaration, plan, to: &writer)
    }
  }

  /// What is to be known of a type that the document does not say.
  private func notes(on declaration: TypeDeclaration) -> [String] {
    var notes: [String] = []
    if declaration.hasOtherKeys, declaration.others == nil {
      notes.append("The document allows keys that it does not name; they are not kept here.")
    }
    if case .structure(let members) = declaration.kind,
      members.contains(where: { $0.fullType.hasSuffix("??") })
    {
      notes.append(
        "A property of two question marks is left out if it is nil, and null if it is `.some(nil)`.")
    }
    return notes
  }

  private static func text(_ documentation: String?, isDeprecated: Bool) -> String? {
    guard isDeprecated, documentation?.lowercased().contains("deprecated") != true else {
      return documentation
    }
    return documentation.map { "Deprecated. \($0)" } ?? "Deprecated."
  }

  private func conformances(_ use: TypeUse) -> String {
    if use.isSuperset(of: .both) { return "Codable, Sendable" }
    if use.contains(.decoded) { return "Decodable, Sendable" }
    return use.contains(.encoded) ? "Encodable, Sendable" : "Sendable"
  }

  // MARK: Structures

  private func structure(_ declaration: TypeDeclaration, _ members: [Member], to writer: inout SwiftWriter) {
    let members = members.map(unwrapped)
    let head = "\(style.typePrefix)struct \(declaration.name.escapedName): \(conformances(declaration.use))"
    writer.block(head) { writer in
      for member in members { property(member, to: &writer) }
      if let others = declaration.others {
        withOtherKeys(declaration, members, others, to: &writer)
        nested(declaration, to: &writer)
        return
      }
      if style.needsInitializers {
        writer.line()
        initializer(members, to: &writer)
      }
      let hasNull = members.contains(where: \.isSentAsNull)
      if hasNull || members.contains(where: { keys.codingKey($0.key) != $0.name }) {
        codingKeys(members, keys: keys, to: &writer)
      }
      if hasNull {
        writer.line()
        writer.comment("A key that is required is never left out: nil is sent as null.")
        encoding(members, to: &writer)
      }
      nested(declaration, to: &writer)
    }
  }

  /// What the compiler would write, but for what is required and may be null.
  func encoding(_ members: [Member], others: Member? = nil, to writer: inout SwiftWriter) {
    writer.block("\(style.prefix)func encode(to encoder: any Encoder) throws") { writer in
      writer.line("var container = encoder.container(keyedBy: CodingKeys.self)")
      for member in members {
        let isHidden = ["container", "encoder"].contains(member.name)
        let name = isHidden ? "self.\(member.name)" : member.name.escapedName
        let isLeftOut = member.isOptional && !member.isQuoted && !member.isSentAsNull
        var value = name
        if member.isQuoted {
          value = member.isSentAsNull ? "\(name).map { Quoted(wrappedValue: $0) }" : "_\(member.name)"
        }
        writer.line(
          "try container.",
          .call(
            isLeftOut ? "encodeIfPresent" : "encode",
            [.text("\(value), forKey: .\(member.name.escapedName)")]))
      }
      if let others { writer.line("try \(others.name).encode(to: encoder)") }
    }
  }

  /// A type that is not bound to the main actor can't have a property with a wrapper where others are.
  private func unwrapped(_ member: Member) -> Member {
    guard style.isMainActor, member.isQuoted else { return member }
    var member = member
    member.isQuoted = false
    member.type = "Quoted<\(member.type)>"
    return member
  }

  func property(_ member: Member, to writer: inout SwiftWriter) {
    writer.documentation(Self.text(member.documentation, isDeprecated: member.isDeprecated))
    if member.isQuoted {
      let value = member.isOptional ? " = nil" : ""
      writer.line("@Quoted \(style.prefix)var \(member.name.escapedName): \(member.fullType)\(value)")
    } else if let value = member.value {
      writer.declaration("\(style.prefix)var \(member.name.escapedName) =", value)
    } else {
      writer.declaration("\(style.prefix)var \(member.name.escapedName):", member.fullType)
    }
  }

  /// What a memberwise initializer is in a module that is used by others.
  func initializer(_ members: [Member], to writer: inout SwiftWriter) {
    let members = members.filter { !$0.isConstant }
    let parameters = members.map { member in
      let value = member.value ?? (member.isOptional ? "nil" : nil)
      return "\(member.name.escapedName): \(parameterType(member))" + (value.map { " = \($0)" } ?? "")
    }
    writer.function("\(style.prefix)init", parameters, "") { writer in
      for member in members { writer.line("self.\(member.name) = \(member.name.escapedName)") }
    }
  }

  private func parameterType(_ member: Member) -> String {
    guard let value = member.value, value != "[:]" else { return member.fullType }
    return value.hasPrefix("\"") ? "String" : value == "true" || value == "false" ? "Bool" : "Int"
  }

  func codingKeys(_ members: [Member], keys: KeyStyle, to writer: inout SwiftWriter) {
    writer.line()
    writer.block("\(style.isMainActor ? "nonisolated " : "")enum CodingKeys: String, CodingKey") { writer in
      let same = members.filter { keys.codingKey($0.key) == $0.name }
      if !same.isEmpty { writer.cases(same.map(\.name.escapedName), end: "") }
      for member in members where keys.codingKey(member.key) != member.name {
        writer.line("case \(member.name.escapedName) = \(Literal.string(keys.codingKey(member.key)))")
      }
    }
  }

  func nested(_ declaration: TypeDeclaration, to writer: inout SwiftWriter) {
    for type in declaration.nested {
      writer.line()
      write(type, to: &writer)
    }
  }

  // MARK: Enumerations

  private func enumeration(
    _ declaration: TypeDeclaration, _ cases: [EnumerationCase], _ isInteger: Bool,
    to writer: inout SwiftWriter
  ) {
    var conformances = [isInteger ? "Int" : "String"]
    let use = declaration.use
    if use.isSuperset(of: .both) {
      conformances.append("Codable")
    } else if use.contains(.encoded) {
      conformances.append("Encodable")
    }
    if use.contains(.parameter) { conformances.append("QueryValue") }
    conformances.append("Sendable")
    let head =
      "\(style.typePrefix)enum \(declaration.name.escapedName): \(conformances.joined(separator: ", "))"
    writer.block(head) { writer in
      let isPlain = cases.allSatisfy { !$0.needsRawValue && $0.documentation == nil }
      let line = "case " + cases.map(\.name.escapedName).joined(separator: ", ")
      if isPlain, line.count <= 80 {
        writer.line(line)
        return
      }
      for item in cases {
        writer.documentation(item.documentation)
        if item.needsRawValue {
          writer.declaration("case \(item.name.escapedName) =", item.rawValue)
        } else {
          writer.line("case \(item.name.escapedName)")
        }
      }
    }
  }

  // MARK: Unions

  private func union(_ declaration: TypeDeclaration, _ plan: UnionPlan, to writer: inout SwiftWriter) {
    let use = declaration.use
    let head =
      "\(style.typePrefix)\(plan.isIndirect ? "indirect " : "")enum \(declaration.name.escapedName): \(conformances(use))"
    let tried = plan.tried
    if use.contains(.decoded), tried.count(where: { $0.text == nil }) > 1 {
      if declaration.documentation != nil { writer.line("///") }
      writer.documentation("The first of these that a value fits, from the top.")
    }
    writer.block(head) { writer in
      for item in plan.cases {
        writer.documentation(item.documentation)
        writer.enumCase(item.name.escapedName, item.type)
      }
      if use.contains(.decoded) {
        writer.documentation("A value that is none of these.")
        writer.line("case other(JSONValue)")
        writer.line()
        decoding(plan, to: &writer)
      }
      if use.contains(.encoded) {
        writer.line()
        encoding(plan, hasOther: use.contains(.decoded), to: &writer)
      }
      nested(declaration, to: &writer)
    }
  }

  private func decoding(_ plan: UnionPlan, to writer: inout SwiftWriter) {
    let tried = plan.tried
    if let key = plan.key {
      writer.block("\(style.isMainActor ? "nonisolated " : "")private enum CodingKeys: String, CodingKey") {
        writer in
        let raw = key.codingKey == key.property ? "" : " = \(Literal.string(key.codingKey))"
        writer.line("case \(key.property.escapedName)\(raw)")
      }
      writer.line()
    }
    writer.block("\(style.prefix)init(from decoder: any Decoder) throws") { writer in
      guard let key = plan.key else {
        attempts(tried, to: &writer)
        return
      }
      writer.line("let container = try? decoder.container(keyedBy: CodingKeys.self)")
      writer.line(
        "switch try? container?.decode(\(key.type).self, forKey: .\(key.property.escapedName)) {")
      for item in plan.cases where !item.values.isEmpty {
        writer.cases(item.values, end: ":")
        writer.indented { writer in
          writer.line(
            "self = ", .call(".\(item.name.escapedName)", [.text("try \(item.type ?? "")(from: decoder)")]))
        }
      }
      writer.line("default:")
      writer.indented { writer in attempts(tried, to: &writer) }
      writer.line("}")
    }
  }

  /// Types that a coder reads and writes in its own way, not in theirs.
  private static let codersTypes: Set<String> = ["Data", "Date", "URL"]

  private func attempts(_ cases: [UnionPlan.Case], to writer: inout SwiftWriter) {
    let texts = cases.filter { $0.text != nil }
    guard texts.isEmpty else {
      writer.line("switch try? String(from: decoder) {")
      for item in texts { writer.line("case \(item.text ?? ""): self = .\(item.name.escapedName)") }
      writer.line("default:")
      writer.indented { attempts(cases.filter { $0.text == nil }, to: &$0) }
      writer.line("}")
      return
    }
    for (index, item) in cases.enumerated() {
      let type = item.type ?? ""
      let reading =
        Self.codersTypes.contains(type)
        ? "decoder.singleValueContainer().decode(\(type).self)" : "\(type)(from: decoder)"
      writer.line("\(index == 0 ? "" : "} else ")if let value = try? \(reading) {")
      writer.indented { $0.line("self = .\(item.name.escapedName)(value)") }
    }
    if cases.isEmpty {
      writer.line("self = .other(try JSONValue(from: decoder))")
    } else {
      writer.line("} else {")
      writer.indented { $0.line("self = .other(try JSONValue(from: decoder))") }
      writer.line("}")
    }
  }

  private func encoding(_ plan: UnionPlan, hasOther: Bool, to writer: inout SwiftWriter) {
    writer.block("\(style.prefix)func encode(to encoder: any Encoder) throws") { writer in
      writer.line("switch self {")
      for item in plan.cases where item.text != nil {
        writer.line("case .\(item.name.escapedName): try \(item.text ?? "").encode(to: encoder)")
      }
      let others = hasOther ? [UnionPlan.Case(name: "other", type: "JSONValue")] : []
      for item in plan.cases.filter({ $0.text == nil }) + others {
        let start = "case .\(item.name.escapedName)(let value):"
        if Self.codersTypes.contains(item.type ?? "") {
          writer.line(start)
          writer.indented { writer in
            writer.line("var container = encoder.singleValueContainer()")
            writer.line("try container.encode(value)")
          }
        } else {
          writer.line("\(start) try value.encode(to: encoder)")
        }
      }
      writer.line("}")
    }
  }
}
