import ReparteeJSON

extension Comparer {
  typealias Union = (union: Schema.Union, plan: UnionPlan)

  /// Compares the variants of two unions.
  func compareUnions(_ one: Union, _ other: Union, of index: Int) {
    let pair = pairs[index]
    let isSent = pair.direction == .sent
    let paths = (old: old.path(pair.old), new: new.path(pair.new))
    func spot(_ before: UnionPlan.Case?, _ after: UnionPlan.Case?) -> Spot {
      func named(_ item: UnionPlan.Case?, in path: String) -> Named {
        Named(path: item.map { "\(path).\($0.name)" } ?? path, type: item?.type)
      }
      let label = (before ?? after)?.name ?? ""
      return Spot(
        origin: .pair(index), direction: pair.direction, unit: .variant, label: label,
        key: "variant \(before == nil ? "new " : "")\(label)", before: named(before, in: paths.old),
        after: named(after, in: paths.new))
    }
    let matched = matched(one.plan.cases, other.plan.cases)
    for item in one.plan.cases where matched[item.name] == nil {
      let spot = spot(item, nil)
      report(gone: spot, isSent ? .breaks : .swift, "the variant \(spot.label) is gone")
    }
    let known = Set(matched.values.map(\.name))
    for item in other.plan.cases where !known.contains(item.name) {
      let spot = spot(nil, item)
      report(new: spot, .neither, "the variant \(spot.label) is new")
    }
    for before in one.plan.cases {
      guard let after = matched[before.name] else { continue }
      compare(before, after, (one, other), pair, at: spot(before, after))
    }
    if let key = one.union.discriminator?.key, let next = other.union.discriminator?.key, key != next {
      var spot = spot(nil, nil)
      spot.unit = .type
      let sentence = "the variants of \(paths.old) are told apart by \(next), no longer by \(key)"
      report(spot, .type, .breaks, sentence, part: "key")
    }
  }

  private func compare(
    _ before: UnionPlan.Case, _ after: UnionPlan.Case, _ unions: (Union, Union), _ pair: Pair, at spot: Spot
  ) {
    var isReported = false
    if let schema = before.schema, let next = after.schema, let type = before.type, let newType = after.type {
      isReported = compare(
        Side.Value(schema: schema, type: Self.bare(type), nested: pair.old.nested),
        Side.Value(schema: next, type: Self.bare(newType), nested: pair.new.nested), at: spot)
      if !isReported { compareSwift(spot) }
    }
    // A case has the name of its type, of which it is said.
    let isNamedByType =
      before.type != after.type && Self.leaf(before.type).map(old.typeNames.contains) == true
      && Self.leaf(after.type).map(new.typeNames.contains) == true
    if before.name != after.name, !isNamedByType, !isReported { reportRenamed(spot) }
    reportWords(spot, before.documentation, after.documentation)
    let gone = before.values.filter { !after.values.contains($0) }
    let added = after.values.filter { !before.values.contains($0) }
    guard !(gone.isEmpty && added.isEmpty), !isToldByOwnKey(before, after, unions) else { return }
    let mark: Change.Mark = gone.isEmpty ? .neither : spot.direction == .sent ? .breaks : .swift
    let values = (gone: gone.joined(separator: ", "), added: added.joined(separator: ", "))
    let sentence =
      gone.isEmpty
      ? "the variant \(spot.label) is also told by \(values.added)"
      : "the variant \(spot.label) is \(added.isEmpty ? "" : "told by \(values.added), ")no longer told by \(values.gone)"
    report(spot, .moved, mark, sentence, part: "values")
  }

  /// Whether what tells a variant from the others is a property of it, of which it is said that its values differ.
  private func isToldByOwnKey(
    _ before: UnionPlan.Case, _ after: UnionPlan.Case, _ unions: (Union, Union)
  ) -> Bool {
    func values(_ side: Side, _ item: UnionPlan.Case, _ union: Union) -> [JSONValue]? {
      guard let schema = item.schema, case .object(let object) = side.types.resolved(schema).shape else {
        return nil
      }
      let property = object.properties.first { property in
        if let key = union.union.discriminator?.key { return property.key == key }
        return side.assembly.keys.property(property.key) == union.plan.key?.property
      }
      switch property.map({ side.types.resolved($0.schema).shape }) {
      case .constant(let value): return [value]
      case .enumeration(let enumeration): return enumeration.values.map(\.value)
      default: return nil
      }
    }
    return values(old, before, unions.0) != values(new, after, unions.1)
  }

  /// The variants that are the same on both sides, by the names of the old ones: by what tells them apart, by their
  /// types, by their names, or because they have properties in common.
  private func matched(_ one: [UnionPlan.Case], _ other: [UnionPlan.Case]) -> [String: UnionPlan.Case] {
    var found: [String: UnionPlan.Case] = [:]
    var left = other
    let rules: [(UnionPlan.Case, UnionPlan.Case) -> Bool] = [
      { $0.text != nil && $0.text == $1.text },
      { $0.text == nil && $1.text == nil && !Set($0.values).isDisjoint(with: $1.values) },
      { $0.type != nil && $0.type == $1.type },
      { $0.text == nil && $1.text == nil && $0.name == $1.name },
      { self.haveCommonProperties($0, $1) },
    ]
    for rule in rules {
      for item in one where found[item.name] == nil {
        guard let index = left.firstIndex(where: { rule(item, $0) }) else { continue }
        found[item.name] = left.remove(at: index)
      }
    }
    return found
  }

  private func haveCommonProperties(_ one: UnionPlan.Case, _ other: UnionPlan.Case) -> Bool {
    guard let schema = one.schema, let next = other.schema,
      case .object(let before) = old.types.resolved(schema).shape,
      case .object(let after) = new.types.resolved(next).shape
    else { return false }
    let keys = Set(before.properties.map(\.key)).intersection(after.properties.map(\.key))
    return keys.count * 2 > max(before.properties.count, after.properties.count)
  }

  private static func leaf(_ type: String?) -> String? { type.map { Side.parts(of: $0).leaf } }
}
