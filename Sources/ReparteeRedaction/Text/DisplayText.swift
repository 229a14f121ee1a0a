/// Makes text from outside safe: it can't end a log line, move a cursor, reorder or hide text, or exceed its limit. No
/// other code escapes text.
///
/// Limits count Unicode scalars.
package enum DisplayText {
  package static let name = 60
  package static let path = 400
  package static let message = 500
  package static let description = 1_000

  /// Writes control, format, private and unassigned characters as `\u{1b}`, and cuts to `limit` with `…`. Idempotent.
  package static func text(_ text: some StringProtocol, limit: Int = description) -> String {
    var shown = String.UnicodeScalarView()
    var count = 0
    // After the last piece that leaves room for `…`.
    var cut = shown.startIndex
    for scalar in text.unicodeScalars {
      let piece = isDisplayed(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16))}"
      let length = piece?.unicodeScalars.count ?? 1
      if count + length > limit {
        shown.removeSubrange(cut...)
        shown.append("…")
        return String(shown)
      }
      if let piece { shown.append(contentsOf: piece.unicodeScalars) } else { shown.append(scalar) }
      count += length
      if count < limit { cut = shown.endIndex }
    }
    return String(shown)
  }

  /// Shows each line, with tabs as spaces; `limit` is for all.
  package static func lines(_ text: some StringProtocol, limit: Int) -> String {
    var lines: [String] = []
    var rest = limit
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let shown = DisplayText.text(String(line.map { $0 == "\t" ? " " : $0 }), limit: max(rest, 1))
      lines.append(shown)
      rest -= shown.unicodeScalars.count + 1
      if rest <= 0 { break }
    }
    return lines.joined(separator: "\n")
  }

  package static func names(_ names: some Sequence<String>) -> String {
    var shown: [String] = []
    for name in names {
      if shown.count == 30 {
        shown.append("…")
        break
      }
      shown.append(text(name, limit: DisplayText.name))
    }
    return shown.joined(separator: ", ")
  }

  package static func isDisplayed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return false
    // Hangul fillers and other characters without a shape.
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
