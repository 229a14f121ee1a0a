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
      raw.contains(first.type.unqualifiedName)
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
