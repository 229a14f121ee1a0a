/// Maps keys in the JSON to the `CodingKey`s of a model.
///
/// A key is read from the name that it is written as, and otherwise from a name that the strategy converts to it.
///
/// Keys of dictionaries (`[String: …]`, `[Int: …]`, of a type that is `CodingKeyRepresentable`) are data, and do not
/// change.
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
  /// Underscores at either end stay. `image_url` is read as `imageUrl` and, as it is written for both, as `imageURL`,
  /// which Foundation's decoder does not read.
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
