extension JSONError: CustomStringConvertible, CustomDebugStringConvertible {
  /// Path, expectation, place: one line, no values of the JSON.
  public var description: String {
    var text = "\(headline)"
    if let place { text += " (\(place))" }
    return text
  }

  public var debugDescription: String { report }

  /// Everything, on several lines: the headline, the place, the excerpt with its caret, the keys that are there, the hint.
  ///
  /// It holds a piece of the JSON, with sensitive keys masked: see ``ExcerptPolicy``.
  public var report: String {
    var text = headline
    if let place { text += "\n\(place)" }
    if let excerpt { text += "\n\n\(excerpt)" }
    let cause = storage.isSensitive || storage.excerpt == nil ? nil : underlying.map(JSONError.text)
    if !availableKeys.isEmpty || hint != nil || cause != nil { text += "\n" }
    if !availableKeys.isEmpty { text += "\nkeys here: " + availableKeys.joined(separator: ", ") }
    if let hint { text += "\nhint: \(hint)" }
    if let cause { text += "\ncause: \(cause)" }
    return text
  }

  /// The sentence of an error, where it has one.
  private static func text(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.debugDescription
    default: "\(error)"
    }
  }

  private var place: String? {
    let parts = [
      line.map { "line \($0)" }, column.map { "column \($0)" }, byteOffset.map { "byte \($0)" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var headline: String {
    let place = path.isRoot ? "" : "\(path): "
    switch kind {
    case .keyNotFound where found.isEmpty: return place + "\(expected) is not there"
    case .model: return place + expected
    default: return place + "expected \(expected), found \(found)"
    }
  }
}
