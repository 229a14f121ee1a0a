#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Generates `init(json:)` and `write(to:)`: for a struct in extensions, which keeps its memberwise initializer; for a
/// class in its body, as required initializers need. Only the extension role reports problems: the member role may
/// never be expanded.
struct JSONModelMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var problems = Problems()
    let model = ModelType(
      declaration, attribute: node, lacks: protocols, within: context.lexicalContext, &problems)
    guard let model, model.isClass, !problems.areErrors else { return [] }
    return [model.initializer, model.method].compactMap(\.self).map { DeclSyntax("\(raw: $0)") }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var problems = Problems()
    let model = ModelType(
      declaration, attribute: node, lacks: protocols, within: context.lexicalContext, &problems)
    for diagnostic in problems.diagnostics { context.diagnose(diagnostic) }
    guard let model, !problems.areErrors else { return [] }
    return try model.extensions(of: type.trimmedDescription).map { try ExtensionDeclSyntax("\(raw: $0)") }
  }
}
#endif
