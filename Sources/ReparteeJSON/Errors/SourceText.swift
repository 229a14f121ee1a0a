import ReparteeRedaction

/// The decoding or scanner that failed keeps `bytes` alive.
struct SourceText {
  let bytes: Bytes
  let lines: LineIndex

  func position(at offset: Int) -> JSONError.Position {
    let offset = min(max(offset, 0), bytes.count)
    let position = lines.position(of: offset, in: bytes)
    return JSONError.Position(offset: offset, line: position.line, column: position.column)
  }

  /// - Parameter mask: Called only for bytes that may be shown.
  func excerpt(
    of range: Range<Int>, width: Int, masking mask: (_ shown: [Range<Int>]) -> Mask
  ) -> String? {
    guard width > 0, !bytes.isEmpty else { return nil }
    let width = min(max(width, 20), 1_000)
    let start = min(max(range.lowerBound, 0), bytes.count)
    let first = LineIndex.start(of: bytes)
    let position = lines.position(of: start, in: bytes)
    let lineStart = min(position.lineStart, start)
    let gutter = String(position.line).count
    // A character has at most four bytes.
    let reach = width * 4
    let before =
      lineStart > first ? lines.position(of: lineStart - 1, in: bytes).lineStart..<lineStart - 1 : nil
    var shown = [max(lineStart, start - reach - 4)..<min(bytes.count, start + reach)]
    if let before {
      shown.insert(before.lowerBound..<min(before.upperBound, before.lowerBound + reach), at: 0)
    }
    let hidden = mask(shown)

    var lines: [String] = []
    if let before, before.lowerBound < hidden.end {
      let text = render(before, focus: nil, width, hidden).text
      lines.append("  \(pad(String(position.line - 1), gutter)) | \(text)")
    }
    let line = render(
      lineStart..<endOfLine(start, within: reach), focus: start..<max(range.upperBound, start + 1), width,
      hidden)
    lines.append("  \(position.line) | \(line.text)")
    let caret =
      String(repeating: " ", count: line.caret.lowerBound) + String(repeating: "^", count: line.caret.count)
    lines.append("  \(pad("", gutter)) | \(caret)")
    return lines.joined(separator: "\n")
  }

  func mask(_ shown: [Range<Int>], _ redaction: Redaction) -> Mask {
    // An HTML or XML page is masked as text; nothing else that is not JSON is shown.
    guard bytes.first(where: { !isSpace($0) }) != UInt8(ascii: "<") else {
      let end = shown.last?.upperBound ?? 0
      return redaction.mask(of: Array(bytes[..<min(bytes.count, end + 4_096)]))
    }
    return bytes.secrets(redaction, shown: shown)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func endOfLine(_ offset: Int, within reach: Int) -> Int {
    // Room for CR and LF.
    let limit = min(bytes.count, offset + reach + 2)
    var end = offset
    while end < limit, bytes[end] != 0x0A { end += 1 }
    let isEnd = end == bytes.count || bytes[end] == 0x0A
    if isEnd, end > offset, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private func render(
    _ line: Range<Int>, focus: Range<Int>?, _ width: Int, _ mask: Mask
  ) -> (text: String, caret: Range<Int>) {
    // Of a long line, reads only the bytes around the focus, at most four for each character.
    let middle = focus?.lowerBound ?? line.lowerBound
    var index = max(line.lowerBound, middle - width * 4)
    let first = max(line.lowerBound, index - 3)
    while index > first, index < line.upperBound, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    let limit = min(line.upperBound, middle + width * 4)
    var characters: [Character] = []
    var caretStart: Int?
    var caretEnd = 0
    var leftOut = (before: index > line.lowerBound, after: limit < line.upperBound)
    let pieces = mask.pieces
    var piece = pieces.firstIndex { $0.range.upperBound > index } ?? pieces.endIndex

    while index < min(limit, mask.end) {
      while piece < pieces.endIndex, pieces[piece].range.upperBound <= index { piece += 1 }
      let isMasked = piece < pieces.endIndex && pieces[piece].range.contains(index)
      let next = isMasked ? min(limit, pieces[piece].range.upperBound) : index + scalarLength(at: index)
      let column = characters.count
      if isMasked {
        characters += pieces[piece].isValue ? "\"\(Redaction.mask)\"" : Redaction.mask
      } else {
        characters.append(character(index, next))
      }
      if let focus, next > focus.lowerBound, index < focus.upperBound {
        caretStart = caretStart ?? column
        caretEnd = characters.count
      }
      index = next
    }
    var caret = (caretStart ?? characters.count)..<max(caretEnd, (caretStart ?? characters.count) + 1)
    if mask.isCut, mask.end <= limit {
      // A narrow excerpt has no room for the reason.
      characters += width < 70 ? "…" : mask.restNote
      leftOut.after = false
    }

    // Cuts to the width with ellipses, a third of it before the focus.
    if characters.count + (leftOut.before ? 1 : 0) + (leftOut.after ? 1 : 0) > width {
      let room = width - 2
      let start = focus == nil ? 0 : min(max(0, caret.lowerBound - room / 3), characters.count - room)
      leftOut = (leftOut.before || start > 0, leftOut.after || start + room < characters.count)
      characters = Array(characters[start..<start + room])
      let upper = max(min(caret.upperBound - start, room), caret.lowerBound - start + 1)
      caret = caret.lowerBound - start..<upper
    }
    let text = (leftOut.before ? "…" : "") + String(characters) + (leftOut.after ? "…" : "")
    return leftOut.before ? (text, caret.lowerBound + 1..<caret.upperBound + 1) : (text, caret)
  }

  private func scalarLength(at index: Int) -> Int {
    let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
    return min(length, bytes.count - index)
  }

  /// Printable, for logs and terminals.
  private func character(_ start: Int, _ end: Int) -> Character {
    let byte = bytes[start]
    if byte == 0x09 { return " " }
    if byte < 0x20 || byte == 0x7F { return "·" }
    if byte < 0x80 { return Character(Unicode.Scalar(byte)) }
    let text = bytes.text(start..<end)
    guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first, let character = text.first
    else {
      return "\u{FFFD}"
    }
    let category = scalar.properties.generalCategory
    // A combining mark would join the previous character and move the caret.
    let isMark = category == .nonspacingMark || category == .enclosingMark
    return isMark || !DisplayText.isDisplayed(scalar) ? "·" : character
  }
}
