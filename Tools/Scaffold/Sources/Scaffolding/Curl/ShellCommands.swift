/// The commands in a text, as a POSIX shell splits them; nothing is expanded.
struct ShellCommands {
  struct Command: Equatable {
    var words: [String] = []
    /// What it reads: a text below it (`<<EOF`), or that of the `echo` before it.
    var input: String?
  }

  private(set) var commands: [Command] = []
  private var rest: ArraySlice<Character>
  private var command = Command()
  private var word = ""
  private var isInWord = false
  /// What ends the texts below the line, and whether tabs in front of their lines are left out.
  private var delimiters: [(text: String, dropsTabs: Bool, command: Int)] = []
  /// What the command before a pipe wrote.
  private var piped: String?

  init(_ text: String) throws {
    rest = Array(Self.withoutCarets(text))[...]
    while let character = rest.popFirst() { try read(character) }
    endWord()
    endCommand()
  }

  /// The words of a text that is one command.
  static func words(of text: String) throws -> [String] {
    try ShellCommands(text).commands.first?.words ?? []
  }

  private mutating func read(_ character: Character) throws {
    switch character {
    case "'", "\"":
      isInWord = true
      try quoted(by: character)
    case "$" where rest.first == "'":
      rest.removeFirst()
      isInWord = true
      try escapedText()
    case "$" where rest.first == "(":
      isInWord = true
      word += "$" + substitution()
    case "`":
      // At the end of a line it continues a command of PowerShell.
      if rest.first?.isNewline == true {
        rest.removeFirst()
      } else {
        isInWord = true
        word += "$(" + String(rest.prefix { $0 != "`" }) + ")"
        rest = rest.drop { $0 != "`" }.dropFirst()
      }
    case "\\":
      guard let next = rest.popFirst(), !next.isNewline else { return }
      isInWord = true
      word.append(next)
    case "#" where !isInWord && isAtLineStart && !isPrompt: rest = rest.drop { !$0.isNewline }
    case let character where character.isNewline: endLine()
    case let character where character.isWhitespace: endWord()
    case "|", ";", "&":
      if isOperator(character) { endOperator(character) } else { append(character) }
    case ">" where !isInWord || word.allSatisfy(\.isNumber): dropTarget()
    case "<" where !isInWord && !isPlaceholder: try input()
    default: append(character)
    }
  }

  private mutating func append(_ character: Character) {
    isInWord = true
    word.append(character)
  }

  private var isAtLineStart: Bool { command.words.isEmpty }

  /// Whether a number sign is the prompt of a command, and not the start of a comment.
  private var isPrompt: Bool { String(rest.prefix(5)) == " curl" }

  // MARK: Quotation marks

  private mutating func quoted(by mark: Character) throws {
    while let character = rest.popFirst() {
      switch character {
      case mark: return
      case "\\" where mark == "\"":
        guard let next = rest.popFirst() else { continue }
        if next != "\n" { word += "\"\\$`".contains(next) ? String(next) : "\\\(next)" }
      case "$" where mark == "\"" && rest.first == "(": word += "$" + substitution()
      default: word.append(character)
      }
    }
    throw InputError("a quotation mark is not closed", file: "curl")
  }

  /// `$'…'`
  private mutating func escapedText() throws {
    while let character = rest.popFirst() {
      switch character {
      case "'": return
      case "\\": word += escape()
      default: word.append(character)
      }
    }
    throw InputError("a quotation mark is not closed", file: "curl")
  }

  /// What stands behind a backslash in `$'…'`: a letter, or the number of a character (`\u0021`).
  private mutating func escape() -> String {
    guard let letter = rest.popFirst() else { return "" }
    guard let length = ["x": 2, "u": 4, "U": 8][letter] else {
      return ["n": "\n", "t": "\t", "r": "\r"][letter] ?? String(letter)
    }
    let digits = String(rest.prefix(length).prefix(while: \.isHexDigit))
    guard let code = UInt32(digits, radix: 16) else { return String(letter) }
    rest.removeFirst(digits.count)
    return Unicode.Scalar(code).map { String($0) } ?? "\u{FFFD}"
  }

