#if Macros
import SwiftSyntax

struct GenericParameters {
  private let names: Set<String>

  init(of declarations: [Syntax]) {
    let parameters = declarations.flatMap {
      $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause.map {
        Array($0.parameters)
      }
        ?? []
    }
    // A value parameter (`let count: Int`) conforms to no protocol.
    names = Set(
      parameters.filter { $0.specifier?.tokenKind != .keyword(.let) }.map(\.name.plainText))
  }

  /// The parameters in the properties' types: `Item`, or `Item.ID` if only that occurs.
  func used(by properties: [StoredProperty]) -> [String] {
    var found: [String] = []
    for property in properties {
      guard let source = property.typeSource else { continue }
      for name in uses(in: source) where !found.contains(name) { found.append(name) }
    }
    return found
  }

  private func uses(in node: Syntax) -> [String] {
    if let type = node.as(MemberTypeSyntax.self), let root = type.root, names.contains(root) {
      return [type.trimmedDescription]
    }
    if let type = node.as(IdentifierTypeSyntax.self), names.contains(type.name.plainText) {
      return [type.name.text]
    }
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName, names.contains(name.plainText) {
      return [name.text]
    }
    return node.children(viewMode: .sourceAccurate).flatMap { uses(in: $0) }
  }
}

extension MemberTypeSyntax {
  fileprivate var root: String? {
    if let base = baseType.as(MemberTypeSyntax.self) { return base.root }
    return baseType.as(IdentifierTypeSyntax.self)?.name.plainText
  }
}
#endif
