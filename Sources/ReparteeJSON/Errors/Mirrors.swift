import ReparteeRedaction

// Types that hold a piece of JSON as bytes: a `print` or a `dump` of them shows none of it.

extension JSONElement: CustomStringConvertible, CustomReflectable {
  /// The path and the size, never the contents.
  public var description: String {
    DisplayText.text("\(path.shown(masking: Redaction())), \(bytes.count) bytes")
  }

  /// A mirror with the description only.
  public var customMirror: Mirror { Mirror(self, children: ["element": description]) }
}

extension JSONElements: CustomStringConvertible, CustomReflectable {
  /// The number of elements so far, never the bytes.
  public var description: String { "elements of JSON, \(count) so far" }

  /// A mirror with the description only.
  public var customMirror: Mirror { Mirror(self, children: ["elements": description]) }
}

extension JSONReader: CustomStringConvertible, CustomReflectable {
  /// A text that shows nothing of the JSON.
  public var description: String { "a reader of JSON" }

  /// A mirror with the description only.
  public var customMirror: Mirror { Mirror(self, children: ["reader": description]) }
}

extension JSONCoder: CustomStringConvertible, CustomReflectable {
  /// A text that shows nothing of `userInfo`.
  public var description: String { "JSONCoder" }

  /// A mirror with the description only.
  public var customMirror: Mirror { Mirror(self, children: ["coder": description]) }
}
