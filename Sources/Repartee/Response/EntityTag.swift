/// The validator of a representation: `"abc"`, or `W/"abc"`, which is weak.
public struct EntityTag: Sendable, Hashable, LosslessStringConvertible {
  /// What stands between the quotes.
  public let value: String
  /// Whether it only says that two representations mean the same, not that their bytes are the same.
  public let isWeak: Bool

  /// Reads the value of an ETag field, or gives nil if it is none.
  public init?(_ text: String) {
    let isWeak = text.hasPrefix("W/")
    let quoted = text.dropFirst(isWeak ? 2 : 0)
    guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let value = quoted.dropFirst().dropLast()
    guard !value.contains("\""), !value.contains(where: \.isWhitespace) else { return nil }
    self.value = String(value)
    self.isWeak = isWeak
  }

  /// As it stands in a field: what goes into If-Match and If-None-Match.
  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }
}
