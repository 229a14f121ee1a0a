/// A way into a JSON text: keys and array indexes.
///
/// ```swift
/// let path: JSONPath = "data.users[3].name"
/// let same: JSONPath = ["data", "users", 3, "name"]
/// ```
///
/// In text, keys that are not plain names stand in brackets and quotes: `data["odd.key"]`. Any text is a path: what is
/// not well formed is part of a key. Keys are those of the JSON, before any key strategy.
public struct JSONPath: Hashable, Sendable {
  /// One step: a key of an object or an index of an array.
  public enum Component: Hashable, Sendable {
    case key(String)
    case index(Int)

    /// Keys are equal if their bytes are, as in the JSON: `é` in one form is not `é` in another.
    public static func == (one: Component, other: Component) -> Bool {
      switch (one, other) {
      case (.key(let one), .key(let other)): one.hasSameBytes(as: other)
      case (.index(let one), .index(let other)): one == other
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      switch self {
      case .key(let key): hasher.combine(ByteKey(text: key))
      case .index(let index): hasher.combine(index)
      }
    }
  }

  public var components: [Component]

  public init(_ components: [Component] = []) { self.components = components }

  /// Whether this is the way to the whole text.
  public var isRoot: Bool { components.isEmpty }

  /// The path that is longer by one step.
  public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }
}

extension JSONPath.Component: CodingKey {
  public init(stringValue: String) { self = .key(stringValue) }
  public init(intValue: Int) { self = .index(intValue) }

  public var stringValue: String {
    switch self {
    case .key(let key): key
    case .index(let index): "Index \(index)"
    }
  }

  public var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }
}

extension JSONPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .key(value) }
  public init(integerLiteral value: Int) { self = .index(value) }
}

extension JSONPath: ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  public init(arrayLiteral elements: Component...) { self.init(elements) }
  public init(stringLiteral value: String) { self.init(value) }
}

extension JSONPath: LosslessStringConvertible {
  /// Reads `data.users[3]["odd.key"]`.
  public init(_ text: String) {
    var components: [Component] = []
    var rest = text[...]
    while !rest.isEmpty {
      if rest.first == "[", let close = rest.firstIndex(of: "]") {
        if let index = Int(rest[rest.index(after: rest.startIndex)..<close]), index >= 0 {
          components.append(.index(index))
          rest = rest[rest.index(after: close)...].droppingDot()
          continue
        }
        if let (key, after) = JSONPath.quotedKey(rest) {
          components.append(.key(key))
          rest = after.droppingDot()
          continue
        }
      }
      let end = rest.dropFirst().firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
      components.append(.key(String(rest[..<end])))
      rest = rest[end...].droppingDot()
    }
    self.components = components
  }

  /// `data.users[3].name`; empty for the whole text.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where JSONPath.isPlain(key): text += text.isEmpty ? key : ".\(key)"
      case .key(let key):
        let escaped = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        text += "[\"\(escaped)\"]"
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789_-$@".unicodeScalars.contains($0)
      }
  }

  /// Reads `["…"]` at the start of `text`.
  private static func quotedKey(_ text: Substring) -> (String, Substring)? {
    guard text.hasPrefix("[\"") else { return nil }
    var key = ""
    var rest = text.dropFirst(2)
    while let character = rest.popFirst() {
      if character == "\\", let escaped = rest.popFirst() {
        key.append(escaped)
      } else if character == "\"" {
        return rest.first == "]" ? (key, rest.dropFirst()) : nil
      } else {
        key.append(character)
      }
    }
    return nil
  }
}

extension Substring {
  fileprivate func droppingDot() -> Substring { first == "." ? dropFirst() : self }
}
