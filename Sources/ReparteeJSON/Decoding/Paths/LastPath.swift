struct LastPath {
  /// Ascending: a container comes before its contents.
  private var places: [Int] = []
  private(set) var keys: [any CodingKey] = []
  /// For tests.
  private(set) var made = 0

  func leads(to place: Int) -> Bool { position(of: place) != nil }

  /// Removes everything if the place is not on the path.
  mutating func cut(after place: Int) {
    let count = position(of: place).map { $0 + 1 } ?? 0
    places.removeSubrange(count...)
    keys.removeSubrange(count...)
  }

  mutating func append(_ place: Int, _ key: JSONPath.Component) {
    places.append(place)
    keys.append(key)
    made += 1
  }

  private func position(of place: Int) -> Int? {
    if places.last == place { return places.count - 1 }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == place ? low : nil
  }
}
