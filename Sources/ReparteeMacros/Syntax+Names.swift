#if Macros
import SwiftSyntax

extension TokenSyntax {
  /// A name without its backticks.
  var plainText: String { identifier?.name ?? text }
}

extension DeclModifierSyntax {
  var keyword: Keyword? { if case .keyword(let keyword) = name.tokenKind { keyword } else { nil } }
}

extension TypeSyntax {
  /// The name without module, outer types, attributes, `some` and `any`: `Codable` for `Swift.Codable` and for
  /// `any Codable`.
  var unqualifiedName: String {
    if let type = self.as(MemberTypeSyntax.self) { return type.name.plainText }
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.plainText }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.unqualifiedName }
    if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.unqualifiedName }
    return trimmedDescription
  }

  /// The type without attributes, parentheses and `?`.
  var unwrapped: TypeSyntax {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.unwrapped }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType.unwrapped }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.unwrapped }
    if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1, let element = type.elements.first {
      return element.type.unwrapped
    }
    return self
  }
}

extension String {
  /// The source of a string literal with this value. Letters stand for themselves; all else beyond ASCII is escaped.
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
