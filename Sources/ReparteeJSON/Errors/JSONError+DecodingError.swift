extension JSONError {
  /// A `DecodingError` with this error as its `underlyingError`.
  public var decodingError: DecodingError {
    let context = DecodingError.Context(
      codingPath: path.components, debugDescription: description, underlyingError: self)
    switch kind {
    case .typeMismatch: return .typeMismatch(Any.self, context)
    case .nullValue, .endOfArray: return .valueNotFound(Any.self, context)
    case .keyNotFound: return .keyNotFound(JSONPath.Component.key(storage.missingKey ?? ""), context)
    default: return .dataCorrupted(context)
    }
  }
}
