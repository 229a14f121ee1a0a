// The percent-encoded items of a query, `a=1&b=%20`.

extension Substring {
  var itemName: String { decoded(utf8.prefix { $0 != UInt8(ascii: "=") }) }

  /// Compares bytes: names that look the same may differ.
  func isItem(named name: String) -> Bool { itemName.utf8.elementsEqual(name.utf8) }

  var itemValue: String? {
    let rest = utf8.drop { $0 != UInt8(ascii: "=") }
    return rest.isEmpty ? nil : decoded(rest.dropFirst())
  }

  var decodedItem: String { decoded(utf8) }

  private func decoded(_ bytes: Substring.UTF8View) -> String {
    String(decoding: percentDecoded(Array(bytes)[...]), as: UTF8.self)
  }
}

extension String {
  func removingQueryItems(where isUnwanted: (Substring) -> Bool) -> String? {
    let items = split(separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { !isUnwanted($0) }
    if kept.count == items.count { return self }
    return kept.isEmpty ? nil : kept.joined(separator: "&")
  }
}

extension String? {
  var targetItems: [Substring] {
    self?.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
  }

  var queryItems: Set<String> { Set(self?.split(separator: "&").map(\.decodedItem) ?? []) }
}

extension AbsoluteURL {
  package mutating func removeQueryItems(named names: Set<String>) {
    if !names.isEmpty { query = query?.removingQueryItems { names.contains($0.itemName) } }
  }
}
