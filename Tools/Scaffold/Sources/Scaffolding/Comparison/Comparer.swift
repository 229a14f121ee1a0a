import ReparteeJSON

/// Compares two versions: their operations in pairs, and the types that these reach on both sides.
///
/// Types are matched by where they are reached, not by their names, and a pair of them is compared once in each
/// direction. What has changed in one is kept with it; the operations that reach it are found afterwards.
final class Comparer {
  /// Which way a value goes, seen from the client.
  enum Direction { case sent, read }

  /// Where a change is found.
  enum Origin: Hashable {
    case api
    /// The failures that most operations share.
    case shared
    case operation(Int)
    /// A pair of types.
    case pair(Int)
  }

  /// A name in Swift, and the type of what has it.
  struct Named {
    var path: String
    var type: String?
    var text: String { type.map { "\(path): \($0)" } ?? path }
  }

  /// What is compared: where it is found, and what it is called.
  struct Spot {
    var origin: Origin
    /// The operation that leads there, of something that operations share.
    var operation: Int?
    var direction: Direction
    var unit: Change.Unit
    /// As sentences name it.
    var label: String
    /// Distinguishes it from the others of its origin.
    var key: String
    /// Where an operation has it: `200`.
    var place: String?
    var before: Named
    var after: Named
  }

  struct Finding {
    var change: Change
    /// It is of the failures that most operations share.
    var isShared = false
    var origins: Set<Origin>
  }

  /// What a pair of types is made of.
  enum Content {
    case objects(Schema.Object, Schema.Object)
    case listed(Side.Listed, Side.Listed)
    case unions((union: Schema.Union, plan: UnionPlan), (union: Schema.Union, plan: UnionPlan))
  }

  struct Pair {
    var old: TypeDeclaration
    var new: TypeDeclaration
    var direction: Direction
    var content: Content
    var reachedFrom: Set<Origin> = []
    /// Where an operation reaches it.
    var places: [Int: Set<String>] = [:]
  }

  private struct PairKey: Hashable {
    var old: ObjectIdentifier
    var new: ObjectIdentifier
    var direction: Direction
    var isPlain: Bool
  }

  private struct FindingKey: Hashable {
    var origin: Origin?
    var old: ObjectIdentifier?
    var new: ObjectIdentifier?
    var key: String
  }

  let old: Side
  let new: Side
  private(set) var pairs: [Pair] = []
  private(set) var findings: [Finding] = []
  /// What is not found in a pair of operations or types.
  private(set) var changes: [Change] = []
  private var indices: [PairKey: Int] = [:]
  private var found: [FindingKey: Int] = [:]
  /// The types that became two, of what is sent and of what is read.
  private var split: [Spot] = []
  /// The properties that read header fields, by the names of these in lower case.
  private(set) lazy var fieldProperties = (
    old: Self.fieldProperties(of: old), new: Self.fieldProperties(of: new)
  )
  /// The pairs that are still to be compared.
  private var awaited: [Int] = []
  /// Those of the operations whose failures differ only in that most operations share them, or no more.
  var withOtherFailures: [Int] = []
  /// The indices of the operations on both sides.
  private(set) var operations: [(old: Int, new: Int)] = []

  init(old: Assembly, new: Assembly) {
    self.old = Side(old)
    self.new = Side(new)
  }

  func run() {
    let matched = MatchedOperations(old: old.calls.map(\.operation), new: new.calls.map(\.operation))
    operations = matched.pairs
    compareAPI()
    for index in operations.indices {
      compareOperation(index)
      compareAwaited()
    }
    if old.assembly.api.isModelsOnly || new.assembly.api.isModelsOnly { compareModels() }
    compareAwaited()
    reportSplit()
    reportOtherFailures()
    for index in matched.removed { reportRemoved(index) }
    for index in matched.added { reportAdded(index) }
  }

  private func compareAwaited() {
    while let index = awaited.popLast() { compare(pair: index) }
  }

  // MARK: Findings

  func add(_ change: Change) {
    var change = change
    change.operationCount = change.operations.count
    changes.append(change)
  }

  /// Notes a change. Of the same one in both directions, the worse is kept.
  func report(
    _ spot: Spot, _ kind: Change.Kind, _ mark: Change.Mark, _ sentence: String, before: String?,
    after: String?,
    part: String
  ) {
    let change = Change(
      subject: .api(old.assembly.name), unit: spot.unit, kind: kind, mark: mark, place: spot.place,
      sentence: sentence, before: before, after: after)
    var key = FindingKey(key: "\(spot.key) \(part)")
    if case .pair(let index) = spot.origin {
      key.old = ObjectIdentifier(pairs[index].old)
      key.new = ObjectIdentifier(pairs[index].new)
    } else {
      key.origin = spot.origin
    }
    let origin = spot.operation.map(Origin.operation) ?? spot.origin
    guard let index = found[key] else {
      found[key] = findings.count
      findings.append(Finding(change: change, isShared: spot.origin == .shared, origins: [origin]))
      return
    }
    findings[index].origins.insert(origin)
    if mark > findings[index].change.mark { findings[index].change = change }
  }

  func report(
    _ spot: Spot, _ kind: Change.Kind, _ mark: Change.Mark, _ sentence: String, part: String? = nil
  ) {
    report(
      spot, kind, mark, sentence, before: spot.before.text, after: spot.after.text,
      part: part ?? kind.rawValue)
  }

  /// Something that is only in the old version, or only in the new one.
  func report(gone spot: Spot, _ mark: Change.Mark, _ sentence: String) {
    report(spot, .removed, mark, sentence, before: spot.before.text, after: nil, part: "presence")
  }

