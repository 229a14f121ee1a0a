extension TypePlanner {
  /// Adds the property that holds the values of the keys that an object does not name, if they have a type.
  func addOtherKeys(
    of object: Schema.Object, to declaration: TypeDeclaration, in scope: Scope, owner: Schema.Name?
  ) {
    guard let additional = object.additional else { return }
    declaration.hasOtherKeys = true
    guard let values = object.typedAdditional, case .structure(let members) = declaration.kind,
      !declaration.use.isForItems, !declaration.use.isEmpty
    else { return }
    // A type may be as deep as a property's can be.
    let map = Schema(.map(values))
    let type = type(of: map, use: declaration.use, named: "others", in: scope, owner: owner)
    var names = NameScope(taken: Set(members.map(\.name) + ["self", "init"]))
    var member = Member(
      key: "", name: names.take("others", "otherKeys", "otherValues"), type: type, isOptional: false,
      value: "[:]")
    member.documentation = [
      additional.documentation, "The values of the keys that the document does not name.",
    ].compactMap { $0 }.joined(separator: "\n\n")
    declaration.others = member
    needsOtherKeys = true
  }
}
