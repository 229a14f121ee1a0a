/// An item of a query as it stands in a URL, `name=value`, percent-encoded.
extension Substring {
  /// Its name, decoded.
  var itemName: String { decoded(utf8.prefix { $0 != UInt8(ascii: "=") }) }

  /// Whether that is its name, byte by byte: names that look the same may be two.
  func isItem(named name: String) -> Bool { itemName.utf8.elementsEqual(name.utf8) }

  /// Its value, decoded; nil without `=`.
  var itemValue: String? {
    let rest = utf8.drop { $0 != UInt8(ascii: "=") }
    return rest.isEmpty ? nil : decoded(rest.dropFirst())
  }

  private func decoded(_ bytes: Substring.UTF8View) -> String {
    String(decoding: percentDecoded(Array(bytes)[...]), as: UTF8.self)
  }
}
