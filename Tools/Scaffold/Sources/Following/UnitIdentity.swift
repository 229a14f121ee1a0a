import SwiftSyntax

/// What a unit is called among those of its list, and the identifier that it declares.
struct UnitIdentity {
  var key = ""
  var name: String?
  var container: Unit.Container?

  init(_ node: Syntax, in kind: UnitList.Kind) {
    switch kind {
    case .members: declare(node)
    case .statements: key = Self.statement(node)
    case .switchCases: key = node.as(SwitchCaseSyntax.self)?.label.trimmedDescription ?? Self.tokens(node)
    case .elements: key = Self.element(node.as(ArrayElementSyntax.self).map { Syntax($0.expression) } ?? node)
    case .entries: key = node.as(DictionaryElementSyntax.self).map { Self.tokens(Syntax($0.key)) } ?? ""
    case .arguments: key = node.as(LabeledExprSyntax.self)?.label?.text ?? "#"
    case .parameters:
      let parameter = node.as(FunctionParameterSyntax.self)
      key = (parameter?.secondName ?? parameter?.firstName)?.text ?? ""
      name = key
    case .typeArguments: key = "#"
    case .conformances: key = Self.tokens(node.as(InheritedTypeSyntax.self).map { Syntax($0.type) } ?? node)
    case .chain: break
    }
  }

  private mutating func declare(_ node: Syntax) {
    if let type = node.asProtocol((any NamedDeclSyntax).self),
      node.asProtocol((any DeclGroupSyntax).self) != nil
    {
      name = type.name.identifier?.name ?? type.name.text
      key = "type \(name ?? "")"
      container = .type
    } else if let extended = node.as(ExtensionDeclSyntax.self) {
      let conformances = extended.inheritanceClause?.inheritedTypes.map { Self.tokens(Syntax($0.type)) } ?? []
      let clause = extended.genericWhereClause.map { " " + Self.tokens(Syntax($0)) } ?? ""
      key =
        "extension \(Self.tokens(Syntax(extended.extendedType))): \(conformances.joined(separator: ", "))\(clause)"
      name = Self.tokens(Syntax(extended.extendedType))
      container = .extended
    } else if let variable = node.as(VariableDeclSyntax.self) {
      name = variable.bindings.first.flatMap { Self.name(of: $0.pattern) }
      key = "var \(name ?? Self.tokens(Syntax(variable.bindings)))"
    } else if let function = node.as(FunctionDeclSyntax.self) {
      name = function.name.identifier?.name ?? function.name.text
      key = "func \(name ?? "")\(Self.labels(function.signature.parameterClause))"
    } else if let initializer = node.as(InitializerDeclSyntax.self) {
      let labels = Self.labels(initializer.signature.parameterClause)
      key = labels == "(from:)" ? "init(from:)" : "init"
    } else if let alias = node.as(TypeAliasDeclSyntax.self) {
      name = alias.name.text
      key = "type \(alias.name.text)"
    } else {
      key = Self.tokens(node)
    }
  }

  private static func name(of pattern: PatternSyntax) -> String? {
    pattern.as(IdentifierPatternSyntax.self).map { $0.identifier.identifier?.name ?? $0.identifier.text }
  }

  private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
    "(" + clause.parameters.map { $0.firstName.text + ":" }.joined() + ")"
  }

  /// A line of a response map is called by its status: `.code(404`.
  private static func element(_ node: Syntax) -> String {
    guard let call = node.as(FunctionCallExprSyntax.self) else { return tokens(node) }
    let callee = tokens(Syntax(call.calledExpression))
    guard let first = call.arguments.first, first.label == nil, isConstant(Syntax(first.expression)) else {
      return callee
    }
    return "\(callee)(\(tokens(Syntax(first.expression)))"
  }

  private static func isConstant(_ node: Syntax) -> Bool {
    node.tokens(viewMode: .sourceAccurate).allSatisfy { token in
      switch token.tokenKind {
      case .integerLiteral, .binaryOperator, .stringSegment, .stringQuote: true
      default: false
      }
    }
  }

  private static func statement(_ node: Syntax) -> String {
    if let variable = node.as(VariableDeclSyntax.self) {
      return "var \(variable.bindings.first.flatMap { name(of: $0.pattern) } ?? "")"
    }
    if let sequence = node.as(SequenceExprSyntax.self)
      ?? node.as(ExpressionStmtSyntax.self)?.expression
      .as(SequenceExprSyntax.self),
      let equals = sequence.elements.dropFirst().first, equals.is(AssignmentExprSyntax.self),
      let target = sequence.elements.first
    {
      return "set \(tokens(Syntax(target)))"
    }
    if node.is(ReturnStmtSyntax.self) { return "return" }
    return tokens(node)
  }

  private static func tokens(_ node: Syntax) -> String {
    node.tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
  }
}
