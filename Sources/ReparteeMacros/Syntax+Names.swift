#if Macros
import SwiftSyntax

extension TokenSyntax {
  var plainText: String { identifier?.name ?? text }
}

extension DeclModifierSyntax {
  var keyword: Keyword? { if case .keyword(let keyword) = name.tokenKind { keyword } else { nil } }
}

extension TypeSyntax {
  /// `Codable` for `Swift.Codable` and `any Codable`.
  var lastName: String {
    if let type = self.as(MemberTypeSyntax.self) { return type.name.plainText }
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.plainText }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastName }
    if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.lastName }
    return trimmedDescription
  }

  /// The type without attributes, parentheses and `?`.
  var bare: TypeSyntax {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.bare }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType.bare }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.bare }
    if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1, let element = type.elements.first {
      return element.type.bare
    }
    return self
  }
}

extension String {
  var swiftLiteral: String {
    let escaped = unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case " "..."~": String(scalar)
      case _ where scalar.properties.isAlphabetic: String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(escaped.joined())\""
  }
}
#endif