  /// `(cat token)`, up to the parenthesis that closes it.
  private mutating func substitution() -> String {
    var text = ""
    var depth = 0
    while let character = rest.popFirst() {
      text.append(character)
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { break }
    }
    return text
  }

  // MARK: Signs of the shell

  /// Not within a word: a URL without quotation marks may have an ampersand, and `type=` follows a semicolon.
  private func isOperator(_ character: Character) -> Bool {
    guard let next = rest.first else { return true }
    return next.isWhitespace || next == character || (!isInWord && character != "&")
  }

  private mutating func endOperator(_ sign: Character) {
    endWord()
    let isPipe = sign == "|" && rest.first != "|"
    if rest.first == sign { rest.removeFirst() }
    let written = isPipe ? Self.written(by: command) : nil
    endCommand()
    piped = written
  }

  /// The text that `echo` or `printf` writes.
  private static func written(by command: Command) -> String? {
    guard let name = command.words.first, ["echo", "printf"].contains(name) else { return command.input }
    return command.words.dropFirst().drop { ["-n", "-e"].contains($0) }.joined(separator: " ")
  }

  /// `> file`, `2>/dev/null`, `2>&1`
  private mutating func dropTarget() {
    (word, isInWord) = ("", false)
    rest = rest.drop { ">&".contains($0) }.drop { $0 == " " }.drop { !$0.isWhitespace && !"|;".contains($0) }
  }

  /// Whether `<` begins a word such as `<id>`.
  private var isPlaceholder: Bool {
    let word = rest.prefix { !$0.isWhitespace }
    return word.first?.isLetter == true && word.contains(">")
  }

  private mutating func input() throws {
    let signs = rest.prefix { $0 == "<" }.count
    rest = rest.dropFirst(signs)
    let dropsTabs = signs == 1 && rest.first == "-"
    if dropsTabs { rest.removeFirst() }
    let target = try nextWord()
    switch signs {
    case 0: command.input = "@" + target
    case 1: delimiters.append((target, dropsTabs, commands.count))
    default: command.input = target
    }
  }

  private mutating func nextWord() throws -> String {
    rest = rest.drop { $0 == " " }
    var text = ""
    while let character = rest.first, !character.isWhitespace, !"|;".contains(character) {
      rest.removeFirst()
      guard character == "'" || character == "\"" else {
        text.append(character)
        continue
      }
      let kept = word
      word = ""
      try quoted(by: character)
      text += word
      word = kept
    }
    return text
  }

  // MARK: Ends

  private mutating func endWord() {
    if isInWord { command.words.append(word) }
    (word, isInWord) = ("", false)
  }

  private mutating func endCommand() {
    if !command.words.isEmpty {
      command.input = command.input ?? piped
      commands.append(command)
    }
    command = Command()
    piped = nil
  }

  /// The next line goes on with the command, as many write it, unless it begins one.
  private mutating func endLine() {
    endWord()
    for (delimiter, dropsTabs, reader) in delimiters {
      let text = text(to: delimiter, dropsTabs)
      if reader < commands.count { commands[reader].input = text } else { command.input = text }
    }
    delimiters = []
    if Self.beginsCommand(rest) { endCommand() }
  }

  private mutating func text(to delimiter: String, _ dropsTabs: Bool) -> String {
    var lines: [String] = []
    while !rest.isEmpty {
      var line = String(rest.prefix { !$0.isNewline })
      rest = rest.dropFirst(line.count + 1)
      if dropsTabs { line = String(line.drop { $0 == "\t" }) }
      if line == delimiter { break }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func beginsCommand(_ text: ArraySlice<Character>) -> Bool {
    let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }
    let words = line.split(separator: " " as Character).map { String($0) }
    guard let first = words.first(where: { !CurlCommand.isPrompt($0) && !CurlCommand.isAssignment($0) })
    else {
      return false
    }
    return CurlCommand.isCurl(first) || CurlCommand.wrappers.contains(first) || first.hasPrefix("#")
  }

  /// A command that a browser copied for cmd.exe, without the carets before signs and at the ends of lines.
  private static func withoutCarets(_ command: String) -> String {
    guard command.contains(" ^\"") else { return command }
    return command.replacing(/\^(?:\R|(.))/) { $0.1 ?? "" }
  }
}
