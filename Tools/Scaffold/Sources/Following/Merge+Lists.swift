/// A list of the person's that is changed.
struct Target {
  var file: Int
  var list: UnitList
  /// The unit that it is in.
  var owner: Unit
  /// Other declarations of the same type: extensions, in any file.
  var others: [Place] = []

  /// The units of the list, and then those of the other declarations.
  var places: [Place] {
    list.units.map { Place(file: file, unit: $0) }
      + others.flatMap { other in (other.unit.members?.units ?? []).map { Place(file: other.file, unit: $0) }
      }
  }
}

extension Merge {
  /// Merges two versions of a list into the person's.
  mutating func merge(_ old: [Place], _ new: [Place], into target: Target, in path: String) {
    let ours = target.places
    let plan = plan(old, new, ours, in: path, comparesTokens: target.list.comparesTokens)
    var removed: Set<Int> = []
    for index in old.indices {
      switch (plan.ours[index], plan.new[index]) {
      case (let place?, let other?): merge(old[index], new[other], into: ours[place], in: path)
      case (nil, let other?):
        if let place = moved(old[index], in: path) {
          merge(old[index], new[other], into: place, in: path)
        } else {
          deleted(old[index], new[other], in: path)
        }
      case (let place?, nil):
        if isUntouched(ours[place].unit, old[index].unit, in: path),
          ours[place].unit.comments.above == old[index].unit.comments.above
        {
          removed.insert(place)
        } else {
          conflict(ours[place], base: old[index], new: nil, in: path)
        }
      case (nil, nil): break
      }
    }
    remove(removed, from: ours, target)
    for index in new.indices where plan.isNew[index] {
      if let place = plan.twin[index] {
        let texts = renames.texts(new[index].unit.tokens, in: path)
        if ours[place].unit.tokens.map(\.text) != texts {
          conflict(ours[place], base: nil, new: new[index], in: path)
        }
        continue
      }
      let anchor = anchor(for: index, plan: plan, ours: ours, removed: removed)
      insert(new[index], at: anchor, in: target, path)
      addCodingKey(new[index].unit, to: target, old: old, in: path)
    }
  }

  /// What becomes of the units of a list.
  struct Plan {
    /// For each old unit, its place in the new version and in the person's code.
    var new: [Int?]
    var ours: [Int?]
    /// For each new unit, whether it is new, and the unit that the person has in its place.
    var isNew: [Bool]
    var twin: [Int?]
    /// For each new unit that is not new, its place in the person's code.
    var counterpart: [Int?]
  }

  func plan(_ old: [Place], _ new: [Place], _ ours: [Place], in path: String, comparesTokens: Bool) -> Plan {
    func likeness(_ one: Unit, _ other: Unit) -> Double {
      guard comparesTokens else { return 0 }
      return Alignment.likeness(renames.texts(one.tokens, in: path), other.tokens.map(\.text))
    }
    let (oldUnits, newUnits, ourUnits) = (old.map(\.unit), new.map(\.unit), ours.map(\.unit))
    let versions = Alignment(oldUnits, newUnits) { old, new in
      comparesTokens
        ? Alignment.likeness(oldUnits[old].tokens.map(\.text), newUnits[new].tokens.map(\.text)) : 0
    }
    let keys = oldUnits.map { renames.key($0, in: path) }
    let edits = Alignment(oldUnits, ourUnits, keys: keys) { likeness(oldUnits[$0], ourUnits[$1]) }
    var plan = Plan(
      new: versions.new, ours: edits.new, isNew: versions.old.map { $0 == nil },
      twin: Array(repeating: nil, count: new.count),
      counterpart: versions.old.map { $0.flatMap { edits.new[$0] } })
    var free: [String: Int] = [:]
    for (index, unit) in ourUnits.enumerated() where edits.old[index] == nil { free[unit.key] = index }
    for index in new.indices where plan.isNew[index] {
      plan.twin[index] = free[renames.key(newUnits[index], in: path)]
      plan.counterpart[index] = plan.twin[index]
    }
    return plan
  }

  // MARK: Removing

  /// A type that the person moved out of another one, or into one.
  func moved(_ place: Place, in path: String) -> Place? {
    guard place.unit.container == .type, let name = place.unit.name,
      let path = renames.paths[joined(path, name)]
    else {
      return nil
    }
    return yours.types[path]?.first
  }

  private mutating func deleted(_ old: Place, _ new: Place, in path: String) {
    let name = unitName(old.unit, in: path)
    report.deleted.append(name)
    if old.unit.tokens != new.unit.tokens { report.changedDeleted.append(name) }
  }

