/// Which unit of one list is which of another: by their keys, and then, between those, by what they are made of.
struct Alignment {
  /// For each unit of the old list its place in the new one.
  private(set) var new: [Int?]
  /// For each unit of the new list its place in the old one.
  private(set) var old: [Int?]

  /// - Parameters:
  ///   - keys: Those of the old units as they are written in the new list.
  ///   - likeness: How much alike two units are that have different keys, from 0 to 1; from 0.5 they are the same.
  init(
    _ old: [Unit], _ new: [Unit], keys: [String]? = nil, likeness: (_ old: Int, _ new: Int) -> Double
  ) {
    self.new = Array(repeating: nil, count: old.count)
    self.old = Array(repeating: nil, count: new.count)
    var places: [String: Int] = [:]
    for (index, unit) in new.enumerated() { places[unit.key] = index }
    for (index, key) in (keys ?? old.map(\.key)).enumerated() {
      if let place = places[key] { pair(index, place) }
    }
    for (oldGap, newGap) in gaps() where oldGap.count * newGap.count <= 10_000 {
      var alike: [(likeness: Double, old: Int, new: Int)] = []
      for old in oldGap {
        for new in newGap {
          let value = likeness(old, new)
          if value >= 0.5 { alike.append((value, old, new)) }
        }
      }
      alike.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
      for (_, old, new) in alike where self.new[old] == nil && self.old[new] == nil { pair(old, new) }
    }
  }

  private mutating func pair(_ old: Int, _ new: Int) {
    self.new[old] = new
    self.old[new] = old
  }

  /// The units without a counterpart between two neighbours that have one in both lists.
  private func gaps() -> [(old: [Int], new: [Int])] {
    var gaps: [(old: [Int], new: [Int])] = []
    var start = 0
    var current: [Int] = []
    func newGap(from: Int, to: Int) -> [Int] { from < to ? (from..<to).filter { old[$0] == nil } : [] }
    for index in new.indices {
      guard let place = new[index] else {
        current.append(index)
        continue
      }
      if !current.isEmpty { gaps.append((current, newGap(from: start, to: place))) }
      current = []
      start = place + 1
    }
    if !current.isEmpty { gaps.append((current, newGap(from: start, to: old.count))) }
    return gaps.filter { !$0.old.isEmpty && !$0.new.isEmpty }
  }

  /// How many of the texts are in both, from 0 to 1.
  static func likeness(_ one: [String], _ other: [String]) -> Double {
    guard !one.isEmpty, !other.isEmpty else { return one.isEmpty && other.isEmpty ? 1 : 0 }
    var counts: [String: Int] = [:]
    for text in one { counts[text, default: 0] += 1 }
    var common = 0
    for text in other {
      guard let count = counts[text], count > 0 else { continue }
      counts[text] = count - 1
      common += 1
    }
    return 2 * Double(common) / Double(one.count + other.count)
  }
}
