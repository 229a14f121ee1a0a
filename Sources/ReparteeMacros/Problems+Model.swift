#if Macros
import SwiftSyntax

extension Problems {
  mutating func addOwnCodable(
    _ conformances: [ModelType.Conformance], of name: TokenSyntax, _ declaration: some DeclGroupSyntax,
    _ attribute: AttributeSyntax
  ) {
    let bases = conformances.map(\.base)
    let declared = declaration.inheritanceClause?.inheritedTypes.first {
      (bases + ["Codable"]).contains($0.type.unqualifiedName)
    }
    var parameters: [String] = []
    for parameter in conformances.flatMap(\.parameters) where !parameters.contains(parameter) {
      parameters.append(parameter)
    }
    add(
      .ownCodable(
        name: name.text, declared: declared?.type.unqualifiedName ?? bases.joined(separator: " and "),
        parameters: parameters), at: declared.map { Syntax($0.type) } ?? Syntax(attribute))
  }
}
#endif
