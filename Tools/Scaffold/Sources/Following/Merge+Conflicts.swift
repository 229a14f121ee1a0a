extension Merge {
  /// A unit that both changed: its lines, and what the two versions have in its place.
  struct Clash {
    var file: Int
    var lines: Range<Int>
    /// What is replaced by the text of the base, and by that of the new version.
    var range: Range<Int>
    var base: String
    var new: String
    var name: String
  }

  /// - Parameters:
  ///   - base: Nil for what both added.
  ///   - new: Nil for what the new version removed.
  ///   - isHead: Only what is in front of the braces.
  mutating func conflict(_ yours: Place, base old: Place?, new: Place?, in path: String, isHead: Bool = false)
  {
    let file = self.yours.files[yours.file]
    var range = yours.unit.range
    // Of a case on a line with others, only the case.
    let isWhole = new == nil && yours.unit.line?.count ?? 1 == 1
    if new == nil {
      if isWhole { range = yours.unit.fullRange }
      // The comma goes, too.
      if let next = file.next(range.upperBound), next.byte == UInt8(ascii: ",") {
        range = range.lowerBound..<(next.offset + 1)
      }
    }
    if isHead { range = head(yours.unit) }
    let separator = range.upperBound > yours.unit.range.upperBound && yours.unit.line == nil ? "," : ""
    func text(_ place: Place?, _ project: Project) -> String {
      guard let place else { return "" }
      let source = project.files[place.file]
      let range = isHead ? head(place.unit) : isWhole ? place.unit.fullRange : place.unit.range
      return renames.text(range, of: source, tokens: place.unit.tokens, in: path)
        .indented(
          from: source.indentation(range.lowerBound), to: file.indentation(yours.unit.range.lowerBound))
    }
    let start = file.lineStart(new == nil ? yours.unit.fullRange.lowerBound : range.lowerBound)
    clashes.append(
      Clash(
        file: yours.file, lines: start..<file.lineEnd(range.upperBound), range: range,
        base: text(old, base) + separator,
        new: text(new, self.new), name: unitName(yours.unit, in: renames.path(path))))
  }

  /// From the first token to the opening brace.
  private func head(_ unit: Unit) -> Range<Int> {
    let index = unit.lists.lastIndex { $0.kind == .members } ?? 0
    return unit.range.lowerBound..<max(unit.range.lowerBound, unit.segments[index].range.upperBound)
  }

  /// Writes the marks of all conflicts. Those that share a line are one.
  mutating func markClashes() {
    for (file, clashes) in Dictionary(grouping: clashes, by: \.file).sorted(by: { $0.key < $1.key }) {
      var groups: [[Clash]] = []
      for clash in clashes.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
        if let last = groups.last, last.contains(where: { $0.lines.upperBound >= clash.lines.lowerBound }) {
          groups[groups.count - 1].append(clash)
        } else {
          groups.append([clash])
        }
      }
      for group in groups { mark(group, in: file) }
    }
  }

  private mutating func mark(_ group: [Clash], in index: Int) {
    let file = yours.files[index]
    let start = group.map(\.lines.lowerBound).min() ?? 0
    let end = group.map(\.lines.upperBound).max() ?? 0
    func version(_ text: (Clash) -> String) -> String {
      var copy = SwiftFile(path: "", bytes: file.bytes)
      for clash in group { copy.replace(clash.range, with: text(clash)) }
      let before = file.bytes.count - end
      let edited = Array(copy.edited().utf8)
      let lines = String(decoding: edited[start..<max(start, edited.count - before)], as: UTF8.self)
      return lines.allSatisfy(\.isWhitespace) ? "" : lines + "\n"
    }
    let text =
      "\n||||||| \(labels.base)\n" + version(\.base) + "=======\n" + version(\.new) + ">>>>>>> \(labels.new)"
    edit(start..<start, in: index, with: "<<<<<<< yours\n")
    edit(end..<end, in: index, with: text)
    for clash in group {
      report.conflicts.append(Report.Conflict(file: file.path, line: 0, unit: clash.name, offset: start))
    }
  }
}
