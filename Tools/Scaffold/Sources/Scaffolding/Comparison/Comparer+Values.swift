import ReparteeJSON

extension Comparer {
  /// Compares two values at a place; returns whether it reported something there, not within their types.
  func compare(_ one: Side.Value, _ other: Side.Value, at spot: Spot) -> Bool {
    let isSent = spot.direction == .sent
    switch (old.view(of: one), new.view(of: other)) {
    case (.anything, .anything): return false
    // What was not described takes and gives anything.
    case (.anything, _): return retype(spot, isSent ? .breaks : .swift)
    case (_, .anything): return retype(spot, isSent ? .swift : .breaks)
    case (.scalar(let before, let type), .scalar(let after, let newType)):
      return before == after && type == newType ? false : retype(spot, .breaks)
    case (.listed(let before, let type), .listed(let after, let newType)):
      guard before.isInteger == after.isInteger else { return retype(spot, .breaks) }
      if let type, let newType, !before.isPart, !after.isPart {
        let isPlain = spot.direction == .read && before.isPlain
        let isReported = compareOpenness(before, after, at: spot)
        return enter(type, newType, .listed(before, after), isPlain: isPlain, at: spot) || isReported
      }
      return compareListed(before, after, hasType: type != nil, at: spot)
    case (.listed(let listed, let type), .scalar(let kind, _)):
      guard Self.takes(kind, other.type, listed) else { return retype(spot, .breaks) }
      let isRefused = !isSent && listed.isPlain && type != nil
      report(spot, .opened, isRefused ? .breaks : .swift, "\(spot.label) may have any value", part: "type")
      return true
    case (.scalar(let kind, _), .listed(let listed, _)):
      guard Self.takes(kind, one.type, listed) else { return retype(spot, .breaks) }
      report(
        spot, .closed, isSent ? .breaks : .swift, "\(spot.label) has only values that are listed",
        part: "type")
      return true
    case (.list(let before), .list(let after)), (.map(let before), .map(let after)):
      return compareElements(before, after, at: spot)
    case (.object(let before, let type), .object(let after, let newType)):
      return enter(type, newType, .objects(before, after), at: spot)
    case (.union(let before, let plan, let type), .union(let after, let newPlan, let newType)):
      return enter(type, newType, .unions((before, plan), (after, newPlan)), at: spot)
    case (.map(let value), .object(let object, _)) where old.isAnything(value):
      let isRequired = object.properties.contains { $0.isRequired && !$0.isReadOnly }
      return retype(spot, isSent && isRequired ? .breaks : .swift)
    case (.object(let object, _), .map(let value)) where new.isAnything(value):
      let isRequired = object.properties.contains {
        $0.isRequired && !$0.isWriteOnly && !old.isNullable($0.schema)
      }
      return retype(spot, !isSent && isRequired ? .breaks : .swift)
    case (.other(let before), .other(let after)): return before == after ? false : retype(spot, .breaks)
    default: return retype(spot, .breaks)
    }
  }

  func retype(_ spot: Spot, _ mark: Change.Mark) -> Bool {
    report(spot, .type, mark, "\(spot.label) is of another type")
    return true
  }

  /// Whether listed values are of a type that takes any.
  private static func takes(_ kind: String, _ type: String, _ listed: Side.Listed) -> Bool {
    listed.isInteger
      ? type == "Int" && kind != "string" : type == "String" && ["string", "text"].contains(kind)
  }

  private func compareElements(_ one: Side.Value, _ other: Side.Value, at spot: Spot) -> Bool {
    var spot = spot
    spot.key += "[]"
    let isNull = (old: old.isNullable(one.schema), new: new.isNullable(other.schema))
    var isReported = false
    if isNull.old != isNull.new, !one.isText, one.type != "JSONValue", other.type != "JSONValue" {
      let breaks = (spot.direction == .read) == isNull.new
      let sentence = "elements of \(spot.label) may \(isNull.new ? "" : "no longer ")be null"
      report(
        spot, isNull.new ? .nullable : .notNull, breaks ? .breaks : .swift, sentence, part: "null")
      isReported = true
    }
    return compare(one, other, at: spot) || isReported
  }

  // MARK: Listed values

