/// Functions that make text from outside safe to show: in descriptions, reports and messages.
///
/// This is the only place that escapes. Text that passes through it can't end a line of a log, move a cursor, reorder a
/// line or hide in it, and is never longer than its limit.
package enum Shown {
  /// The maximum number of Unicode scalars of one name: a key, the name of a header field or of a query item.
  package static let name = 60
  /// The maximum number of Unicode scalars of a path into a body.
  package static let path = 400
  /// The maximum number of Unicode scalars of a message, which may be a part of a description.
  package static let message = 500
  /// The maximum number of Unicode scalars of a description.
  package static let description = 1_000

  /// Returns the text with every control, format, private or unassigned character as `\u{1b}`, cut to `limit` Unicode
  /// scalars, with `…` at the cut. A text that this function returned does not change.
  package static func text(_ text: some StringProtocol, limit: Int = description) -> String {
    var shown = String.UnicodeScalarView()
    var count = 0
    // Where to cut if the text becomes too long: after the last piece that leaves room for `…`.
    var cut = shown.startIndex
    for scalar in text.unicodeScalars {
      let piece = isShown(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16))}"
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

  /// Returns a text of several lines, each by ``text(_:limit:)``, tabs as spaces, cut at `limit` in all.
  package static func lines(_ text: some StringProtocol, limit: Int) -> String {
    var lines: [String] = []
    var rest = limit
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let shown = Shown.text(String(line.map { $0 == "\t" ? " " : $0 }), limit: max(rest, 1))
      lines.append(shown)
      rest -= shown.unicodeScalars.count + 1
      if rest <= 0 { break }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a list of names, at most 30 of them.
  package static func names(_ names: some Sequence<String>) -> String {
    var shown: [String] = []
    for name in names {
      if shown.count == 30 {
        shown.append("…")
        break
      }
      shown.append(text(name, limit: Shown.name))
    }
    return shown.joined(separator: ", ")
  }

  /// Returns whether a character is shown as it is.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return false
    // Hangul fillers and other characters without a shape.
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
