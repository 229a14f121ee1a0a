package import HTTPTypes

/// The status codes of a line of a ``ResponseMap``, and its content types if they are limited.
package struct ResponseLine: Sendable, Hashable, CustomStringConvertible {
  package let first: Int
  package let last: Int
  package let mediaRange: MediaRange?

  /// `200`, `400...499`, `200 application/json`.
  package var description: String {
    let codes = first == last ? "\(first)" : "\(first)...\(last)"
    return mediaRange.map { "\(codes) \($0)" } ?? codes
  }
}

extension ResponseMap {
  /// The lines, those of included maps last. Of several lines for the same codes and content types, only the first is
  /// listed: it applies.
  package var lines: [ResponseLine] {
    var lines: [ResponseLine] = []
    func append(_ line: ResponseLine) {
      if !lines.contains(line) { lines.append(line) }
    }
    var included: [ResponseMap] = []
    for line in cases {
      switch line.content {
      case .exact(let code, let outcome):
        append(ResponseLine(first: code, last: code, mediaRange: outcome.mediaRange))
      case .range(let first, let last, let outcome):
        append(ResponseLine(first: first, last: last, mediaRange: outcome.mediaRange))
      case .included(let map): included.append(map)
      case .rule: break
      }
    }
    for line in included.flatMap(\.lines) { append(line) }
    return lines
  }

  /// Returns the line that applies to a response; nil if the response is not declared.
  package func line(for head: HTTPResponse) -> ResponseLine? {
    storage.table.declared(for: head.status.code, contentType: head.headerFields.mediaType).map {
      let line = storage.table.lines[$0]
      return ResponseLine(first: line.first, last: line.last, mediaRange: line.traits.mediaRange)
    }
  }
}
