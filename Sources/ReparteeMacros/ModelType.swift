#if Macros
import SwiftSyntax

struct ModelType {
  let isClass: Bool
  let isFinal: Bool
  let isOpen: Bool
  /// The access of generated members, as `public `.
  let access: String
  /// Whether extensions say so: bodies are read and written outside any actor, also in a module whose default isolation
  /// is the main actor. Not if the type, or one around it, names an actor.
  let isNonisolated: Bool
  let availability: [String]
  let keys: Keys
  let members: [Member]
  let reading: Conformance
  let writing: Conformance

  struct Conformance {
    let name: String
    let base: String
    let isDeclared: Bool
    let isBaseDeclared: Bool
    let needsFunction: Bool
    /// The generic parameters, or their member types, that must conform.
    private(set) var parameters: [String] = []

    init(
      _ name: String, _ base: String, lacks protocols: [TypeSyntax], _ declaration: some DeclGroupSyntax,
      function: (DeclSyntax) -> Bool
    ) {
      self.name = name
      self.base = base
      isDeclared = !protocols.contains { $0.unqualifiedName == name }
      isBaseDeclared = !protocols.contains { $0.unqualifiedName == base }
      // The function is where the conformance is declared.
      let isElsewhere =
        isDeclared
        && declaration.inheritanceClause?.inheritedTypes.contains { $0.type.unqualifiedName == name } != true
      needsFunction = !isElsewhere && declaration.memberBlock.members.first(function) == nil
    }

    mutating func depend(on parameters: [String]) {
      if !isDeclared { self.parameters = parameters }
    }
  }

  init?(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, lacks protocols: [TypeSyntax],
    within context: [Syntax], _ problems: inout Problems
  ) {
    guard let name = Self.name(of: declaration, attribute, in: context, &problems) else { return nil }
    let modifiers = declaration.modifiers.map(\.keyword)
    isClass = declaration.is(ClassDeclSyntax.self)
    isFinal = modifiers.contains(.final)
    isOpen = modifiers.contains(.open)
    access = Self.access(of: declaration, in: context)
    isNonisolated = Self.isNonisolated([Syntax(declaration)] + context)
    availability = Self.availability(of: [Syntax(declaration)] + context)

    var reading = Conformance(
      "JSONDecodable", "Decodable", lacks: protocols, declaration, function: \.readsModel)
    var writing = Conformance(
      "JSONEncodable", "Encodable", lacks: protocols, declaration, function: \.writesModel)
    let body = declaration.memberBlock.members
    var inBody = Problems()
    let keys = Keys(of: body, &inBody)
    members = keys.inOrder(Member.members(of: body, keys, areRead: reading.needsFunction, &inBody))
    keys.check(members, of: name.text, areRead: reading.needsFunction, &inBody)
    if reading.needsFunction || writing.needsFunction {
      problems.add(inBody)
    } else if reading.isDeclared && writing.isDeclared {
      problems.addNothingToWrite(name, attribute)
    }
    if reading.needsFunction, let own = body.first(\.decodes) {
      problems.add(.notCalled(name: name.text, function: "init(from:)", called: "init(json:)"), at: own)
    }
    if writing.needsFunction, let own = body.first(\.encodes) {
      problems.add(.notCalled(name: name.text, function: "encode(to:)", called: "write(to:)"), at: own)
    }

    let parameters = GenericParameters(of: [Syntax(declaration)] + context)
    let keyed = members.flatMap(\.properties).filter { keys[$0] != nil }
    reading.depend(on: parameters.used(by: keyed.filter(\.canBeRead)))
    writing.depend(on: parameters.used(by: keyed))
    let doubled = [reading, writing].filter { $0.isBaseDeclared && !$0.parameters.isEmpty }
    if !doubled.isEmpty { problems.addOwnCodable(doubled, of: name, declaration, attribute) }
    self.keys = keys
    self.reading = reading
    self.writing = writing
  }

  private static func access(of declaration: some DeclGroupSyntax, in context: [Syntax]) -> String {
    let levels: [Keyword] = [.open, .public, .package, .internal, .fileprivate, .private]
    func level(_ modifiers: DeclModifierListSyntax) -> Keyword? {
      modifiers.lazy.filter { $0.detail == nil }.compactMap(\.keyword).first(where: levels.contains)
    }
    // The members of a public extension are public by default.
    switch level(declaration.modifiers)
      ?? context.first?.as(ExtensionDeclSyntax.self).flatMap({ level($0.modifiers) })
    {
    case .open, .public: return "public "
    case .package: return "package "
    default: return ""
    }
  }

  private static func isNonisolated(_ declarations: [Syntax]) -> Bool {
    for declaration in declarations {
      let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
      if modifiers?.contains(where: { $0.keyword == .nonisolated }) == true { return true }
      let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
      if attributes?.contains(where: {
        $0.as(AttributeSyntax.self)?.attributeName.unqualifiedName.hasSuffix("Actor") == true
      }) == true {
        return false
      }
    }
    return true
  }

  private static func availability(of declarations: [Syntax]) -> [String] {
    var lines: [String] = []
    for declaration in declarations {
      for attribute in declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] {
        guard attribute.as(AttributeSyntax.self)?.attributeName.unqualifiedName == "available" else {
          continue
        }
        let line = attribute.trimmedDescription
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines
  }
}

extension DeclSyntax {
  fileprivate var readsModel: Bool { isInitializer(labeled: "json", of: "JSONReader") }

  fileprivate var writesModel: Bool { isFunction("write", to: "JSONWriter") }

  fileprivate var decodes: Bool { isInitializer(labeled: "from", of: "Decoder") }

  fileprivate var encodes: Bool { isFunction("encode", to: "Encoder") }

  private func isInitializer(labeled label: String, of type: String) -> Bool {
    self.as(InitializerDeclSyntax.self)?.signature.parameterClause.isOne(labeled: label, of: type) == true
  }

  private func isFunction(_ name: String, to type: String) -> Bool {
    guard let function = self.as(FunctionDeclSyntax.self), function.name.text == name else { return false }
    return function.signature.parameterClause.isOne(labeled: "to", of: type)
  }
}

extension FunctionParameterClauseSyntax {
  fileprivate func isOne(labeled label: String, of type: String) -> Bool {
    guard parameters.count == 1, let parameter = parameters.first else { return false }
    return parameter.firstName.text == label && parameter.type.unqualifiedName == type
  }
}

extension MemberBlockItemListSyntax {
  /// Also searches under conditions.
  fileprivate func first(_ isMeant: (DeclSyntax) -> Bool) -> DeclSyntax? {
    for member in self {
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
        if isMeant(member.decl) { return member.decl }
        continue
      }
      for clause in condition.clauses {
        if case .decls(let members) = clause.elements, let found = members.first(isMeant) { return found }
      }
    }
    return nil
  }
}
#endif
