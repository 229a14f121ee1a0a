/// Which operations of two versions are the same: by method and path, whatever its parameters are called; of what is
/// left, those with the same name in both documents.
struct MatchedOperations {
  private(set) var pairs: [(old: Int, new: Int)] = []
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  init(old: [Operation], new: [Operation]) {
    var left = Dictionary(grouping: new.indices) { Self.shape(of: new[$0]) }
    var unmatched: [Int] = []
    for (index, operation) in old.enumerated() {
      let shape = Self.shape(of: operation)
      guard let candidates = left[shape], let first = candidates.first else {
        unmatched.append(index)
        continue
      }
      let same = candidates.first { new[$0].path == operation.path } ?? first
      left[shape]?.removeAll { $0 == same }
      pairs.append((index, same))
    }
    var names: [String: Int] = [:]
    for index in left.values.joined().sorted() where !new[index].isUnnamed { names[new[index].name] = index }
    for index in unmatched {
      if !old[index].isUnnamed, let same = names.removeValue(forKey: old[index].name) {
        pairs.append((index, same))
      } else {
        removed.append(index)
      }
    }
    let known = Set(pairs.map(\.new))
    added = new.indices.filter { !known.contains($0) }
    pairs.sort { $0.old < $1.old }
  }

  /// `GET /orders/{}?expand=all`
  static func shape(of operation: Operation) -> String {
    let items = operation.fixedQuery.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "&")
    return "\(operation.method) \(shape(of: operation.path))\(items.isEmpty ? "" : "?" + items)"
  }

  /// A path without the names of its parameters.
  static func shape(of path: String) -> String {
    var shape = ""
    for (index, part) in path.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let end = part.firstIndex(of: "}") else {
        shape += index > 0 ? "{" + part : part
        continue
      }
      shape += "{}" + part[part.index(after: end)...]
    }
    return shape
  }
}
