#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension Keys {
  func check(_ members: [Member], of type: String, areRead: Bool, _ problems: inout Problems) {
    guard let declaration, let cases else { return }
    let properties = members.flatMap(\.properties)
    for key in cases where !properties.contains(where: { $0.name == key.name }) {
      problems.add(.noProperty(key: key.name, type: type), at: key.node)
    }
    for property in properties where areRead && self[property] == nil && !property.needsNoValue {
      problems.addNoKey(property, declaration)
    }
  }

  /// Puts members in the order of `CodingKeys`; a conditional one by its first key.
  func inOrder(_ members: [Member]) -> [Member] {
    guard let cases else { return members }
    var places: [String: Int] = [:]
    for (place, key) in cases.enumerated() { places[key.name] = place }
    func place(_ member: Member) -> Int {
      member.properties.compactMap { places[$0.name] }.min() ?? cases.count
    }
    let ordered = members.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }
    return ordered.map { _, member in
      guard case .conditional(let branches) = member else { return member }
      return .conditional(branches.map { Member.Branch(line: $0.line, members: inOrder($0.members)) })
    }
  }
}

extension Problems {
  fileprivate mutating func addNoKey(_ property: StoredProperty, _ keys: EnumDeclSyntax) {
    let cases = keys.memberBlock.members.last { $0.decl.is(EnumCaseDeclSyntax.self) }
    guard let elements = cases?.decl.as(EnumCaseDeclSyntax.self)?.elements, let last = elements.last else {
      return add(.noKey(property: property.name), at: property.node)
    }
    var changed = Array(elements.dropLast())
    changed.append(last.with(\.trailingTrivia, []).with(\.trailingComma, .commaToken(trailingTrivia: .space)))
    changed.append(
      EnumCaseElementSyntax(
        name: .identifier(property.spelling), trailingTrivia: last.trailingTrivia))
    add(
      .noKey(property: property.name), at: property.node,
      FixIt(
        message: Remedy("add '\(property.name)' to CodingKeys"),
        changes: [
          .replace(oldNode: Syntax(elements), newNode: Syntax(EnumCaseElementListSyntax(changed)))
        ]))
  }
}
#endif
