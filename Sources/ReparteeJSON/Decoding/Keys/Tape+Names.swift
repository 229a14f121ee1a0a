extension Tape {
  /// - Parameter strategy: Converts the name; nil for the one in the JSON.
  func withName<R>(of index: Int, by strategy: KeyStrategy?, _ body: (Span<UInt8>) -> R) -> R {
    let node = self[index]
    switch strategy?.kind {
    case nil, .asDeclared:
      if !node.isEscaped { return withBytes(of: node, body) }
    case .snakeCase:
      if let result = withCamelCase(of: node, body) { return result }
    case .custom: break
    }
    return name(of: index, by: strategy).withBytes(body)
  }

  func name(of index: Int, by strategy: KeyStrategy?) -> String {
    let node = self[index]
    if case .snakeCase = strategy?.kind, let name = withCamelCase(of: node, { $0.string(isASCII: true) }) {
      return name
    }
    return strategy?.decoded(string(at: node)) ?? string(at: node)
  }
}
