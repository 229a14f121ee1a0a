extension JSONValue {
  /// Creates the value that a coder encodes.
  ///
  /// Members are sorted by key, except those of a ``JSONValue`` and a ``JSONEncodable``.
  ///
  /// - Throws: An error of the value or the encoder.
  public init(encoding value: some Encodable, with coder: JSONCoder = JSONCoder()) throws {
    if let value = value as? JSONValue {
      self = value
    } else {
      self = try JSONCoder().decode(JSONValue.self, from: coder.encode(value, sortingKeys: true))
    }
  }
}
