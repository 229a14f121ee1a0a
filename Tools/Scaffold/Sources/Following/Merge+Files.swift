extension Merge {
  /// Merges all files. Declarations are found wherever they are now.
  mutating func mergeFiles() {
    let (old, fresh, ours) = (declarations(base), declarations(new), declarations(yours))
    let plan = plan(old, fresh, ours, in: "", comparesTokens: false)
    var removedPlaces: [Place] = []
    for index in old.indices {
      let place = plan.ours[index].map { ours[$0] } ?? moved(old[index], in: "")
      switch (place, plan.new[index]) {
      case (let place?, let other?): merge(old[index], fresh[other], into: place, in: "")
      case (let place?, nil):
        if isUntouched(place.unit, old[index].unit, in: ""),
          (yours.types[place.unit.name ?? ""]?.count ?? 0) <= 1
        {
          removedPlaces.append(place)
        } else {
          conflict(place, base: old[index], new: nil, in: "")
        }
      case (nil, let other?):
        report.deleted.append(unitName(old[index].unit, in: ""))
        if old[index].unit.tokens != fresh[other].unit.tokens {
          report.changedDeleted.append(unitName(old[index].unit, in: ""))
        }
      case (nil, nil): break
      }
    }
    removeLines(removedPlaces)
    noteEmptied(removedPlaces)
    insertTypes(fresh, ours, plan, removed: removedPlaces)
    restoreNeeded(old, fresh, plan)
    addImports()
  }

  private func declarations(_ project: Project) -> [Place] {
    project.top.filter { !$0.unit.key.hasPrefix("import ") }
  }

  // MARK: New declarations

  private mutating func insertTypes(_ fresh: [Place], _ ours: [Place], _ plan: Plan, removed: [Place]) {
    let gone = Set(removed.map { "\($0.file) \($0.unit.range.lowerBound)" })
    for index in fresh.indices where plan.isNew[index] {
      let place = fresh[index]
      if let twin = plan.twin[index] {
        if ours[twin].unit.tokens.map(\.text) != renames.texts(place.unit.tokens, in: "") {
          conflict(ours[twin], base: nil, new: place, in: "")
        }
        continue
      }
      insertType(place, fresh, near: index) { other in
        plan.counterpart[other].map { ours[$0] }.flatMap {
          gone.contains("\($0.file) \($0.unit.range.lowerBound)") ? nil : $0
        }
      }
    }
  }

  /// After the declaration that it follows in its file of the new version, else before the next one, else in a file of
  /// that name.
  private mutating func insertType(
    _ place: Place, _ fresh: [Place], near index: Int, counterpart: (Int) -> Place?
  ) {
    let before = fresh.indices[..<index].reversed().prefix { fresh[$0].file == place.file }.lazy.compactMap(
      counterpart)
    let after = fresh.indices[(index + 1)...].prefix { fresh[$0].file == place.file }.lazy.compactMap(
      counterpart)
    let target = Target(
      file: 0, list: UnitList(kind: .members, units: [], range: 0..<0), owner: place.unit)
    if let anchor = before.first {
      insert(place, at: .after(anchor), in: target, "")
    } else if let anchor = after.first {
      insert(place, at: .before(anchor), in: target, "")
    } else {
      append(place)
    }
  }

  /// Adds a declaration to the file of its name, which may have to be made.
  private mutating func append(_ place: Place) {
    let source = new.files[place.file]
    let text = text(place, indentation: "", "")
    for token in place.unit.tokens where token.role == .identifier { neededNames.insert(token.text) }
    if let index = yours.files.firstIndex(where: { $0.path == source.path }) {
      let end = yours.files[index].bytes.count
      let separator = yours.files[index].bytes.last == UInt8(ascii: "\n") || end == 0 ? "\n" : "\n\n"
      edit(end..<end, in: index, with: separator + text + "\n")
      sources[index, default: []].insert(place.file)
      emptied.remove(index)
    } else if let index = added.firstIndex(where: { $0.path == source.path }) {
      added[index].text += "\n" + text + "\n"
    } else {
      let imports = source.units.units.filter { $0.key.hasPrefix("import ") }.map {
        source.text($0.fullRange) + "\n"
      }
      added.append(Update.File(path: source.path, text: imports.joined() + "\n" + text + "\n"))
    }
  }

  /// What the person deleted comes back if something new needs it.
  private mutating func restoreNeeded(_ old: [Place], _ fresh: [Place], _ plan: Plan) {
    var waiting: [(old: Int, new: Int)] = old.indices.compactMap { index in
      guard plan.ours[index] == nil, moved(old[index], in: "") == nil, let other = plan.new[index] else {
        return nil
      }
      return (index, other)
    }
    while true {
      let needed = waiting.filter {
        neededNames.contains(old[$0.old].unit.name ?? "") && isUndeclared(old[$0.old].unit)
      }
      guard !needed.isEmpty else { return }
      for (index, other) in needed {
        let name = unitName(old[index].unit, in: "")
        report.restored.append(name)
        report.deleted.removeAll { $0 == name }
        report.changedDeleted.removeAll { $0 == name }
        append(fresh[other])
      }
      waiting.removeAll { entry in needed.contains { $0.old == entry.old } }
    }
  }

  private func isUndeclared(_ unit: Unit) -> Bool {
    guard unit.container == .type, let name = unit.name else { return false }
    return yours.types[name] == nil
  }

  // MARK: Files

  private mutating func noteEmptied(_ removed: [Place]) {
    for (file, places) in Dictionary(grouping: removed, by: \.file) where yours.files[file].isWhole {
      let all = yours.files[file].units.units.filter { !$0.key.hasPrefix("import ") }
      if places.count == all.count { emptied.insert(file) }
    }
  }

  /// What a file has of the new version may need its imports.
  private mutating func addImports() {
    for (index, sources) in sources.sorted(by: { $0.key < $1.key }) {
      let file = yours.files[index]
      let imports = file.units.units.filter(\.isImport)
      let known = Set(imports.map { $0.tokens.last?.text ?? "" })
      var missing: [String] = []
      for source in sources.sorted() {
        for unit in new.files[source].units.units where unit.key.hasPrefix("import ") {
          let text = new.files[source].text(unit.range)
          if !known.contains(unit.tokens.last?.text ?? ""), !missing.contains(text) { missing.append(text) }
        }
      }
      guard !missing.isEmpty else { continue }
      let text = missing.map { $0 + "\n" }.joined()
      if let first = imports.first {
        let start = first.fullRange.lowerBound
        edit(start..<start, in: index, with: text)
      } else {
        edit(0..<0, in: index, with: text + "\n")
      }
    }
  }
}
