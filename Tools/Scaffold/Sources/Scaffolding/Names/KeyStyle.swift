import ReparteeJSON

/// How a document's keys become the names of properties.
enum KeyStyle {
  /// Keys are written down where they differ from the property: `userID = "user_id"`.
  case asDeclared
  /// The client's `keys` are `.snakeCase`: `userId` is `user_id` without a declaration.
  case snakeCase

  var usesAcronyms: Bool { self == .asDeclared }

  /// The property's name.
  func property(_ key: String) -> String {
    if self == .snakeCase {
      let name = Self.camelCase(key)
      if Self.isPlain(name), name.unicodeScalars.first?.properties.isUppercase == false { return name }
    }
    return Names.member(key, acronyms: usesAcronyms)
  }

  /// What a `CodingKey` says for a key.
  func codingKey(_ key: String) -> String { self == .snakeCase ? Self.camelCase(key) : key }

  /// Whether the strategy maps a model's key to this one when it encodes.
  static func isEncodable(_ key: String) -> Bool { snakeCase(camelCase(key)) == key }

  /// Whether a key has underscores within, and so another name as a property.
  static func isSnakeCase(_ key: String) -> Bool { camelCase(key) != key }

  /// The name that `KeyStrategy.snakeCase` gives a key, which the library itself is asked.
  static func camelCase(_ key: String) -> String {
    guard key.utf8.contains(UInt8(ascii: "_")), let json = try? JSONCoder().encode([key: 1]),
      let read = try? coder.decode(FirstKey.self, from: json)
    else { return key }
    return read.key ?? key
  }

  /// And back.
  static func snakeCase(_ name: String) -> String {
    guard let json = try? coder.encode(Named(name: name)),
      let read = try? JSONCoder().decode(FirstKey.self, from: json)
    else { return name }
    return read.key ?? name
  }

  private static let coder = JSONCoder(keys: .snakeCase)

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Named: Encodable {
    var name: String
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey(stringValue: name))
    }
  }

  private struct FirstKey: Decodable {
    var key: String?
    init(from decoder: any Decoder) throws {
      key = try decoder.container(keyedBy: AnyKey.self).allKeys.first?.stringValue
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic, name != "_"
    else {
      return false
    }
    return name.unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || (48...57).contains($0.value)
    }
  }
}