  private mutating func remove(_ removed: Set<Int>, from ours: [Place], _ target: Target) {
    guard !removed.isEmpty else { return }
    if target.list.isOfLines {
      removeLines(removed.sorted().map { ours[$0] })
    } else {
      let places = target.list.units.indices.filter { removed.contains($0) }
      removeSeparated(places, of: target.list.units, in: target.file, hasCommas: target.list.kind != .chain)
    }
  }

  /// Removes declarations and statements with their lines.
  mutating func removeLines(_ places: [Place]) {
    // Cases of one line go by themselves if others stay.
    var lines: [LineKey: [Unit]] = [:]
    for place in places {
      guard let line = place.unit.line, line.count > 1 else {
        removeLine(place.unit.fullRange, in: place.file)
        continue
      }
      lines[LineKey(file: place.file, start: line.range.lowerBound), default: []].append(place.unit)
    }
    for (key, units) in lines.sorted(by: { ($0.key.file, $0.key.start) < ($1.key.file, $1.key.start) }) {
      guard let line = units[0].line else { continue }
      if units.count == line.count {
        let start = units[0].comments.aboveRange?.lowerBound ?? line.range.lowerBound
        removeLine(start..<line.range.upperBound, in: key.file)
      } else {
        let all = cases(of: line, in: key.file)
        let places = all.indices.filter { index in units.contains { $0.range == all[index].range } }
        removeSeparated(places, of: all, in: key.file, hasCommas: true)
      }
    }
  }

  private struct LineKey: Hashable {
    var file: Int
    var start: Int
  }

  private func cases(of line: Unit.Line, in file: Int) -> [Unit] {
    func search(_ list: UnitList) -> [Unit] {
      let found = list.units.filter { $0.line == line }
      if !found.isEmpty { return found }
      for unit in list.units where unit.range.contains(line.range.lowerBound) {
        for list in unit.lists where list.kind == .members {
          let found = search(list)
          if !found.isEmpty { return found }
        }
      }
      return []
    }
    return search(yours.files[file].units)
  }

  private mutating func removeLine(_ range: Range<Int>, in index: Int) {
    let file = yours.files[index]
    var start = file.lineStart(range.lowerBound)
    let end = file.nextLine(range.upperBound)
    let behind = file.text(range.upperBound..<file.lineEnd(range.upperBound)).drop { $0 == " " }
    guard file.isFirstOnItsLine(range.lowerBound), behind.isEmpty || behind.hasPrefix("//") else {
      edit(range, in: index, with: "")
      return
    }
    // Of two empty lines around it, or one in front of the closing brace, one goes too.
    let closes = file.next(end).map { $0.byte == UInt8(ascii: "}") || $0.byte == UInt8(ascii: "]") } ?? true
    if file.hasBlankLineAbove(start), closes || (end < file.bytes.count && file.isBlank(end)) {
      start = file.lineStart(start - 1)
    }
    edit(start..<end, in: index, with: "")
  }

  /// Removes units of a list with commas, each with the comma that separates it.
  private mutating func removeSeparated(_ places: [Int], of units: [Unit], in file: Int, hasCommas: Bool) {
    func start(_ index: Int) -> Int {
      units[index].comments.aboveRange?.lowerBound ?? units[index].range.lowerBound
    }
    /// After the comma and the comment behind it.
    func end(_ index: Int) -> Int {
      let source = yours.files[file]
      var end = units[index].range.upperBound
      if hasCommas, let next = source.next(end), next.byte == UInt8(ascii: ",") { end = next.offset + 1 }
      let rest = source.text(end..<source.lineEnd(end))
      if rest.drop(while: { $0 == " " }).hasPrefix("//") { end = source.lineEnd(end) }
      return end
    }
    var index = 0
    while index < places.count {
      var last = index
      while last + 1 < places.count, places[last + 1] == places[last] + 1 { last += 1 }
      let (first, final) = (places[index], places[last])
      if final + 1 < units.count {
        edit(start(first)..<start(final + 1), in: file, with: "")
      } else if first > 0 {
        let isClosed = yours.files[file].next(units[final].range.upperBound)?.byte == UInt8(ascii: ",")
        edit((isClosed ? end(first - 1) : units[first - 1].range.upperBound)..<end(final), in: file, with: "")
      } else {
        edit(start(first)..<end(final), in: file, with: "")
      }
      index = last + 1
    }
  }

  func unitName(_ unit: Unit, in path: String) -> String {
    var name = unit.name ?? unit.key.replacing(" ", with: "")
    if name.contains("("), !name.hasSuffix(")") { name += ")" }
    return path.isEmpty ? name : "\(path)\(name.hasPrefix(".") ? " " : ".")\(name)"
  }
}

extension UnitList {
  /// Whether its units have no names by which they could be told apart.
  var comparesTokens: Bool { kind == .statements || kind == .elements }
}
