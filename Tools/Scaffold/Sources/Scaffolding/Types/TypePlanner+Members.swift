extension TypePlanner {
  func members(
    of object: Schema.Object, use: TypeUse, in scope: Scope, owner: Schema.Name?
  ) -> [Member] {
    let properties = object.properties.filter { property in
      !(property.isReadOnly && !use.contains(.decoded)) && !(property.isWriteOnly && !use.contains(.encoded))
    }
    // Before the types that are declared for them.
    let names = properties.map { property in
      let base = keys.property(property.key)
      return scope.takeMember([base, base + "Value"])
    }
    for (name, property) in zip(names, properties) where name != keys.property(property.key) {
      renamedMembers[object, default: [:]][property.key] = name
    }
    return zip(names, properties).map { member($0, $1, use: use, in: scope, owner: owner) }
  }

  func member(
    _ name: String, _ property: Schema.Property, use: TypeUse, in scope: Scope, owner: Schema.Name? = nil
  ) -> Member {
    let schema = property.schema
    var type = type(of: schema, use: use, named: property.key, in: scope, owner: owner)
    if let owner, case .reference(let target) = schema.shape, cycles.areInOneCycle(owner, target),
      case .object = resolved(schema).shape
    {
      needsBox = true
      type = "Box<\(type)>"
    }
    let isMissing = property.isReadOnly || property.isWriteOnly ? use.contains([.decoded, .encoded]) : false
    let isNullable = isNullable(schema)
    var member = Member(
      key: property.key, name: name, type: type,
      isOptional: !property.isRequired || isNullable || isMissing)
    member.isSentAsNull =
      property.isRequired && isNullable && !isMissing && use.contains(.encoded) && !use.isForItems
      && !api.isOfSamples
    member.documentation = schema.documentation ?? describedByReference(schema)
    member.isDeprecated = schema.isDeprecated
    if use == .encoded, !property.isRequired, isNullable, type != "JSONValue" {
      // Left out, or sent as null.
      member.type = type + "?"
    }
    if member.type.hasPrefix("Quoted<"), !member.type.hasSuffix("?") {
      member.type = String(member.type.dropFirst("Quoted<".count).dropLast())
      member.isQuoted = true
    }
    if case .constant(let value) = resolved(schema).shape {
      let literal = Literal.swift(value)
      if member.documentation?.lowercased().contains("always") != true {
        let note = "Always `\(literal)`."
        member.documentation = [member.documentation, note].compactMap { $0 }.joined(separator: "\n\n")
      }
      if schema.isDefault, use == .encoded, !isNullable { member.isOptional = false }
      if !member.isOptional {
        member.value = literal
        member.isConstant = true
      }
    }
    return member
  }

  /// What the document says of a type that has no name in Swift.
  private func describedByReference(_ schema: Schema) -> String? {
    guard case .reference(let name) = schema.shape, typeNames[name] == nil else { return nil }
    return api.schemas[name]?.documentation
  }
}
