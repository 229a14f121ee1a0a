#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Maps keys in the JSON to the `CodingKey`s of a model.
///
/// Keys of `[String: …]` and `[Int: …]` dictionaries are data, and do not change.
public struct KeyStrategy: Sendable {
  enum Kind: Sendable {
    case asDeclared, snakeCase
    case custom(
      decode: @Sendable (_ key: String) -> String, encode: @Sendable (_ key: String) -> String)
  }

  let kind: Kind

  /// Keys as declared, compared byte for byte; the default.
  public static let asDeclared = KeyStrategy(kind: .asDeclared)

  /// Maps `first_name` in the JSON to `firstName` in Swift, by Foundation's rules.
  ///
  /// Underscores at either end stay. `image_url` becomes `imageUrl`: for `imageURL`, declare the key in `CodingKeys`.
  public static let snakeCase = KeyStrategy(kind: .snakeCase)

  /// Maps names with two functions, from the JSON's name to the model's and back.
  public static func custom(
    decode: @escaping @Sendable (_ key: String) -> String,
    encode: @escaping @Sendable (_ key: String) -> String
  ) -> KeyStrategy {
    KeyStrategy(kind: .custom(decode: decode, encode: encode))
  }

  var isPlain: Bool {
    if case .asDeclared = kind { true } else { false }
  }

  package func decoded(_ key: String) -> String {
    switch kind {
    case .asDeclared: key
    case .snakeCase: camelCase(fromSnakeCase: key)
    case .custom(let decode, _): decode(key)
    }
  }
}

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
