import ReparteeRedaction

// These hold JSON as bytes, of which `print` and `dump` show nothing.

extension JSONElement: CustomStringConvertible, CustomReflectable {
  /// The path and the size, never the contents.
  public var description: String {
    DisplayText.text("\(path.shown(masking: Redaction())), \(bytes.count) bytes")
  }

  /// Only the description.
  public var customMirror: Mirror { Mirror(self, children: ["element": description]) }
}

extension JSONElements: CustomStringConvertible, CustomReflectable {
  /// The number of elements so far, never the bytes.
  public var description: String { "elements of JSON, \(count) so far" }

  /// Only the description.
  public var customMirror: Mirror { Mirror(self, children: ["elements": description]) }
}
