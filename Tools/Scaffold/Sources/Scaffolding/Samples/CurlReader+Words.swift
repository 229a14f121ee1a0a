extension CurlReader {
  /// The words of a command, as a POSIX shell splits it; nothing is expanded.
  static func words(of command: String) throws -> [String] {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var quote: Character?
    var characters = Array(withoutCarets(command))[...]
    while let character = characters.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", _): word.append(character)
      case ("\"", "\\"):
        guard let next = characters.popFirst() else { break }
        if next != "\n" { word += "\"\\$`".contains(next) ? String(next) : "\\\(next)" }
      case ("\"", _): word.append(character)
      case ("$", "'"): quote = nil
      case ("$", "\\"):
        word += escaped(&characters)
      case ("$", _): word.append(character)
      case (_, "'"), (_, "\""):
        isInWord = true
        quote = character
      case (_, "$") where characters.first == "'":
        characters.removeFirst()
        isInWord = true
        quote = "$"
      case (_, "\\"):
        guard let next = characters.popFirst() else { break }
        if next == "\r\n" || next == "\n" { break }
        isInWord = true
        word.append(next)
      case (_, let character) where character.isWhitespace:
        if isInWord { words.append(word) }
        (word, isInWord) = ("", false)
      default:
        isInWord = true
        word.append(character)
      }
    }
    if quote != nil { throw InputError("a quotation mark is not closed", file: "curl") }
    if isInWord { words.append(word) }
    return words
  }

  /// A command that a browser copied for cmd.exe, without the carets before signs and at the ends of lines.
  private static func withoutCarets(_ command: String) -> String {
    guard command.contains(" ^\"") else { return command }
    return command.replacing(/\^(?:\R|(.))/) { $0.1 ?? "" }
  }

  /// What stands behind a backslash in `$'…'`: a letter, or the number of a character (`\u0021`).
  private static func escaped(_ rest: inout ArraySlice<Character>) -> String {
    guard let letter = rest.popFirst() else { return "" }
    guard let length = ["x": 2, "u": 4, "U": 8][letter] else {
      return ["n": "\n", "t": "\t", "r": "\r"][letter] ?? String(letter)
    }
    let digits = String(rest.prefix(length).prefix(while: \.isHexDigit))
    guard let code = UInt32(digits, radix: 16) else { return String(letter) }
    rest.removeFirst(digits.count)
    return Unicode.Scalar(code).map { String($0) } ?? "\u{FFFD}"
  }
}
