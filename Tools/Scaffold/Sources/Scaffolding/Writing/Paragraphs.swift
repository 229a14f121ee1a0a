/// The lines of a comment: its paragraphs and items are filled to a width, as Markdown reads them; code, tables,
/// headings, quotes and what else has lines of its own stay as they are.
struct Paragraphs {
  private let width: Int
  private(set) var lines: [String] = []
  /// The paragraph or item that lines are added to.
  private var block: Block?
  /// What ends the code that is open: ``` or ~~~.
  private var fence: String?
  private var isTable = false
  /// Whether a line with a margin belongs to an item before it.
  private var isInList = false

  private struct Block {
    /// What stands before the first word, and before the other lines.
    var margin: String
    var hanging: String
    var words: [String]
    var isItem = false
    /// A line below a paragraph with a larger margin, which stays a line.
    var isLine = false
  }

  /// - Parameter text: Lines without control characters.
  init(_ text: [String], width: Int) {
    self.width = width
    for (index, line) in text.enumerated() {
      let after = index + 1 < text.count ? text[index + 1] : nil
      add(line, before: index > 0 ? text[index - 1] : nil, after: after)
    }
    flush()
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  private mutating func add(_ full: String, before: String?, after: String?) {
    let line = String(full.reversed().drop { $0 == " " }.reversed())
    let content = line.drop { $0 == " " }
    let indent = line.count - content.count
    if let fence {
      lines.append(line)
      if content.hasPrefix(fence) { self.fence = nil }
      return
    }
    if content.isEmpty {
      flush()
      isTable = false
      if !lines.isEmpty, lines.last != "" { lines.append("") }
      return
    }
    if content.hasPrefix("```") || content.hasPrefix("~~~") {
      fence = String(content.prefix(3))
      return keep(line)
    }
    let marker = Self.marker(of: content)
    if isTable || content.hasPrefix("|") || Self.isTableHead(content, after) {
      isTable = true
      return keep(line)
    }
    if Self.isHeading(content) || Self.isRule(content) || Self.isDefinition(content) { return keep(line) }
    // Code by its margin.
    if block == nil, marker == nil, indent >= 4, !isInList { return keep(line) }
    if let marker {
      flush()
      isInList = marker != ">"
      let margin = String(repeating: " ", count: indent)
      let rest = content.dropFirst(marker.count)
      let gap = rest.prefix { $0 == " " }
      block = Block(
        margin: margin + marker + " ",
        hanging: margin + (marker == ">" ? "> " : String(repeating: " ", count: marker.count + 1)),
        words: Self.words(of: rest.dropFirst(gap.count)), isItem: true)
    } else if let open = block, !endsBefore(open, indent, content, before, after) {
      append(Self.words(of: content))
    } else {
      let isLine = block.map { $0.isLine ? indent >= $0.margin.count : indent > $0.margin.count } ?? false
      flush()
      if indent == 0 { isInList = false }
      let margin = String(repeating: " ", count: indent)
      block = Block(margin: margin, hanging: margin, words: Self.words(of: content), isLine: isLine)
    }
    // Two spaces or a backslash at the end are a line break.
    if full.hasSuffix("  ") || full.hasSuffix("\\") { flush() }
  }

  /// Whether a line does not go on with the paragraph or item before it.
  private func endsBefore(
    _ block: Block, _ indent: Int, _ content: Substring, _ before: String?, _ after: String?
  ) -> Bool {
    if block.isItem { return indent > block.hanging.count + 3 }
    if block.isLine { return true }
    // Lines with a margin, and lines that each say what a word means, are more than a paragraph.
    if abs(indent - block.margin.count) >= 2 { return true }
    return Self.explains(content)
      && [before, after].contains { $0.map { Self.explains($0.drop { $0 == " " }) } ?? false }
  }

  /// Adds a line as it is.
  private mutating func keep(_ line: String) {
    flush()
    lines.append(line)
  }

  private mutating func append(_ words: [String]) {
    guard let last = block?.words.last, let next = words.first, Self.isWide(last.last),
      Self.isWide(next.first)
    else {
      block?.words += words
      return
    }
    // Between words of Chinese or Japanese there is no space.
    block?.words.removeLast()
    block?.words.append(last + next)
    block?.words += words.dropFirst()
  }

  private mutating func flush() {
    guard let block else { return }
    self.block = nil
    var current = block.margin
    var isStart = true
    for word in Self.units(block.words) {
      if !isStart, current.count + 1 + word.count > width {
        lines.append(current)
        (current, isStart) = (block.hanging, true)
      }
      current += isStart ? word : " " + word
      isStart = false
      // A text without spaces goes on anywhere between its signs.
      while current.count > width, let end = Self.end(of: current, within: width) {
        lines.append(String(current[..<end]))
        current = block.hanging + current[end...]
      }
    }
    lines.append(current)
  }

  private static func end(of line: String, within width: Int) -> String.Index? {
    var end = line.index(line.startIndex, offsetBy: width)
    while end > line.startIndex {
      let before = line[line.index(before: end)]
      if isWide(before) || isWide(line[end]), !"。、，．！？）」』】：；".contains(line[end]) {
        return line[..<end].allSatisfy { $0 == " " } ? nil : end
      }
      end = line.index(before: end)
    }
    return nil
  }

  // MARK: What Markdown makes of a line

  private static func words(of line: some StringProtocol) -> [String] {
    line.split { $0 == " " }.map { String($0) }
  }

  /// The words; one that would begin an item, a heading or a quote at the start of a line stays with the one before it.
  private static func units(_ words: [String]) -> [String] {
    words.reduce(into: []) { units, word in
      if let last = units.last, isMarkup(word) {
        units[units.count - 1] = last + " " + word
      } else {
        units.append(word)
      }
    }
  }

  private static func isMarkup(_ word: String) -> Bool {
    if let first = word.first, ">|".contains(first) { return true }
    if word.hasPrefix("```") || word.hasPrefix("~~~") { return true }
    if let marker = marker(of: word + " x"), marker.count == word.count { return true }
    return word.allSatisfy { $0 == "#" } || word.allSatisfy { $0 == "=" } || word.allSatisfy { $0 == "-" }
  }

  /// `-`, `*`, `+`, `1.` or `>`, if that is what a line begins with.
  private static func marker(of line: some StringProtocol) -> String? {
    let word = line.prefix { $0 != " " }
    if word.count == 1, let first = word.first, "-*+•".contains(first), line.count > 2 { return String(word) }
    if line.hasPrefix(">") { return ">" }
    guard let end = word.last, ".)".contains(end), (2...4).contains(word.count), line.count > word.count,
      word.dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return String(word)
  }

  private static func isHeading(_ line: Substring) -> Bool {
    let signs = line.prefix { $0 == "#" }
    return (1...6).contains(signs.count) && line.dropFirst(signs.count).hasPrefix(" ")
  }

  /// `---` and `===`.
  private static func isRule(_ line: Substring) -> Bool {
    guard line.count >= 3, let first = line.first, "-=*_".contains(first) else { return false }
    return line.allSatisfy { $0 == first || $0 == " " }
  }

  /// `[name]: https://…`
  private static func isDefinition(_ line: Substring) -> Bool {
    line.hasPrefix("[") && line.contains("]: ") && !line.prefix { $0 != "]" }.contains(" ")
  }

  private static func isTableHead(_ line: Substring, _ after: String?) -> Bool {
    guard line.contains("|"), let after, after.contains("|"), after.contains("-") else { return false }
    return after.allSatisfy { "-:| ".contains($0) }
  }

  /// `word: what it means`, or with a hyphen or an equals sign between.
  private static func explains(_ line: some StringProtocol) -> Bool {
    let first = line.prefix { $0 != " " }
    if first.hasSuffix(":") { return first.count > 1 && line.count > first.count }
    let second = line.dropFirst(first.count).drop { $0 == " " }.prefix { $0 != " " }
    return ["-", "–", "—", "=", ":", "=>", "->"].contains(String(second))
  }

  /// Whether a sign is of a script without spaces between words.
  private static func isWide(_ character: Character?) -> Bool {
    guard let scalar = character?.unicodeScalars.first?.value else { return false }
    return (0x2E80...0x9FFF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
      || (0xFF00...0xFFEF).contains(scalar) || (0x20000...0x3FFFF).contains(scalar)
  }
}
