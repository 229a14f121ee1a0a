/// Returns a text that the registry may have chosen, for a line in a terminal: each control or format character, which
/// could move the cursor or reorder the line, is escaped, such as `\u{1b}`.
func printable(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      line += "\\u{\(String(scalar.value, radix: 16))}"
    default: line.unicodeScalars.append(scalar)
    }
  }
  return line
}
