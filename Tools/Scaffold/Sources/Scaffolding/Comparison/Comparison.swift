/// What a new version of a document changes for a client of the old one: its operations, and the types that these send
/// and read, by their names in Swift.
public struct Comparison: Sendable {
  /// First those of the API, then those of operations and types by their names, then whole operations; of each, the
  /// worst first.
  public internal(set) var changes: [Change] = []
  /// The operations that could not be read, and so are not compared.
  public private(set) var omissions: [Omission] = []

  public func count(_ mark: Change.Mark) -> Int { changes.count { $0.mark == mark } }

  /// Compares what is written for two versions of a document, by the same options.
  init(old: Assembly, new: Assembly) {
    let comparer = Comparer(old: old, new: new)
    comparer.run()
    var users = Users(comparer)
    changes = comparer.changes + comparer.findings.map { users.change(of: $0) }
    changes = changes.map { (order: Order($0), change: $0) }.sorted { $0.order < $1.order }.map(\.change)
    changes = changes.reduce(into: []) { changes, next in
      if changes.last != next { changes.append(next) }
    }
    let unreadable = Set(changes.filter { $0.kind == .unreadable }.flatMap(\.operations).map(\.label))
    for omission in old.api.omissions + new.api.omissions
    where omission.isOperation && !unreadable.contains(omission.operation) {
      if !omissions.contains(where: { $0.operation == omission.operation }) { omissions.append(omission) }
    }
  }
}

/// Where a change stands among others.
private struct Order: Comparable {
  var rank: (Int, String, String, Int)
  var texts: (String, String, String, String)

  init(_ change: Change) {
    var group = 1
    if case .api = change.subject { group = 0 }
    if change.isWholeOperation { group = change.kind == .added ? 3 : 2 }
    var label = ""
    if case .operation(_, let text) = change.subject { label = text }
    let mark = Change.Mark.allCases.firstIndex(of: change.mark) ?? 0
    rank = (group, change.subject.name, label, mark)
    texts = (change.place ?? "", change.sentence, change.before ?? "", change.after ?? "")
  }

  static func == (one: Order, other: Order) -> Bool { one.rank == other.rank && one.texts == other.texts }

  static func < (one: Order, other: Order) -> Bool {
    one.rank == other.rank ? one.texts < other.texts : one.rank < other.rank
  }
}

extension Change {
  /// Whether an operation is there in one of the versions only.
  var isWholeOperation: Bool { unit == .operation && [.added, .removed, .unreadable].contains(kind) }
}
