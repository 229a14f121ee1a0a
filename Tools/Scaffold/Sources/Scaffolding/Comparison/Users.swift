/// Finds the operations that reach what has changed.
struct Users {
  private let comparer: Comparer
  /// The pairs of types that a pair is used in, and the operations that reach it by themselves.
  private var parents: [[Int]]
  private var direct: [[Int]]
  private var known: [Int: Members] = [:]
  /// The pairs that the search with this number has seen.
  private var seen: [Int]
  private var search = 0

  /// Of so many operations the names are kept.
  private static let most = 100

  init(_ comparer: Comparer) {
    self.comparer = comparer
    parents = comparer.pairs.map { pair in
      pair.reachedFrom.compactMap { if case .pair(let index) = $0 { index } else { nil } }
    }
    direct = comparer.pairs.map { Array($0.places.keys) }
    seen = Array(repeating: 0, count: comparer.pairs.count)
  }

  mutating func change(of finding: Comparer.Finding) -> Change {
    var change = finding.change
    var members = Members(count: comparer.operations.count)
    var pairs: [Int] = []
    for origin in finding.origins {
      switch origin {
      case .api, .shared: continue
      case .operation(let index): members.insert(index)
      case .pair(let index):
        pairs.append(index)
        members.formUnion(reaching(index))
      }
    }
    let old = comparer.old
    func call(_ index: Int) -> Side.Call { old.calls[comparer.operations[index].old] }
    func subject(_ call: Side.Call) -> Change.Subject {
      .operation(name: call.plan.name, label: call.operation.label)
    }
    change.operations = members.first(Self.most).map { call($0).use }
    change.operationCount = members.count
    let only = members.count == 1 ? members.first(1).first : nil
    let owner = pairs.first.map { old.owner(of: comparer.pairs[$0].old) }
    if case .operation(let index) = owner {
      change.subject = subject(old.calls[index])
    } else if let only {
      change.subject = subject(call(only))
    } else if case .type(let type) = owner {
      change.subject = .type(type.name)
    } else if finding.isShared, let shared = old.assembly.shared {
      change.subject = .type(shared.type)
    }
    if let only {
      let all = pairs.flatMap { users(of: $0, stoppingAtKnown: false).pairs }
      let places = Set(all.flatMap { comparer.pairs[$0].places[only] ?? [] })
      if !places.isEmpty { change.place = places.sorted().joined(separator: ", ") }
    }
    return change
  }

  /// The operations that reach a pair of types.
  private mutating func reaching(_ pair: Int) -> Members {
    if let members = known[pair] { return members }
    var members = Members(count: comparer.operations.count)
    let users = users(of: pair, stoppingAtKnown: true)
    for pair in users.pairs {
      for operation in direct[pair] { members.insert(operation) }
    }
    for others in users.known { members.formUnion(known[others] ?? members) }
    known[pair] = members
    return members
  }

  /// A pair and those that it is used in, also by way of others.
  ///
  /// - Parameter stopping: Whether those whose operations are known are returned apart, and not what they are used in.
  private mutating func users(of pair: Int, stoppingAtKnown stopping: Bool) -> (pairs: [Int], known: [Int]) {
    search += 1
    seen[pair] = search
    var found: (pairs: [Int], known: [Int]) = ([], [])
    var work = [pair]
    while let next = work.popLast() {
      if stopping, known[next] != nil {
        found.known.append(next)
        continue
      }
      found.pairs.append(next)
      for parent in parents[next] where seen[parent] != search {
        seen[parent] = search
        work.append(parent)
      }
    }
    return found
  }
}

/// A set of small numbers.
private struct Members {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  mutating func formUnion(_ other: Members) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The smallest numbers, in order.
  func first(_ count: Int) -> [Int] {
    var found: [Int] = []
    for (index, word) in words.enumerated() {
      var word = word
      while word != 0, found.count < count {
        found.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
      if found.count == count { break }
    }
    return found
  }
}