  /// Compares the values that are listed for something that has no type of its own on one of the sides.
  private func compareListed(
    _ one: Side.Listed, _ other: Side.Listed, hasType: Bool, at spot: Spot
  ) -> Bool {
    let gone = one.values.filter { !other.values.contains($0) }
    let added = other.values.filter { !one.values.contains($0) }
    guard !(gone.isEmpty && added.isEmpty) else { return false }
    let isSent = spot.direction == .sent
    let breaks =
      isSent ? !gone.isEmpty && !other.isOpen : one.isPlain && hasType && !added.isEmpty && !one.isOpen
    let isConstant = one.values.count == 1 && other.values.count == 1
    let isChanged = isConstant || spot.before.type != spot.after.type
    let sentence =
      if isConstant {
        "\(spot.label) is always \(Self.text(other.values[0])), no longer \(Self.text(one.values[0]))"
      } else if gone.isEmpty {
        "\(spot.label) may be \(Self.text(added)), too"
      } else {
        "\(spot.label) may no longer be \(Self.text(gone))"
      }
    report(
      spot, gone.isEmpty ? .opened : .closed, breaks ? .breaks : isChanged ? .swift : .neither, sentence,
      part: "type")
    return true
  }

  /// Compares two enumerations.
  func compareListed(_ one: Side.Listed, _ other: Side.Listed, of index: Int) {
    let pair = pairs[index]
    guard case .enumeration(let before, _) = pair.old.kind, case .enumeration(let after, _) = pair.new.kind
    else { return }
    let isSent = pair.direction == .sent
    let paths = (old: old.path(pair.old), new: new.path(pair.new))
    func spot(_ label: String, _ before: EnumerationCase?, _ after: EnumerationCase?) -> Spot {
      Spot(
        origin: .pair(index), direction: pair.direction, unit: .value, label: label, key: "value \(label)",
        before: Named(path: before.map { "\(paths.old).\($0.name)" } ?? paths.old),
        after: Named(path: after.map { "\(paths.new).\($0.name)" } ?? paths.new))
    }
    let values = Dictionary(zip(other.values, after).map { ($0, $1) }, uniquingKeysWith: { one, _ in one })
    for (value, before) in zip(one.values, before) {
      let label = Self.text(value)
      guard let after = values[value] else {
        let mark: Change.Mark = isSent && !other.isOpen ? .breaks : .swift
        report(gone: spot(label, before, nil), mark, "the value \(label) is gone")
        continue
      }
      let spot = spot(label, before, after)
      if before.name != after.name { reportRenamed(spot) }
      reportWords(spot, before.documentation, after.documentation)
    }
    let known = Set(one.values)
    for (value, after) in zip(other.values, after) where !known.contains(value) {
      let label = Self.text(value)
      let breaks = !isSent && one.isPlain && !one.isOpen
      report(new: spot(label, nil, after), breaks ? .breaks : .neither, "the value \(label) is new")
    }
  }

  private func compareOpenness(_ one: Side.Listed, _ other: Side.Listed, at spot: Spot) -> Bool {
    guard one.isOpen != other.isOpen else { return false }
    let breaks = one.isOpen && spot.direction == .sent
    let isChanged = one.isPlain != other.isPlain
    report(
      spot, one.isOpen ? .closed : .opened, breaks ? .breaks : isChanged ? .swift : .neither,
      one.isOpen ? "\(spot.label) has only values that are listed" : "\(spot.label) may have any value",
      part: "open")
    return true
  }

  private static func text(_ values: [JSONValue]) -> String {
    let texts = values.prefix(3).map(text)
    let more = values.count > 3 ? ["\(values.count - 3) more"] : []
    let all = texts + more
    return all.count == 1 ? all[0] : "\(all.dropLast().joined(separator: ", ")) or \(all[all.count - 1])"
  }

  /// A value as sentences name it.
  static func text(_ value: JSONValue) -> String {
    guard let text = value.string else { return value.description }
    let isWord = !text.isEmpty && text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }
    return isWord ? text : Literal.string(text)
  }
}

extension Side {
  func isAnything(_ value: Value) -> Bool {
    if case .anything = view(of: value) { true } else { false }
  }
}
