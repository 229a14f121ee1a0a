extension Merge {
  /// Where a new unit goes.
  enum Anchor {
    case after(Place)
    case before(Place)
    /// Into an empty list.
    case inside
  }

  /// After what it follows in the new version, as far as the person still has that; else before what follows it.
  func anchor(for index: Int, plan: Plan, ours: [Place], removed: Set<Int>) -> Anchor {
    func place(_ index: Int) -> Place? {
      plan.counterpart[index].flatMap { removed.contains($0) ? nil : ours[$0] }
    }
    if let before = plan.isNew.indices[..<index].reversed().lazy.compactMap(place).first {
      return .after(before)
    }
    if let after = plan.isNew.indices[(index + 1)...].lazy.compactMap(place).first { return .before(after) }
    return ours.indices.last { !removed.contains($0) }.map { .after(ours[$0]) } ?? .inside
  }

  mutating func insert(_ unit: Place, at anchor: Anchor, in target: Target, _ path: String) {
    switch (anchor, target.list.kind) {
    case (.inside, _): insertInside(unit, target, path)
    case (.after(let place), .chain):
      insertText(unit, at: place.unit.range.upperBound, in: place.file, "", "", path)
    case (.before(let place), .chain):
      insertText(unit, at: place.unit.range.lowerBound, in: place.file, "", "", path)
    case (.after(let place), _) where target.list.isOfLines: insertLine(unit, after: place, path)
    case (.before(let place), _) where target.list.isOfLines: insertLine(unit, before: place, path)
    case (.after(let place), _): insertSeparated(unit, after: place, target, path)
    case (.before(let place), _): insertSeparated(unit, before: place, target, path)
    }
    note(unit.unit.tokens, of: unit.file, in: anchorFile(anchor, target))
  }

  private func anchorFile(_ anchor: Anchor, _ target: Target) -> Int {
    switch anchor {
    case .after(let place), .before(let place): place.file
    case .inside: target.file
    }
  }

  /// The text of a unit with its comments, for a line with an indentation.
  func text(_ place: Place, indentation: String, _ path: String) -> String {
    let source = new.files[place.file]
    let unit = place.unit
    var range = unit.range
    var prefix = ""
    if let line = unit.line { if line.count == 1 { range = line.range } else { prefix = "case " } }
    let body = renames.text(range, of: source, tokens: unit.tokens, in: path)
      .indented(from: source.indentation(range.lowerBound), to: indentation)
    return (unit.comments.above + [prefix + body]).joined(separator: "\n" + indentation)
      + (unit.comments.behind.map { "  " + $0 } ?? "")
  }

  private mutating func insertText(
    _ unit: Place, at offset: Int, in file: Int, _ before: String, _ after: String, _ path: String
  ) {
    let text = text(unit, indentation: yours.files[file].indentation(offset), path)
    edit(offset..<offset, in: file, with: before + text + after)
  }

  // MARK: Lines

  private func blankLine(above unit: Place) -> String {
    new.files[unit.file].hasBlankLineAbove(unit.unit.fullRange.lowerBound) ? "\n" : ""
  }

  private mutating func insertLine(_ unit: Place, after place: Place, _ path: String) {
    let file = yours.files[place.file]
    let range = place.unit.fullRange
    let end = place.unit.line?.range.upperBound ?? range.upperBound
    let indentation = file.indentation(range.lowerBound)
    if let line = place.unit.line, let added = unit.unit.line, added.count > 1, line.count > 1,
      unit.unit.comments.above.isEmpty
    {
      let name = renames.text(unit.unit.range, of: new.files[unit.file], tokens: unit.unit.tokens, in: path)
      edit(place.unit.range.upperBound..<place.unit.range.upperBound, in: place.file, with: ", \(name)")
      return
    }
    let text = text(unit, indentation: indentation, path)
    let rest = file.text(end..<file.lineEnd(end)).drop { $0 == " " || $0 == "," }
    let separator = "\n" + blankLine(above: unit) + indentation
    if rest.isEmpty || rest.hasPrefix("//") {
      edit(file.lineEnd(end)..<file.lineEnd(end), in: place.file, with: separator + text)
    } else {
      // Something else is on the line, such as the closing brace.
      edit(end..<end, in: place.file, with: separator + text + "\n" + indentation)
    }
  }

  private mutating func insertLine(_ unit: Place, before place: Place, _ path: String) {
    let file = yours.files[place.file]
    let start =
      place.unit.line.map { min($0.range.lowerBound, place.unit.fullRange.lowerBound) }
      ?? place.unit.fullRange.lowerBound
    let indentation = file.indentation(start)
    let source = new.files[unit.file]
    let follower = source.next(unit.unit.range.upperBound)?.offset ?? source.bytes.count
    let blank = follower < source.bytes.count && source.hasBlankLineAbove(follower) ? "\n" : ""
    let text = text(unit, indentation: indentation, path)
    edit(start..<start, in: place.file, with: text + "\n" + blank + indentation)
  }

  // MARK: Lists with commas

  /// Whether the units of a list have lines of their own.
  private func isOnLines(_ target: Target) -> Bool {
    guard let first = target.list.units.first, let last = target.list.units.last else { return false }
    let file = yours.files[target.file]
    return file.isFirstOnItsLine(first.fullRange.lowerBound)
      && (target.list.units.count == 1 || !file.isOnOneLine(first.range.lowerBound, last.range.lowerBound))
  }

  private mutating func insertSeparated(_ unit: Place, after place: Place, _ target: Target, _ path: String) {
    let file = yours.files[place.file]
    let end = place.unit.range.upperBound
    let indentation = file.indentation(place.unit.range.lowerBound)
    let comma = file.next(end).flatMap { $0.byte == UInt8(ascii: ",") ? $0.offset + 1 : nil }
    guard isOnLines(target) else {
      let text = text(unit, indentation: indentation, path)
      edit(end..<end, in: place.file, with: ", " + text)
      return
    }
    var text = text(unit, indentation: indentation, path)
    let behind = unit.unit.comments.behind.map { "  " + $0 } ?? ""
    text = "\n" + indentation + text.dropLast(behind.count)
    if let orphans = orphans[path],
      unit.unit.tokens.contains(where: { $0.role == .implicitMember && orphans.contains($0.text) })
    {
      // The person deleted the type of what it names.
      let end = file.lineEnd(comma ?? end)
      let marks = ("\n<<<<<<< yours\n||||||| \(labels.base)\n=======", "\n>>>>>>> \(labels.new)")
      edit(end..<end, in: place.file, with: marks.0 + text + "," + behind + marks.1)
      report.conflicts.append(
        Report.Conflict(
          file: file.path, line: 0, unit: unitName(unit.unit, in: renames.path(path)), offset: end))
      return
    }
    if let comma {
      edit(file.lineEnd(comma)..<file.lineEnd(comma), in: place.file, with: text + "," + behind)
    } else {
      edit(end..<end, in: place.file, with: ",")
      edit(file.lineEnd(end)..<file.lineEnd(end), in: place.file, with: text + behind)
    }
  }

  private mutating func insertSeparated(_ unit: Place, before place: Place, _ target: Target, _ path: String)
  {
    let file = yours.files[place.file]
    let start = place.unit.fullRange.lowerBound
    let indentation = file.indentation(start)
    let text = text(unit, indentation: indentation, path)
    edit(start..<start, in: place.file, with: text + (isOnLines(target) ? ",\n" + indentation : ", "))
  }

  private mutating func insertInside(_ unit: Place, _ target: Target, _ path: String) {
    let file = yours.files[target.file]
    let offset = target.list.range.lowerBound
    guard target.list.isOfLines else {
      insertText(unit, at: offset, in: target.file, "", "", path)
      return
    }
    // After the opening brace, which the list's range may begin far behind.
    let outer = file.indentation(target.owner.range.lowerBound)
    let segment = target.owner.segments.last?.range.lowerBound ?? offset
    let closing = min(max(segment, 0), file.bytes.count)
    let text = text(unit, indentation: outer + "  ", path)
    let isEmptyLine = file.bytes[file.lineStart(closing)..<closing].allSatisfy { $0 == UInt8(ascii: " ") }
    if isEmptyLine {
      edit(
        file.lineStart(closing)..<file.lineStart(closing), in: target.file, with: outer + "  " + text + "\n")
    } else {
      edit(closing..<closing, in: target.file, with: "\n\(outer)  \(text)\n\(outer)")
    }
  }
}
