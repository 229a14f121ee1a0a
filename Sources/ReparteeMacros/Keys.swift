#if Macros
import SwiftParser
import SwiftSyntax

/// The keys of the properties, or the cases of a nested `CodingKeys`.
struct Keys {
  let declaration: EnumDeclSyntax?
  let cases: [Case]?

  struct Case {
    let name: String
    let key: String
    let node: Syntax
  }

  subscript(property: StoredProperty) -> String? {
    guard let cases else { return property.name }
    return cases.first { $0.name == property.name }?.key
  }

  init(of members: MemberBlockItemListSyntax, _ problems: inout Problems) {
    let found = Self.declaration(in: members, &problems)
    declaration = found?.as(EnumDeclSyntax.self)
    guard let keys = declaration else {
      cases = nil
      if let found { problems.add(.keysNotAnEnum, at: found) }
      return
    }
    let known = problems.count
    let inherited = keys.inheritanceClause?.inheritedTypes.map { $0.type.unqualifiedName } ?? []
    if !inherited.contains("CodingKey") { problems.add(.keysNotACodingKey, at: keys.name) }
    let all = Self.cases(of: keys, haveTexts: inherited.first == "String", &problems)
    cases = problems.count == known ? all : nil
  }

  private static func declaration(
    in members: MemberBlockItemListSyntax, isConditional: Bool = false, _ problems: inout Problems
  ) -> DeclSyntax? {
    for member in members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          if case .decls(let items) = clause.elements {
            _ = declaration(in: items, isConditional: true, &problems)
          }
        }
      } else if member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == "CodingKeys" {
        if !isConditional { return member.decl }
        problems.add(.keysUnderACondition, at: member.decl)
      }
    }
    return nil
  }

  private static func cases(
    of declaration: EnumDeclSyntax, haveTexts: Bool, _ problems: inout Problems
  ) -> [Case] {
    var cases: [Case] = []
    for member in declaration.memberBlock.members {
      if member.decl.is(IfConfigDeclSyntax.self) { problems.add(.keysUnderACondition, at: member.decl) }
      if let variable = member.decl.as(VariableDeclSyntax.self),
        variable.bindings.contains(where: { $0.pattern.trimmedDescription == "stringValue" })
      {
        problems.add(.keysOfTheirOwn(member: "stringValue"), at: variable)
      }
      if let initializer = member.decl.as(InitializerDeclSyntax.self),
        initializer.signature.parameterClause.parameters.first?.firstName.text == "stringValue"
      {
        problems.add(.keysOfTheirOwn(member: "init(stringValue:)"), at: initializer)
      }
      for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
        let name = element.name.plainText
        // The compiler refuses raw values other than literals.
        let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        cases.append(Case(name: name, key: haveTexts ? text ?? name : name, node: Syntax(element)))
      }
    }
    return cases
  }
}
#endif
