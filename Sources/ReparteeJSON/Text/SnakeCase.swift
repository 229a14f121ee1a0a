#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

func camelCase(fromSnakeCase key: String) -> String {
  guard key.utf8.contains(UInt8(ascii: "_")) else { return key }
  let start = key.firstIndex { $0 != "_" }
  guard let start, let last = key.lastIndex(where: { $0 != "_" }) else { return key }
  let parts = key[start...last].split(separator: "_")
  guard let first = parts.first, parts.count > 1 else { return key }
  var name = String(key[..<start]) + first.lowercased()
  for part in parts.dropFirst() { name += part.capitalized }
  return name + key[key.index(after: last)...]
}

/// Names of Swift that may be written as a name, for one of at most five words: each in small letters, with a capital,
/// or in capitals (`image_url`: `imageURL`).
func camelCases(ofSnakeCase name: String) -> [String] {
  let words = name.split(separator: "_").map(String.init)
  guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }),
    words.count <= 5
  else { return [name] }
  var names = [String(name[..<first])]
  for word in words {
    let capitalized = word.prefix(1).uppercased() + word.dropFirst()
    names = names.flatMap { [$0 + capitalized, $0 + word.uppercased(), $0 + word] }
  }
  return [name] + names.map { $0 + name[name.index(after: last)...] }
}

/// Converts as Foundation's encoder: a word begins at a capital after another letter, and at the last of several
/// capitals if a small letter follows later.
func inSnakeCase(_ key: String) -> String {
  let key = Array(key.utf8)
  guard key.allSatisfy({ $0 < 0x80 }) else {
    return snakeCaseByFoundation(String(decoding: key, as: UTF8.self))
  }
  var name: [UInt8] = []
  var start = 0
  for begin in beginningsOfWords(key) {
    name += key[start..<begin]
    name.append(UInt8(ascii: "_"))
    start = begin
  }
  name += key[start...]
  return String(decoding: name, as: UTF8.self).lowercased()
}

/// The offsets of all words but the first.
private func beginningsOfWords(_ key: [UInt8]) -> [Int] {
  var beginnings: [Int] = []
  var rest = key[...].dropFirst()
  while let capital = rest.firstIndex(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) {
    beginnings.append(capital)
    let small = key[capital...].firstIndex(where: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
    guard let small else { break }
    if small > capital + 1 { beginnings.append(small - 1) }
    rest = key[(small + 1)...]
  }
  return beginnings
}

private func snakeCaseByFoundation(_ key: String) -> String {
  struct Named: Encodable {
    let key: JSONPath.Component

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONPath.Component.self)
      try container.encodeNil(forKey: key)
    }
  }
  let encoder = JSONEncoder()
  encoder.keyEncodingStrategy = .convertToSnakeCase
  guard let text = try? encoder.encode(Named(key: .key(key))),
    let object = try? JSONDecoder().decode([String: Bool?].self, from: text)
  else { return key }
  return object.keys.first ?? key
}
