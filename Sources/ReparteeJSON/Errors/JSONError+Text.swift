package import ReparteeRedaction

extension JSONError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path, the problem and the place: one line of at most 1,000 characters, without values of the JSON.
  public var description: String { DisplayText.text(path.isRoot ? sentence : "\(shownPath): \(sentence)") }

  /// The same as ``report``.
  public var debugDescription: String { report }

  /// Only the description.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

  /// The excerpt, with secrets masked (``JSONCoder/redaction``), the available keys, the hint and the cause: several
  /// lines, at most 8,000 characters.
  public var report: String { report(masking: storage.redaction ?? Redaction()) }

  /// Leaves out an excerpt that may show secrets of `redaction`.
  package func report(masking redaction: Redaction) -> String {
    let excerpt = storage.redaction?.covers(redaction) == false ? nil : excerpt(without: redaction)
    var text = headline
    if let place { text += "\n\(place)" }
    if let excerpt { text += "\n\n\(excerpt)" }
    let cause =
      isSecret || excerpt == nil
      ? nil : underlying.map { redaction.masked(text: JSONError.text($0)) }
    // They are part of the secret.
    let keys = isSecret ? [] : availableKeys
    let hint = isSecret ? nil : self.hint
    if !keys.isEmpty || hint != nil || cause != nil { text += "\n" }
    if !keys.isEmpty { text += "\nkeys here: " + redaction.shown(names: keys) }
    if let hint { text += "\nhint: \(hint)" }
    if let cause { text += "\ncause: \(DisplayText.text(cause, limit: DisplayText.message))" }
    return text
  }

  /// Nil if it may show a value of `redaction`.
  private func excerpt(without redaction: Redaction) -> String? {
    excerpt.flatMap { redaction.source?.values.mayBeginOrEnd(in: $0) ?? false ? nil : $0 }
  }

  package func masked(by redaction: Redaction) -> JSONError {
    var masking = storage.redaction ?? Redaction()
    masking.source = redaction.source
    return JSONError(
      storage: Storage(
        kind: kind, path: path, position: storage.position, expected: redaction.maskedValues(in: expected),
        found: redaction.maskedValues(in: found), availableKeys: availableKeys,
        missingKey: storage.missingKey, hint: hint.map(redaction.maskedValues(in:)),
        secretDepth: storage.secretDepth, excerpt: excerpt(without: redaction), underlying: underlying,
        redaction: masking, origin: storage.origin))
  }

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

  package var shownPath: String {
    path.shown(masking: storage.redaction ?? Redaction(), below: storage.secretDepth)
  }

  private var isSecret: Bool { storage.secretDepth != nil }

  private var headline: String {
    DisplayText.text(path.isRoot ? problem : "\(shownPath): \(problem)")
  }

  package var sentence: String { problem + (place.map { " (\($0))" } ?? "") }

  private var problem: String {
    let problem =
      switch kind {
      case .keyNotFound where found.isEmpty: "\(expected) is missing"
      case .model: expected
      default: "expected \(expected), found \(found)"
      }
    return DisplayText.text(problem, limit: DisplayText.message)
  }
}
