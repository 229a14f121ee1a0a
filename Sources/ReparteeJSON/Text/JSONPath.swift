package import ReparteeRedaction

/// A path into a JSON text: keys and array indexes.
///
/// ```swift
/// let path: JSONPath = "data.users[3].name"
/// let same: JSONPath = ["data", "users", 3, "name"]
/// ```
///
/// In text, other keys than plain names are in brackets and quotes: `data["odd.key"]`. Malformed text is part of a key.
/// Keys are those in the JSON, before any key strategy.
public struct JSONPath: Hashable, Sendable {
  /// A key of an object or an index of an array.
  public enum Component: Hashable, Sendable {
    /// The value under a key of the JSON.
    case key(String)
    /// The element at an index, from 0.
    case index(Int)

    /// Compares keys by their bytes: two Unicode forms of `é` differ.
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

  /// The components, the outermost first.
  public var components: [Component]

  /// Creates a path, by default of the whole text.
  public init(_ components: [Component] = []) { self.components = components }

  /// Whether this is the path of the whole text.
  public var isRoot: Bool { components.isEmpty }

  func secretDepth(_ redaction: Redaction) -> Int? {
    components.firstIndex { component in
      if case .key(let key) = component { redaction.isSecret(key) } else { false }
    }.map { $0 + 1 }
  }

  /// Returns this path with one more component.
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
  /// Parses a path such as `data.users[3]["odd.key"]`.
  public init(_ text: String) {
    var components: [Component] = []
    // By scalars: a combining mark at a key's start would join the quote or the dot before it.
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      if rest.first == "[", let close = rest.firstIndex(of: "]") {
        if let index = Int(Substring(rest[rest.index(after: rest.startIndex)..<close])), index >= 0 {
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

  /// The path as text of any length; empty for the whole text.
  ///
  /// Control characters and the like are escaped, as `\u{a}`.
  public var description: String {
    components.reduce(into: "") { text, component in component.append(to: &text) }
  }

  /// Cuts long keys, shows the first 4 and the last 8 of many components, and masks keys below a secret.
  ///
  /// - Parameter depth: The number of components up to a secret value.
  package func shown(masking redaction: Redaction, below depth: Int? = nil) -> String {
    var text = ""
    let depth = min(depth ?? .max, secretDepth(redaction) ?? .max)
    for (place, component) in components.enumerated() {
      if components.count > 12, place >= 4, place < components.count - 8 {
        if place == 4 { text += "…" }
        continue
      }
      guard case .key(let key) = component else {
        component.append(to: &text)
        continue
      }
      let name = place >= depth ? Redaction.mask : redaction.shown(name: key)
      JSONPath.Component.key(name).append(to: &text, limit: DisplayText.name)
    }
    return DisplayText.text(text, limit: DisplayText.path)
  }

  private static func quotedKey(
    _ text: Substring.UnicodeScalarView
  ) -> (String, Substring.UnicodeScalarView)? {
    guard text.starts(with: "[\"".unicodeScalars) else { return nil }
    var key = ""
    var rest = text.dropFirst(2)
    while let scalar = rest.popFirst() {
      if scalar == "\\", let escaped = JSONPath.escapedScalar(&rest) {
        key.unicodeScalars.append(escaped)
      } else if scalar == "\\", let escaped = rest.popFirst() {
        key.unicodeScalars.append(escaped)
      } else if scalar == "\"" {
        return rest.first == "]" ? (key, rest.dropFirst()) : nil
      } else {
        key.unicodeScalars.append(scalar)
      }
    }
    return nil
  }
}

extension JSONPath {
  private static func escapedScalar(_ text: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard text.starts(with: "u{".unicodeScalars), let end = text.firstIndex(of: "}"),
      let scalar = UInt32(Substring(text[..<end].dropFirst(2)), radix: 16).flatMap(Unicode.Scalar.init)
    else { return nil }
    text = text[text.index(after: end)...]
    return scalar
  }
}

extension JSONPath.Component {
  func append(to text: inout String, limit: Int = .max) {
    switch self {
    case .index(let index): text += "[\(index)]"
    case .key(let key):
      let isPlain =
        !key.isEmpty
        && key.unicodeScalars.allSatisfy {
          ($0.properties.isAlphabetic && DisplayText.isDisplayed($0))
            || "0123456789_-$@".unicodeScalars.contains($0)
        }
      if isPlain {
        if !text.isEmpty { text += "." }
        text += DisplayText.text(key, limit: limit)
      } else {
        var escaped = ""
        for scalar in key.unicodeScalars {
          if scalar == "\\" || scalar == "\"" { escaped.unicodeScalars.append("\\") }
          escaped.unicodeScalars.append(scalar)
        }
        text += "[\"\(DisplayText.text(escaped, limit: limit))\"]"
      }
    }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate func droppingDot() -> Self { first == "." ? dropFirst() : self }
}
