#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension ModelType {
  /// Returns nil, with a problem, for types that can't be models.
  static func name(
    of declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax, in context: [Syntax],
    _ problems: inout Problems
  ) -> TokenSyntax? {
    let name: TokenSyntax
    if let declaration = declaration.as(StructDeclSyntax.self) {
      name = declaration.name
    } else if let declaration = declaration.as(ClassDeclSyntax.self) {
      name = declaration.name
      if let first = declaration.inheritanceClause?.inheritedTypes.first, !isKnownProtocol(first.type) {
        problems.add(.superclass(name: name.text, first: first.type.trimmedDescription), at: first.type)
        return nil
      }
    } else {
      refuse(DeclSyntax(declaration), attribute, &problems)
      return nil
    }
    if let suppressed = declaration.inheritanceClause?.inheritedTypes.first(where: {
      $0.type.as(SuppressedTypeSyntax.self)?.type.unqualifiedName == "Copyable"
    }) {
      problems.add(.notCopyable(name: name.text), at: suppressed.type)
      return nil
    }
    let types = [Syntax(declaration)] + context
    for (type, outer) in zip(types, context) {
      guard
        let modifier = type.asProtocol((any WithModifiersSyntax).self)?.modifiers.first(where: {
          $0.keyword == .private && $0.detail == nil
        }), let outer = outer.nameOfType, let inner = type.nameOfType
      else { continue }
      problems.addPrivate(modifier, inner, in: outer, at: attribute, isOwn: type.id == types[0].id)
      return nil
    }
    return name
  }

  private static func refuse(
    _ declaration: DeclSyntax, _ attribute: AttributeSyntax, _ problems: inout Problems
  ) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .actorDecl: problems.add(.actor, at: attribute)
    case .enumDecl(let type): problems.addEnum(type, attribute)
    default: problems.add(.otherDeclaration, at: attribute)
    }
  }

  /// An unknown name may be a superclass.
  private static func isKnownProtocol(_ type: TypeSyntax) -> Bool {
    [
      "AnyObject", "Codable", "CodingKeyRepresentable", "CustomDebugStringConvertible", "CustomReflectable",
      "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Comparable",
      "Identifiable", "JSONDecodable", "JSONEncodable", "LocalizedError", "Observable", "ObservableObject",
      "Sendable", "SendableMetatype", "Copyable", "Escapable",
    ].contains(type.unqualifiedName)
  }
}

extension Syntax {
  fileprivate var nameOfType: String? {
    if let type = self.as(ExtensionDeclSyntax.self) { return type.extendedType.trimmedDescription }
    return isProtocol((any DeclGroupSyntax).self) ? asProtocol((any NamedDeclSyntax).self)?.name.text : nil
  }
}
#endif
