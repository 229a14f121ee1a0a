// Values that hold a piece of JSON as bytes: what a `print` or a `dump` of them shows has nothing of it.

extension JSONElement: CustomStringConvertible, CustomReflectable {
  /// Where it stands, never what is in it.
  public var description: String { Shown.text("\(path.shown(masking: Redaction())), \(bytes.count) bytes") }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["element": description]) }
}

extension JSONElements: CustomStringConvertible, CustomReflectable {
  /// What it reads, never what it holds.
  public var description: String { "elements of JSON, \(count) so far" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["elements": description]) }
}

extension JSONReader: CustomStringConvertible, CustomReflectable {
  /// Nothing of the text.
  public var description: String { "a reader of JSON" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["reader": description]) }
}

extension JSONCoder: CustomStringConvertible, CustomReflectable {
  /// Nothing of `userInfo`.
  public var description: String { "JSONCoder" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["coder": description]) }
}
