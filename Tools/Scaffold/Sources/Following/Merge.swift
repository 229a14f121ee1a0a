/// Changes edited code as a new version of what was written has changed, unit by unit, three ways.
///
/// What is the same in both versions of the written code is not looked at, so that it stays as it is.
struct Merge {
  let base: Project
  let new: Project
  var yours: Project
  var renames = Renames()
  var report = Report()
  /// The names of the two versions, in the marks of conflicts.
  let labels: (base: String, new: String)
  /// By the path of a type, the cases that are new in types within it which the person deleted: a line that names one
  /// can't compile.
  var orphans: [String: Set<String>] = [:]
  /// What both have changed.
  var clashes: [Clash] = []
  /// The files that have nothing left, by their places, and those that are new.
  var emptied: Set<Int> = []
  var added: [Update.File] = []
  /// The types that a text of the new version names, which must be there.
  var neededNames: Set<String> = []
  /// The files of the new version that a file has text of, by their places.
  var sources: [Int: Set<Int>] = [:]

  init(base: Project, new: Project, yours: Project, labels: (base: String, new: String)) {
    self.base = base
    self.new = new
    self.yours = yours
    self.labels = labels
    renames = RenameFinder(base: base, yours: yours).renames
  }

  // MARK: Units

  /// Whether a unit is as the tool wrote it, but for its layout and the comments above it.
  func isUntouched(_ yours: Unit, _ base: Unit, in path: String) -> Bool {
    yours.tokens.map(\.text) == renames.texts(base.tokens, in: path)
      && yours.innerComments == base.innerComments
  }

  private func isSame(_ one: Unit, _ other: Unit) -> Bool {
    one.tokens == other.tokens && one.innerComments == other.innerComments
  }

  /// - Parameter path: That of the type that the units are in, in the tool's names.
  mutating func merge(_ old: Place, _ new: Place, into yours: Place, in path: String) {
    mergeComments(old.unit, new.unit, into: yours, in: path)
    guard !isSame(old.unit, new.unit) else { return }
    if isUntouched(yours.unit, old.unit, in: path), keepsOrder(old.unit, new.unit),
      hasOnePlace(old.unit, in: path)
    {
      replace(yours, by: new, in: path)
      return
    }
    if old.unit.container != nil {
      mergeContainer(old, new, into: yours, in: path)
      return
    }
    let kinds = old.unit.lists.map(\.kind)
    guard !kinds.isEmpty, kinds == new.unit.lists.map(\.kind), kinds == yours.unit.lists.map(\.kind) else {
      if yours.unit.tokens.map(\.text) != renames.texts(new.unit.tokens, in: path) {
        conflict(yours, base: old, new: new, in: path)
      }
      return
    }
    guard mergeSegments(old, new, into: yours, in: path) else { return }
    for index in kinds.indices { mergeList(at: index, old, new, into: yours, in: path) }
  }

  private mutating func mergeList(
    at index: Int, _ old: Place, _ new: Place, into yours: Place, in path: String
  ) {
    merge(
      old.unit.lists[index].units.map { Place(file: old.file, unit: $0) },
      new.unit.lists[index].units.map { Place(file: new.file, unit: $0) },
      into: Target(file: yours.file, list: yours.unit.lists[index], owner: yours.unit), in: path)
  }

  /// Whether a type is in one place, so that its tokens are all of it.
  private func hasOnePlace(_ unit: Unit, in path: String) -> Bool {
    guard unit.container != nil, let name = unit.name else { return true }
    return (yours.types[renames.path(joined(path, name))]?.count ?? 0) <= 1
  }

  /// Whether what both have is in the same order, so that an initializer keeps the order of its parameters.
  private func keepsOrder(_ old: Unit, _ new: Unit) -> Bool {
    guard old.lists.map(\.kind) == new.lists.map(\.kind) else { return true }
    return zip(old.lists, new.lists).allSatisfy { old, new in
      let places = Dictionary(uniqueKeysWithValues: new.units.enumerated().map { ($1.key, $0) })
      let common = old.units.compactMap { places[$0.key] }
      guard old.kind != .members || common == common.sorted() else { return false }
      return old.units.allSatisfy { unit in
        places[unit.key].map { keepsOrder(unit, new.units[$0]) } ?? true
      }
    }
  }

  /// Merges what a unit has outside its lists. False if that is a conflict.
  private mutating func mergeSegments(_ old: Place, _ new: Place, into yours: Place, in path: String) -> Bool
  {
    for (index, segment) in old.unit.segments.enumerated()
    where segment.tokens != new.unit.segments[index].tokens {
      let (newSegment, ours) = (new.unit.segments[index], yours.unit.segments[index])
      let texts = ours.tokens.map(\.text)
      if texts == renames.texts(newSegment.tokens, in: path) { continue }
      guard texts == renames.texts(segment.tokens, in: path), ours.comments == segment.comments,
        !ours.tokens.isEmpty, !newSegment.tokens.isEmpty
      else {
        conflict(yours, base: old, new: new, in: path)
        return false
      }
      let text = written(newSegment.range, of: new, at: ours.range.lowerBound, in: yours.file, path)
      edit(ours.range, in: yours.file, with: text)
      note(newSegment.tokens, of: new.file, in: yours.file)
    }
    return true
  }

