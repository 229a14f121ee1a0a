#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

struct Problems {
  private(set) var diagnostics: [Diagnostic] = []

  var count: Int { diagnostics.count }

  var areErrors: Bool { diagnostics.contains { $0.diagMessage.severity == .error } }

  mutating func add(_ problem: Problem, at node: some SyntaxProtocol, _ remedy: FixIt? = nil) {
    diagnostics.append(Diagnostic(node: node, message: problem, fixIts: remedy.map { [$0] } ?? []))
  }

  mutating func add(_ others: Problems) { diagnostics += others.diagnostics }

  mutating func addNothingToWrite(_ name: TokenSyntax, _ attribute: AttributeSyntax) {
    add(
      .nothingToWrite(name: name.text), at: attribute,
      FixIt(message: Remedy("remove @JSONModel"), changes: [.removing(attribute)]))
  }

  mutating func addOwnCodable(
    _ conformances: [ModelType.Conformance], of name: TokenSyntax, _ declaration: some DeclGroupSyntax,
    _ attribute: AttributeSyntax
  ) {
    let bases = conformances.map(\.base)
    let declared = declaration.inheritanceClause?.inheritedTypes.first {
      (bases + ["Codable"]).contains($0.type.lastName)
    }
    var parameters: [String] = []
    for parameter in conformances.flatMap(\.parameters) where !parameters.contains(parameter) {
      parameters.append(parameter)
    }
    add(
      .ownCodable(
        name: name.text, declared: declared?.type.lastName ?? bases.joined(separator: " and "),
        parameters: parameters), at: declared.map { Syntax($0.type) } ?? Syntax(attribute))
  }

  /// A macro can only fix the type's own modifier.
  mutating func addPrivate(
    _ modifier: DeclModifierSyntax, _ name: String, in outer: String, at attribute: AttributeSyntax,
    isOwn: Bool
  ) {
    guard isOwn else { return add(.privateIn(name: name, outer: outer), at: attribute) }
    let replacement = modifier.with(\.name.tokenKind, .keyword(.fileprivate))
    add(
      .privateIn(name: name, outer: outer), at: modifier,
      FixIt(
        message: Remedy("make '\(name)' fileprivate"),
        changes: [.replace(oldNode: Syntax(modifier), newNode: Syntax(replacement))]))
  }

  /// The first inherited type decides about a raw value.
  mutating func addEnum(_ declaration: EnumDeclSyntax, _ attribute: AttributeSyntax) {
    let raw = [
      "String", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "UInt128", "Double", "Float",
    ]
    guard let clause = declaration.inheritanceClause, let first = clause.inheritedTypes.first,
      raw.contains(first.type.lastName)
    else { return add(.otherEnum, at: attribute) }
    var types = clause.inheritedTypes.map { $0.type.trimmedDescription }
    types.removeAll { ["Codable", "Decodable", "Encodable", "JSONDecodable", "JSONEncodable"].contains($0) }
    types.insert(contentsOf: ["JSONDecodable", "JSONEncodable"], at: 1)
    let replacement = InheritanceClauseSyntax(
      leadingTrivia: clause.leadingTrivia,
      inheritedTypes: InheritedTypeListSyntax(
        types.enumerated().map { index, type in
          InheritedTypeSyntax(
            type: TypeSyntax(stringLiteral: type),
            trailingComma: index + 1 < types.count ? .commaToken(trailingTrivia: .space) : nil)
        }), trailingTrivia: clause.trailingTrivia
    ).with(\.colon.trailingTrivia, .space)
    add(
      .enumWithRawValue(name: declaration.name.text, raw: first.type.trimmedDescription), at: attribute,
      FixIt(
        message: Remedy("conform to JSONDecodable and JSONEncodable"),
        changes: [
          .removing(attribute),
          .replace(oldNode: Syntax(clause), newNode: Syntax(replacement)),
        ]))
  }

  mutating func addNoKey(_ property: StoredProperty, _ keys: EnumDeclSyntax) {
    let cases = keys.memberBlock.members.last { $0.decl.is(EnumCaseDeclSyntax.self) }
    guard let elements = cases?.decl.as(EnumCaseDeclSyntax.self)?.elements, let last = elements.last else {
      return add(.noKey(property: property.name), at: property.node)
    }
    var changed = Array(elements.dropLast())
    changed.append(last.with(\.trailingTrivia, []).with(\.trailingComma, .commaToken(trailingTrivia: .space)))
    changed.append(
      EnumCaseElementSyntax(
        name: .identifier(property.spelling), trailingTrivia: last.trailingTrivia))
    add(
      .noKey(property: property.name), at: property.node,
      FixIt(
        message: Remedy("add '\(property.name)' to CodingKeys"),
        changes: [
          .replace(oldNode: Syntax(elements), newNode: Syntax(EnumCaseElementListSyntax(changed)))
        ]))
  }
}

struct Remedy: FixItMessage {
  let message: String

  init(_ message: String) { self.message = message }

  var fixItID: MessageID { MessageID(domain: "ReparteeMacros", id: message) }
}

extension FixIt.Change {
  /// The trivia before it stays, but no empty line.
  fileprivate static func removing(_ attribute: AttributeSyntax) -> FixIt.Change {
    var before = attribute.leadingTrivia.pieces
    if attribute.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.first?.isNewline == true {
      while before.last?.isWhitespace == true { before.removeLast() }
    }
    let nothing = TokenSyntax.identifier("", leadingTrivia: Trivia(pieces: before))
    return .replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))
  }
}
#endif
