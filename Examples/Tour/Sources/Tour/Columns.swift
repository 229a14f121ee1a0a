// Text in columns of a terminal, where a CJK character or an emoji takes two.

/// The text, cut off or filled up to this many columns.
func fitted(_ text: String, to width: Int) -> String {
  let text = clipped(text, to: width)
  return text + String(repeating: " ", count: width - columns(of: text))
}

/// The text, cut off with an ellipsis where it has more than this many columns.
func clipped(_ text: String, to width: Int) -> String {
  let text = printable(text)
  if columns(of: text) <= width { return text }
  var clipped = ""
  var used = 0
  for character in text {
    used += columns(of: character)
    if used > width - 1 { break }
    clipped.append(character)
  }
  return clipped + "…"
}

/// The text with its control characters spelled out, so that nothing a server sends can move the cursor.
func printable(_ text: String) -> String {
  var printable = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .format where scalar == "\u{200D}": printable.unicodeScalars.append(scalar)  // joins emoji
    case .control, .format, .lineSeparator, .paragraphSeparator:
      printable += "\\u{\(String(scalar.value, radix: 16))}"
    default: printable.unicodeScalars.append(scalar)
    }
  }
  return printable
}

private func columns(of text: String) -> Int {
  text.reduce(0) { $0 + columns(of: $1) }
}

/// By the East Asian Width of its first scalar (Unicode Standard Annex 11), and two for an emoji.
private func columns(of character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
  return switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    2
  default: 1
  }
}
