#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// How keys in the JSON correspond to the `CodingKey`s of a model.
///
/// Keys of `[String: …]` dictionaries are data, not names: no strategy touches them.
public struct KeyStrategy: Sendable {
  enum Kind: Sendable {
    case asDeclared, snakeCase
    case custom(
      decode: @Sendable (_ key: String) -> String, encode: @Sendable (_ key: String) -> String)
  }

  let kind: Kind

  /// As they are declared; the default. Compared byte for byte, so `é` in one form is not `é` in another.
  public static let asDeclared = KeyStrategy(kind: .asDeclared)

  /// `first_name` in the JSON is `firstName` in Swift.
  ///
  /// As Foundation does it: underscores at either end stay, each part after the first is capitalised
  /// (`image_url` is `imageUrl`, never `imageURL`: declare that one in `CodingKeys`).
  public static let snakeCase = KeyStrategy(kind: .snakeCase)

  /// Names through two functions: from the JSON's to the model's, and back.
  public static func custom(
    decode: @escaping @Sendable (_ key: String) -> String,
    encode: @escaping @Sendable (_ key: String) -> String
  ) -> KeyStrategy {
    KeyStrategy(kind: .custom(decode: decode, encode: encode))
  }

  var isPlain: Bool {
    if case .asDeclared = kind { true } else { false }
  }

  /// The model's name for a key of the JSON.
  package func decoded(_ key: String) -> String {
    switch kind {
    case .asDeclared: key
    case .snakeCase: camelCase(fromSnakeCase: key)
    case .custom(let decode, _): decode(key)
    }
  }
}

/// `_first_name_` to `_firstName_`.
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
