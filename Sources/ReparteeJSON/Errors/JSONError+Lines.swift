import ReparteeRedaction

extension JSONError {
  /// Returns this error with its place in a stream of which the decoded text is a line (NDJSON, logs).
  ///
  /// ``line`` and the ``excerpt`` count lines of the stream; ``byteOffset`` counts from its start, and is nil without
  /// `offset`.
  ///
  /// - Parameters:
  ///   - number: The line's number in the stream, from 1.
  ///   - offset: The line's first byte in the stream.
  public func onLine(_ number: Int, startingAt offset: Int? = nil) -> JSONError {
    relocated(
      path: path,
      position: storage.position.map { position in
        Position(
          offset: position.offset.flatMap { own in offset.map { own + $0 } },
          line: position.line.map { $0 + number - 1 }, column: position.column)
      },
      excerpt: excerpt.map { JSONError.renumbered($0) { $0 + number - 1 } }, secretDepth: storage.secretDepth)
  }

  /// If a key of `base` is secret, so is the whole text.
  func moved(to base: JSONPath, by offset: Int, line: Int? = nil, column: Int = 1) -> JSONError {
    let depth = base.secretDepth(storage.redaction ?? Redaction())
    return relocated(
      path: JSONPath(base.components + path.components),
      position: storage.position.map { position in
        Position(
          offset: position.offset.map { $0 + offset },
          line: line.flatMap { line in position.line.map { $0 + line - 1 } },
          column: line == nil ? nil : position.column.map { $0 + (position.line == 1 ? column - 1 : 0) })
      },
      excerpt: depth != nil
        ? nil : excerpt.map { text in JSONError.renumbered(text) { own in line.map { own + $0 - 1 } } },
      secretDepth: depth ?? storage.secretDepth.map { $0 + base.components.count })
  }

  private func relocated(
    path: JSONPath, position: Position?, excerpt: String?, secretDepth: Int?
  ) -> JSONError {
    JSONError(
      storage: Storage(
        kind: kind, path: path, position: position, expected: expected, found: found,
        availableKeys: availableKeys, missingKey: storage.missingKey, hint: hint,
        secretDepth: secretDepth, excerpt: excerpt, underlying: underlying,
        redaction: storage.redaction))
  }

  private static func renumbered(_ excerpt: String, _ number: (Int) -> Int?) -> String {
    let lines = excerpt.split(separator: "\n", omittingEmptySubsequences: false).map {
      line -> (number: String, rest: Substring) in
      guard let bar = line.firstRange(of: " | ") else { return ("", line) }
      let own = Int(line[..<bar.lowerBound].drop { $0 == " " })
      return (own.flatMap(number).map(String.init) ?? "", line[bar.lowerBound...])
    }
    let width = lines.map(\.number.count).max() ?? 0
    return lines.map { line in
      "  " + String(repeating: " ", count: width - line.number.count) + line.number + line.rest
    }.joined(separator: "\n")
  }
}
