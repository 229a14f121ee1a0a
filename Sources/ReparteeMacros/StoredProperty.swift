#if Macros
import SwiftSyntax

struct StoredProperty {
  let name: String
  /// The name as declared, with any backticks.
  let spelling: String
  let isConstant: Bool
  let isDeprecated: Bool
  let initialValue: ExprSyntax?
  /// The annotation, or that of a following property (`let a, b: Int`); nil in a tuple pattern.
  let type: TypeSyntax?
  let typeSource: Syntax?
  let node: TokenSyntax

  /// A constant with an initial value is not decoded.
  var canBeRead: Bool { !isConstant || initialValue == nil }

  /// Whether its non-nil initial value stays if its key is absent.
  var hasDefault: Bool { initialValue.map { !$0.is(NilLiteralExprSyntax.self) } ?? false }

  /// Whether an initializer can leave it unset.
  var needsNoValue: Bool {
    if initialValue != nil { return true }
    guard let type, !isConstant else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension VariableDeclSyntax {
  /// The properties that are not static, computed or lazy.
  var storedProperties: [StoredProperty] {
    guard !modifiers.contains(where: { [.static, .class, .lazy].contains($0.keyword) }) else { return [] }
    var properties: [StoredProperty] = []
    var annotation: TypeSyntax?
    for binding in bindings.reversed() {
      if binding.typeAnnotation != nil || binding.initializer != nil {
        annotation = binding.typeAnnotation?.type
      }
      if binding.accessorBlock?.computes == true { continue }
      for name in binding.pattern.names.reversed() {
        properties.append(
          StoredProperty(
            name: name.plainText, spelling: name.text,
            isConstant: bindingSpecifier.tokenKind == .keyword(.let), isDeprecated: attributes.deprecate,
            initialValue: binding.initializer?.value,
            type: binding.pattern.is(IdentifierPatternSyntax.self) ? annotation : nil,
            typeSource: annotation.map { Syntax($0) } ?? binding.initializer.map { Syntax($0.value) },
            node: name))
      }
    }
    return properties.reversed()
  }

  func check(_ property: StoredProperty, isRead: Bool, _ problems: inout Problems) {
    if let attribute = attributes.firstThatMayChangeStorage {
      let name = attribute.attributeName.trimmedDescription
      problems.add(.attribute(property: property.name, attribute: "@\(name)"), at: attribute)
    }
    if isRead, let modifier = modifiers.first(where: { [.weak, .unowned].contains($0.keyword) }) {
      problems.add(.notStrong(property: property.name, modifier: modifier.name.text), at: modifier)
    }
    switch property.type?.unwrapped.as(TypeSyntaxEnum.self) {
    case .tupleType(let type): problems.add(.tuple(property: property.name), at: type)
    case .functionType(let type): problems.add(.function(property: property.name), at: type)
    default: break
    }
  }
}

extension PatternSyntax {
  fileprivate var names: [TokenSyntax] {
    if let pattern = self.as(IdentifierPatternSyntax.self) { return [pattern.identifier] }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}

extension AccessorBlockSyntax {
  fileprivate var computes: Bool {
    guard case .accessors(let accessors) = accessors else { return true }
    return !accessors.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

extension AttributeListSyntax {
  /// An attribute named like a type, and not known as harmless.
  fileprivate var firstThatMayChangeStorage: AttributeSyntax? {
    let known = [
      "MainActor", "ObservationIgnored", "NSCopying", "GKInspectable", "IBInspectable", "IBOutlet",
    ]
    return lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      let name = $0.attributeName.unqualifiedName
      return name.first?.isUppercase == true && !known.contains(name)
    }
  }

  fileprivate var deprecate: Bool {
    contains { attribute in
      guard case .availability(let arguments) = attribute.as(AttributeSyntax.self)?.arguments else {
        return false
      }
      return arguments.contains {
        if case .token(let token) = $0.argument { token.tokenKind == .keyword(.deprecated) } else { false }
      }
    }
  }
}
#endif
