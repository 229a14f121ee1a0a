import ReparteeJSON

extension Comparer {
  /// Compares the properties of two objects that are sent or read.
  func compareObjects(_ one: Schema.Object, _ other: Schema.Object, of index: Int) {
    let pair = pairs[index]
    let isSent = pair.direction == .sent
    let members = (old: Self.members(of: pair.old), new: Self.members(of: pair.new))
    let paths = (old: old.path(pair.old), new: new.path(pair.new))
    func isThere(_ property: Schema.Property) -> Bool {
      isSent ? !property.isReadOnly : !property.isWriteOnly
    }
    func spot(_ key: String) -> Spot {
      func named(_ member: Member?, in path: String) -> Named {
        Named(path: "\(path).\(member?.name ?? key)", type: member?.fullType)
      }
      return Spot(
        origin: .pair(index), direction: pair.direction, unit: .property, label: key, key: "property \(key)",
        before: named(members.old[key], in: paths.old), after: named(members.new[key], in: paths.new))
    }
    let before = Self.unique(one.properties.filter(isThere))
    let after = Self.unique(other.properties.filter(isThere))
    let properties = Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0) })
    let known = Set(before.map(\.key))
    for property in before {
      let spot = spot(property.key)
      let member = members.old[property.key]
      guard let next = properties[property.key] else {
        let isSure = property.isRequired && !old.isNullable(property.schema) && member?.isOptional != true
        let isElsewhere = other.properties.contains { $0.key == property.key }
        let sentence =
          isElsewhere
          ? "\(spot.label) is no longer \(isSent ? "taken, only sent" : "sent, only taken")"
          : "\(spot.label) is gone"
        report(
          spot, .removed, isSent || isSure ? .breaks : .swift, sentence, before: spot.before.text,
          after: isSplit(pair.old, pair.new) ? paths.new : nil, part: "presence")
        continue
      }
      guard let member, let newMember = members.new[property.key] else { continue }
      let changes = (
        presence: comparePresence(property, next, member, newMember, at: spot),
        value: compare(
          Side.Value(schema: property.schema, type: Self.bare(member.type), nested: pair.old.nested),
          Side.Value(schema: next.schema, type: Self.bare(newMember.type), nested: pair.new.nested), at: spot)
      )
      if !changes.presence, !changes.value { compareSwift(spot) }
      if member.name != newMember.name, old.assembly.keys == new.assembly.keys { reportRenamed(spot) }
      reportWords(spot, old.words(on: property.schema), new.words(on: next.schema))
      reportDeprecation(spot, property.schema.isDeprecated, next.schema.isDeprecated)
    }
    for property in after where !known.contains(property.key) {
      let spot = spot(property.key)
      let isNeeded = isSent && property.isRequired
      let isElsewhere = one.properties.contains { $0.key == property.key }
      let start = isElsewhere ? "is \(isSent ? "taken" : "sent") as well" : "is new"
      report(
        spot, .added, isNeeded ? .breaks : .neither,
        "\(spot.label) \(start)\(isNeeded ? ", and has to be there" : "")",
        before: isSplit(pair.old, pair.new) ? paths.old : nil, after: spot.after.text, part: "presence")
    }
    let whole = Self.typeSpot(paths, index, pair)
    compareOthers(one, other, at: whole)
    compareOrder(before.map(\.key), after.map(\.key), (one: "properties", of: paths.old), whole)
  }

  /// Compares the values of the keys that objects do not name, where the document says what they are.
  private func compareOthers(_ one: Schema.Object, _ other: Schema.Object, at spot: Spot) {
    guard case .pair(let index) = spot.origin else { return }
    let pair = pairs[index]
    let members = (old: pair.old.others, new: pair.new.others)
    func named(_ member: Member?, _ named: Named) -> Named {
      Named(path: "\(named.path).\(member?.name ?? "others")", type: member?.type)
    }
    var spot = spot
    (spot.unit, spot.label, spot.key) = (.property, "the values of other keys", "others")
    (spot.before, spot.after) = (named(members.old, spot.before), named(members.new, spot.after))
    switch members {
    case (nil, nil): return
    case (nil, _?): report(new: spot, .neither, "other keys have values of a type")
    case (_?, nil): report(gone: spot, .swift, "other keys have values of any type")
    case (let member?, let next?):
      guard let schema = one.typedAdditional, let newSchema = other.typedAdditional else { return }
      let isReported = compare(
        Side.Value(schema: Schema(.map(schema)), type: member.type, nested: pair.old.nested),
        Side.Value(schema: Schema(.map(newSchema)), type: next.type, nested: pair.new.nested), at: spot)
      if !isReported { compareSwift(spot) }
    }
  }

  private static func typeSpot(_ paths: (old: String, new: String), _ index: Int, _ pair: Pair) -> Spot {
    Spot(
      origin: .pair(index), direction: pair.direction, unit: .type, label: paths.old, key: "",
      before: Named(path: paths.old), after: Named(path: paths.new))
  }

  /// Compares the order of what both have, which is that of an initializer's arguments.
  func compareOrder(_ one: [String], _ other: [String], _ name: (one: String, of: String), _ spot: Spot) {
    let both = Set(one).intersection(other)
    guard one.filter(both.contains) != other.filter(both.contains) else { return }
    report(
      spot, .reordered, .swift, "the \(name.one) of \(name.of) are in another order", before: nil,
      after: spot.after.path + ".init", part: "order")
  }

  /// Compares whether a property has to be there, and whether it may be null.
  private func comparePresence(
    _ one: Schema.Property, _ other: Schema.Property, _ member: Member, _ newMember: Member, at spot: Spot
  ) -> Bool {
    let isNull = (old: old.isNullable(one.schema), new: new.isNullable(other.schema))
    let isChanged = member.fullType != newMember.fullType
    let (kind, sentence): (Change.Kind, String)
    let breaks: Bool
    if spot.direction == .sent {
      if !one.isRequired, other.isRequired {
        (kind, sentence, breaks) = (.required, "\(spot.label) has to be there", true)
      } else if one.isRequired, !other.isRequired {
        (kind, sentence, breaks) = (.optional, "\(spot.label) may be left out", isNull.old && !isNull.new)
      } else if isNull.old != isNull.new {
        kind = isNull.new ? .nullable : .notNull
        sentence = "\(spot.label) may \(isNull.new ? "" : "no longer ")be null"
        breaks = isNull.old
      } else {
        return false
      }
    } else {
      let isSure = (old: one.isRequired && !isNull.old, new: other.isRequired && !isNull.new)
      if isSure.old, !isSure.new {
        kind = other.isRequired ? .nullable : .optional
        sentence = "\(spot.label) may be \(other.isRequired ? "null" : "missing")"
        breaks = !member.isOptional
      } else if !isSure.old, isSure.new {
        (kind, sentence, breaks) = (.required, "\(spot.label) is always there", false)
      } else if one.isRequired != other.isRequired {
        kind = other.isRequired ? .required : .optional
        (sentence, breaks) = (
          "\(spot.label) may be \(other.isRequired ? "null, and is there" : "missing, too")", false
        )
      } else if isNull.old != isNull.new {
        kind = isNull.new ? .nullable : .notNull
        (sentence, breaks) = ("\(spot.label) may \(isNull.new ? "be null, too" : "no longer be null")", false)
      } else {
        return false
      }
    }
    report(spot, kind, breaks ? .breaks : isChanged ? .swift : .neither, sentence, part: "presence")
    return true
  }

  /// Reports another type in Swift where nothing else says why.
  func compareSwift(_ spot: Spot) {
    guard let before = spot.before.type, let after = spot.after.type,
      Side.parts(of: before).shell != Side.parts(of: after).shell
    else { return }
    report(spot, .swiftType, .swift, "\(spot.label) is of another type in Swift")
  }

  /// A type without the question marks behind it.
  static func bare(_ type: String) -> String {
    var type = type
    while type.hasSuffix("?") { type.removeLast() }
    return type
  }

  private static func members(of declaration: TypeDeclaration) -> [String: Member] {
    guard case .structure(let members) = declaration.kind else { return [:] }
    return Dictionary(members.map { ($0.key, $0) }, uniquingKeysWith: { one, _ in one })
  }

  private static func unique(_ properties: [Schema.Property]) -> [Schema.Property] {
    var seen: Set<String> = []
    return properties.filter { seen.insert($0.key).inserted }
  }
}

extension Side {
  /// What the document says of a value where it is used, or of its type that has no name in Swift.
  func words(on schema: Schema) -> String? {
    if let text = schema.documentation { return text }
    guard case .reference(let name) = schema.shape, types.declarations[name] == nil else { return nil }
    return schemas[name]?.documentation
  }
}