  func report(new spot: Spot, _ mark: Change.Mark, _ sentence: String) {
    report(spot, .added, mark, sentence, before: nil, after: spot.after.text, part: "presence")
  }

  func reportWords(_ spot: Spot, _ before: String?, _ after: String?) {
    guard (before ?? "") != (after ?? "") else { return }
    report(
      spot, .words, .words, "\(spot.label) is described in other words", before: nil,
      after: spot.unit == .operation ? nil : spot.after.path, part: "words")
  }

  func reportDeprecation(_ spot: Spot, _ before: Bool, _ after: Bool) {
    guard before != after else { return }
    let sentence = "\(spot.label) is \(after ? "deprecated" : "no longer deprecated")"
    report(
      spot, after ? .deprecated : .undeprecated, .neither, sentence, before: nil,
      after: spot.unit == .operation ? nil : spot.after.path, part: "deprecation")
  }

  func reportRenamed(_ spot: Spot) {
    guard spot.before.path != spot.after.path else { return }
    report(
      spot, .renamed, .swift, "\(spot.label) has another name", before: spot.before.path,
      after: spot.after.path, part: "name")
  }

  // MARK: Pairs of types

  /// Compares two types, now or after what is being compared; returns whether it reported something at this place.
  func enter(
    _ one: TypeDeclaration, _ other: TypeDeclaration, _ content: Content, isPlain: Bool = false, at spot: Spot
  ) -> Bool {
    var isReported = false
    let areNamed = old.isTopLevel(one) && new.isTopLevel(other)
    if areNamed, one.name != other.name {
      guard Self.isSimilar(content) else { return retype(spot, .breaks) }
      // A reference to another type, not to the same one by another name.
      if isOther(one, other), !isSplit(one, other) { isReported = retype(spot, .swift) }
    }
    let key = PairKey(
      old: ObjectIdentifier(one), new: ObjectIdentifier(other), direction: spot.direction, isPlain: isPlain)
    let index = indices[key] ?? pairs.count
    if indices[key] == nil {
      indices[key] = index
      pairs.append(Pair(old: one, new: other, direction: spot.direction, content: content))
      awaited.append(index)
    }
    let origin = spot.operation.map(Origin.operation) ?? spot.origin
    pairs[index].reachedFrom.insert(origin)
    if case .operation(let operation) = origin {
      pairs[index].places[operation, default: []].insert(spot.place ?? spot.label)
    }
    return isReported
  }

  private func compare(pair index: Int) {
    let pair = pairs[index]
    let before = old.path(pair.old), after = new.path(pair.new)
    let spot = Spot(
      origin: .pair(index), direction: pair.direction, unit: .type, label: before, key: "",
      before: Named(path: before), after: Named(path: after))
    if old.isTopLevel(pair.old), new.isTopLevel(pair.new) {
      // What is sent has words of its own before those of the document.
      if !isSplit(pair.old, pair.new) { reportWords(spot, pair.old.documentation, pair.new.documentation) }
      reportDeprecation(spot, pair.old.isDeprecated, pair.new.isDeprecated)
    }
    if isSplit(pair.old, pair.new) {
      split.append(spot)
    } else if isRenamed(pair) {
      report(
        spot, .renamed, .swift, "\(before) has another name", before: before, after: after, part: "name")
    }
    switch pair.content {
    case .objects(let one, let other): compareObjects(one, other, of: index)
    case .listed(let one, let other): compareListed(one, other, of: index)
    case .unions(let one, let other): compareUnions(one, other, of: index)
    }
  }

  private func isRenamed(_ pair: Pair) -> Bool {
    let isTopLevel = (old: old.isTopLevel(pair.old), new: new.isTopLevel(pair.new))
    if isTopLevel.old != isTopLevel.new { return true }
    guard pair.old.name != pair.new.name else { return false }
    // What is another type is said where it is used, and what is called by the API once for all.
    if isTopLevel.old, isOther(pair.old, pair.new) { return false }
    let names = (old: old.assembly.name, new: new.assembly.name)
    return
      !(names.old != names.new && pair.old.name.hasPrefix(names.old) && pair.new.name.hasPrefix(names.new)
      && pair.old.name.dropFirst(names.old.count) == pair.new.name.dropFirst(names.new.count))
  }

  /// Whether a type became two, of what is sent and of what is read, or is one again.
  func isSplit(_ one: TypeDeclaration, _ other: TypeDeclaration) -> Bool {
    old.isSent(one) != new.isSent(other) && old.pointer(one) == new.pointer(other)
  }

  /// Names the types that became two, unless a change that is the reason for it does.
  private func reportSplit() {
    let changed = Set(findings.filter { $0.change.mark > .words }.flatMap(\.origins))
    for spot in split where !changed.contains(spot.origin) { reportRenamed(spot) }
  }

  /// Whether one of two types that are declared beside others is on the other side as well.
  private func isOther(_ one: TypeDeclaration, _ other: TypeDeclaration) -> Bool {
    new.typeNames.contains(one.name) || old.typeNames.contains(other.name)
  }

  /// Whether two types with different names are one that was renamed: at least half of the smaller one is in the other.
  private static func isSimilar(_ content: Content) -> Bool {
    let (one, other): (Set<String>, Set<String>) =
      switch content {
      case .objects(let one, let other): (Set(one.properties.map(\.key)), Set(other.properties.map(\.key)))
      case .listed(let one, let other):
        (Set(one.values.map(\.description)), Set(other.values.map(\.description)))
      case .unions(let one, let other):
        (Set(one.plan.cases.map { $0.type ?? $0.name }), Set(other.plan.cases.map { $0.type ?? $0.name }))
      }
    let smaller = min(one.count, other.count)
    return one.intersection(other).count * 2 >= smaller && (smaller > 0 || one.count == other.count)
  }
}