  // MARK: Containers

  private mutating func mergeContainer(_ old: Place, _ new: Place, into yours: Place, in path: String) {
    guard let name = old.unit.name else { return }
    let inner = joined(path, name)
    mergeHead(old, new, into: yours, in: path)
    guard let oldMembers = old.unit.members, let newMembers = new.unit.members,
      let target = yours.unit.members
    else {
      return
    }
    var others = (self.yours.types[renames.path(inner)] ?? []).filter {
      !($0.file == yours.file && $0.unit.range == yours.unit.range)
    }
    findOrphans(oldMembers, newMembers, in: inner)
    // The tool's own extension of a type has its members by itself.
    if old.unit.container == .extended { others = [] }
    merge(
      oldMembers.units.map { Place(file: old.file, unit: $0) },
      newMembers.units.map { Place(file: new.file, unit: $0) },
      into: Target(file: yours.file, list: target, owner: yours.unit, others: others), in: inner)
  }

  private mutating func findOrphans(_ old: UnitList, _ new: UnitList, in path: String) {
    for type in new.units where type.container == .type {
      guard let name = type.name, yours.types[renames.path(joined(path, name))] == nil,
        let before = old.units.first(where: { $0.key == type.key })
      else { continue }
      let known = Set(before.members?.units.map(\.key) ?? [])
      for unit in type.members?.units ?? [] where unit.line != nil && !known.contains(unit.key) {
        orphans[path, default: []].insert(unit.name ?? "")
      }
    }
  }

  /// Merges what stands in front of the braces: attributes, the name, conformances.
  private mutating func mergeHead(_ old: Place, _ new: Place, into yours: Place, in path: String) {
    func head(_ unit: Unit) -> [Token] {
      unit.segments.enumerated().flatMap { index, segment in
        (index > 0 && unit.lists[index - 1].kind != .members
          ? unit.lists[index - 1].units.flatMap(\.tokens) : [])
          + segment.tokens
      }
    }
    guard head(old.unit) != head(new.unit) else { return }
    let kinds = old.unit.lists.map(\.kind)
    guard kinds == new.unit.lists.map(\.kind), kinds == yours.unit.lists.map(\.kind) else {
      if head(yours.unit).map(\.text) != renames.texts(head(new.unit), in: path) {
        conflict(yours, base: old, new: new, in: path, isHead: true)
      }
      return
    }
    guard mergeSegments(old, new, into: yours, in: path) else { return }
    for index in kinds.indices where kinds[index] != .members {
      mergeList(at: index, old, new, into: yours, in: path)
    }
  }

  // MARK: Comments

  private mutating func mergeComments(_ old: Unit, _ new: Unit, into yours: Place, in path: String) {
    let (before, after, ours) = (old.comments.above, new.comments.above, yours.unit.comments.above)
    guard before != after, ours != after else { return }
    guard ours == before else {
      report.keptComments += 1
      return
    }
    let file = self.yours.files[yours.file]
    let start = (yours.unit.line?.range ?? yours.unit.range).lowerBound
    let indentation = file.indentation(start)
    let text = after.joined(separator: "\n" + indentation)
    if let range = yours.unit.comments.aboveRange {
      // Comments that go take their line with them.
      edit(after.isEmpty ? range.lowerBound..<start : range, in: yours.file, with: text)
    } else if file.isFirstOnItsLine(start) {
      edit(start..<start, in: yours.file, with: text + "\n" + indentation)
    } else {
      report.keptComments += 1
    }
  }

  // MARK: Names and text

  func joined(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  mutating func edit(_ range: Range<Int>, in file: Int, with text: String) {
    yours.files[file].replace(range, with: text)
  }

  private mutating func replace(_ place: Place, by other: Place, in path: String) {
    let text = written(other.unit.range, of: other, at: place.unit.range.lowerBound, in: place.file, path)
    edit(place.unit.range, in: place.file, with: text)
    note(other.unit.tokens, of: other.file, in: place.file)
  }

  /// The text of the new version as it stands at a place of the person's code.
  func written(_ range: Range<Int>, of place: Place, at offset: Int, in file: Int, _ path: String) -> String {
    let source = new.files[place.file]
    return renames.text(range, of: source, tokens: place.unit.tokens, in: path)
      .indented(from: source.indentation(range.lowerBound), to: yours.files[file].indentation(offset))
  }

  /// Notes what a text of the new version, which is written into a file, needs.
  mutating func note(_ tokens: [Token], of source: Int, in file: Int) {
    sources[file, default: []].insert(source)
    for token in tokens where token.role == .identifier { neededNames.insert(token.text) }
  }
}
