extension JSONReader {
  /// Decodes the value at a path; a missing key is an error of kind `keyNotFound`.
  public func decode<T: Decodable>(_ type: T.Type = T.self, at path: JSONPath = []) throws(JSONError) -> T {
    try decoding.rethrowing(at: index) {
      let index = try decoding.locate(path, from: index)
      return try decoding.rethrowingNested(at: index) { try decoding.decodeWhole(type, at: index) }
    }
  }

  /// Decodes the value at a path; nil if it is absent or null.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, at path: JSONPath
  ) throws(JSONError) -> T? {
    guard let index = decoding.locateIfPresent(path, from: index), !decoding.isNull(index) else { return nil }
    return try decoding.rethrowing(at: index) { try decoding.decodeWhole(type, at: index) }
  }

  /// Returns whether there is a value, even null, at a path.
  public func contains(_ path: JSONPath) -> Bool { decoding.locateIfPresent(path, from: index) != nil }

  /// Returns a reader at a path.
  public func reader(at path: JSONPath) throws(JSONError) -> JSONReader {
    try decoding.rethrowing(at: index) { JSONReader(decoding, at: try decoding.locate(path, from: index)) }
  }

  /// Returns a decoder at a path, for code that takes a `Decoder`.
  public func decoder(at path: JSONPath = []) throws(JSONError) -> any Decoder {
    try decoding.rethrowing(at: index) { TapeDecoder(decoding, at: try decoding.locate(path, from: index)) }
  }

  /// The paths not read so far, in the order of the text.
  ///
  /// `contains` and `decodeNil` count as reading. An unread value has only its own path; a value read as a whole
  /// (``JSONValue``, `[String]`, …) has none inside.
  public var unreadPaths: [JSONPath] { decoding.unreadPaths() }
}
