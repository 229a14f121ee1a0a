#if Macros
import SwiftSyntax

/// A stored property, or an `#if` with stored properties.
enum Member {
  case property(StoredProperty)
  case conditional([Branch])

  struct Branch {
    let line: String
    var members: [Member]
  }

  var properties: [StoredProperty] {
    switch self {
    case .property(let property): [property]
    case .conditional(let branches): branches.flatMap { $0.members.flatMap(\.properties) }
    }
  }

  /// Only properties with a key are checked.
  static func members(
    of items: MemberBlockItemListSyntax, _ keys: Keys, areRead: Bool, _ problems: inout Problems
  ) -> [Member] {
    var members: [Member] = []
    for item in items {
      if let condition = item.decl.as(IfConfigDeclSyntax.self) {
        var branches: [Branch] = []
        for clause in condition.clauses {
          let line = "\(clause.poundKeyword.text) \(clause.condition?.trimmedDescription ?? "")"
          guard case .decls(let items) = clause.elements else {
            branches.append(Branch(line: line, members: []))
            continue
          }
          branches.append(
            Branch(line: line, members: Self.members(of: items, keys, areRead: areRead, &problems)))
        }
        members.append(.conditional(branches))
      } else if let variable = item.decl.as(VariableDeclSyntax.self) {
        for property in variable.storedProperties {
          if keys[property] != nil { variable.check(property, isRead: areRead, &problems) }
          members.append(.property(property))
        }
      }
    }
    return members
  }

  /// Each property's `line`, in the same `#if` branches.
  static func lines(of members: [Member], _ line: (StoredProperty) -> String?) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .property(let property): return line(property).map { [$0] } ?? []
      case .conditional(let branches):
        let bodies = branches.map { lines(of: $0.members, line) }
        guard bodies.contains(where: { !$0.isEmpty }) else { return [] }
        return zip(branches, bodies).flatMap { [$0.line] + $1 } + ["#endif"]
      }
    }
  }
}
#endif
