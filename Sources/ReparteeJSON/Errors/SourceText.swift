/// The bytes that an error is about, for its position and its excerpt. Made only once there is an error.
///
/// Unsafe: `bytes` is alive as long as the document or scanner that the error comes from; every offset is clamped.
struct SourceText {
  let bytes: UnsafeBufferPointer<UInt8>

  func position(at offset: Int) -> JSONError.Position {
    let offset = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = hasByteOrderMark ? 3 : 0
    for index in 0..<offset where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    var column = 1
    if lineStart < offset {
      for index in lineStart..<offset where bytes[index] & 0xC0 != 0x80 { column += 1 }
    }
    return JSONError.Position(offset: offset, line: line, column: column)
  }

  private var hasByteOrderMark: Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  /// The line of `range`, one line before it, and a caret under the range.
  func excerpt(of range: Range<Int>, _ policy: ExcerptPolicy) -> String? {
    guard policy.isEnabled, !bytes.isEmpty else { return nil }
    let width = min(max(policy.maximumWidth, 20), 1_000)
    let start = min(max(range.lowerBound, 0), bytes.count)
    let mask = mask(around: start, width, policy.redaction)
    let number = position(at: start).line ?? 1
    let lineStart = startOfLine(start)
    let gutter = String(number).count

    var lines: [String] = []
    if lineStart > (hasByteOrderMark ? 3 : 0), startOfLine(lineStart - 1) < mask.end {
      let before = render(startOfLine(lineStart - 1)..<lineStart - 1, focus: nil, width, mask)
      lines.append("  \(pad(String(number - 1), gutter)) | \(before.text)")
    }
    let line = render(
      lineStart..<endOfLine(start), focus: start..<max(range.upperBound, start + 1), width, mask)
    lines.append("  \(number) | \(line.text)")
    let caret =
      String(repeating: " ", count: line.caret.lowerBound) + String(repeating: "^", count: line.caret.count)
    lines.append("  \(pad("", gutter)) | \(caret)")
    return lines.joined(separator: "\n")
  }

  /// What is not shown around a place: no more than that is looked into.
  private func mask(around start: Int, _ width: Int, _ redaction: Redaction) -> Mask {
    let before = max(startOfLine(start), start - width * 4)
    let shown =
      max(0, min(before, startOfLine(max(before - 1, 0))))..<min(bytes.count, start + width * 4)
    // A page in place of JSON is text; anything else that is no JSON is not shown.
    guard bytes.first(where: { !isSpace($0) }) != UInt8(ascii: "<") else {
      return redaction.mask(of: Array(bytes[..<min(bytes.count, shown.upperBound + 4_096)]))
    }
    return redaction.jsonMask(of: bytes, shown: shown)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func startOfLine(_ offset: Int) -> Int {
    var start = offset
    let first = hasByteOrderMark ? 3 : 0
    while start > first, bytes[start - 1] != 0x0A { start -= 1 }
    return start
  }

  private func endOfLine(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    if end > offset, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// A line of at most `width` characters around the focus, and where the focus is in it.
  private func render(
    _ line: Range<Int>, focus: Range<Int>?, _ width: Int, _ mask: Mask
  ) -> (text: String, caret: Range<Int>) {
    // Long lines: only the bytes around the focus are looked at. A character has at most four.
    let middle = focus?.lowerBound ?? line.lowerBound
    var index = max(line.lowerBound, middle - width * 4)
    while index > line.lowerBound, index < line.upperBound, bytes[index] & 0xC0 == 0x80 { index -= 1 }
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
    let isCut = mask.isCut && mask.end <= limit
    if isCut {
      characters.append("…")
      leftOut.after = false
    }
    var caret = (caretStart ?? characters.count)..<max(caretEnd, (caretStart ?? characters.count) + 1)
    if isCut, caretStart == nil { caret = characters.count - 1..<characters.count }

    // Cut to the width: a third of it before the focus.
    if characters.count > width {
      let start = focus == nil ? 0 : min(max(0, caret.lowerBound - width / 3), characters.count - width)
      leftOut = (leftOut.before || start > 0, leftOut.after || start + width < characters.count)
      characters = Array(characters[start..<start + width])
      let upper = max(min(caret.upperBound - start, width), caret.lowerBound - start + 1)
      caret = caret.lowerBound - start..<upper
    }
    let rest = leftOut.after ? "…" : isCut ? String(mask.restNote.dropFirst()) : ""
    let text = (leftOut.before ? "…" : "") + String(characters) + rest
    return leftOut.before ? (text, caret.lowerBound + 1..<caret.upperBound + 1) : (text, caret)
  }

  private func scalarLength(at index: Int) -> Int {
    let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
    return min(length, bytes.count - index)
  }

  /// A printable stand-in for what is at `start..<end`: excerpts go into logs and terminals.
  private func character(_ start: Int, _ end: Int) -> Character {
    let byte = bytes[start]
    if byte == 0x09 { return " " }
    if byte < 0x20 || byte == 0x7F { return "·" }
    if byte < 0x80 { return Character(Unicode.Scalar(byte)) }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first, let character = text.first
    else {
      return "\u{FFFD}"
    }
    let category = scalar.properties.generalCategory
    // A mark would stand on the character before it, and move the caret.
    let isMark = category == .nonspacingMark || category == .enclosingMark
    return isMark || !Shown.isShown(scalar) ? "·" : character
  }
}
