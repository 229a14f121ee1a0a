import Foundation

/// A piece of a description: text, Markdown's own code, or an element of HTML.
indirect enum HTMLNode {
  case text(String)
  /// Between backticks: it stays as it is.
  case verbatim(String)
  case element(String, attributes: [String: String], isClosed: Bool, [HTMLNode])

  func isElement(_ names: String...) -> Bool {
    if case .element(let name, _, _, _) = self { names.contains(name) } else { false }
  }
}

/// Finds the HTML in a text that may be Markdown, or neither. What is no known tag, or has no end, is text.
struct HTMLParser {
  private struct Open {
    var name: String
    var attributes: [String: String] = [:]
    /// The tag as it was written.
    var raw: String
    var isBehindWord = false
    var children: [HTMLNode] = []
  }

  private let bytes: [UInt8]
  private var position = 0
  private var textStart = 0
  private var stack = [Open(name: "", raw: "")]
  /// Where the last run of so many backticks begins.
  private var lastTicks: [Int: Int] = [:]

  /// The most elements within each other; what is deeper stays as it is.
  private static let maximumDepth = 64
  private static let maximumTag = 4_096

  static func nodes(of text: String) -> [HTMLNode] {
    var parser = HTMLParser(bytes: Array(text.utf8))
    return parser.nodes()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func nodes() -> [HTMLNode] {
    for (start, length) in tickRuns() { lastTicks[length] = start }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "`"): code()
      case UInt8(ascii: "<"): tag()
      default: position += 1
      }
    }
    endText(at: bytes.count)
    while stack.count > 1 { pop(isClosed: false) }
    return stack[0].children
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func append(_ node: HTMLNode) { stack[stack.count - 1].children.append(node) }

  private mutating func endText(at end: Int) {
    if textStart < end { append(.text(text(textStart..<end))) }
    textStart = position
  }

  // MARK: Markdown's code

  private func tickRuns() -> [(start: Int, length: Int)] {
    var runs: [(Int, Int)] = []
    var start = 0
    while let tick = bytes[start...].firstIndex(of: UInt8(ascii: "`")) {
      let end = bytes[tick...].firstIndex { $0 != UInt8(ascii: "`") } ?? bytes.count
      runs.append((tick, end - tick))
      start = end
    }
    return runs
  }

  private mutating func code() {
    let start = position
    position = bytes[start...].firstIndex { $0 != UInt8(ascii: "`") } ?? bytes.count
    let length = position - start
    guard lastTicks[length, default: 0] > start else { return }
    var end = position
    var wasBreak = false
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "`") {
        let close = bytes[end...].firstIndex { $0 != UInt8(ascii: "`") } ?? bytes.count
        if close - end == length {
          let from = start
          position = close
          endText(at: from)
          append(.verbatim(text(from..<close)))
          return
        }
        end = close
        wasBreak = false
        continue
      }
      // A span ends with its paragraph; a fence does not.
      if bytes[end] == UInt8(ascii: "\n"), wasBreak, length < 3 { return }
      wasBreak = bytes[end] == UInt8(ascii: "\n") || (wasBreak && bytes[end] == UInt8(ascii: " "))
      end += 1
    }
  }

  // MARK: Tags

  private mutating func tag() {
    let start = position
    guard let tag = HTMLTag(bytes[start...].prefix(Self.maximumTag)), HTMLTag.known.contains(tag.name) else {
      position += 1
      return
    }
    position = start + tag.length
    endText(at: start)
    let raw = text(start..<position)
    if tag.isEnd {
      close(tag.name, raw)
      return
    }
    prepare(for: tag.name)
    if HTMLTag.void.contains(tag.name) || tag.isEmpty {
      append(.element(tag.name, attributes: tag.attributes, isClosed: true, []))
    } else if stack.count > Self.maximumDepth {
      append(.text(raw))
    } else {
      let before = start > 0 ? bytes[start - 1] : UInt8(ascii: " ")
      let isBehindWord = before == UInt8(ascii: "/") || HTMLTag.isLetter(before) || HTMLTag.isDigit(before)
      stack.append(
        Open(name: tag.name, attributes: tag.attributes, raw: raw, isBehindWord: isBehindWord))
    }
  }

  /// Closes what the beginning of an element ends: `<li>` the one before, a block the paragraph.
  private mutating func prepare(for name: String) {
    if let ended = HTMLTag.endedBy[name], let index = index(of: ended) { pop(to: index, isClosed: true) }
    if HTMLTag.blocks.contains(name), stack.last?.name == "p" { pop(isClosed: false) }
  }

  /// The element of these names that is open, in the list or the table that is open.
  private func index(of names: Set<String>) -> Int? {
    for index in stack.indices.reversed() {
      if names.contains(stack[index].name) { return index }
      if HTMLTag.scopes.contains(stack[index].name) { return nil }
    }
    return nil
  }

  private mutating func close(_ name: String, _ raw: String) {
    let index = HTMLTag.scopes.contains(name) ? stack.lastIndex { $0.name == name } : index(of: [name])
    guard let index else {
      append(name == "p" ? .element("p", attributes: [:], isClosed: false, []) : .text(raw))
      return
    }
    pop(to: index, isClosed: true)
  }

  private mutating func pop(to index: Int, isClosed: Bool) {
    while stack.count > index + 1 { pop(isClosed: false) }
    pop(isClosed: isClosed)
  }

  private mutating func pop(isClosed: Bool) {
    let open = stack.removeLast()
    if isClosed || mayEndOpen(open) {
      append(.element(open.name, attributes: open.attributes, isClosed: isClosed, open.children))
    } else {
      stack[stack.count - 1].children += [.text(open.raw)] + open.children
    }
  }

  private func mayEndOpen(_ open: Open) -> Bool {
    switch open.name {
    case "p": return !open.isBehindWord
    case "li": return stack.contains { $0.name == "ul" || $0.name == "ol" }
    case "tr", "td", "th", "thead", "tbody", "tfoot": return stack.contains { $0.name == "table" }
    case "dt", "dd": return stack.contains { $0.name == "dl" }
    case "ul", "ol", "table", "dl":
      return open.children.contains { $0.isElement("li", "tr", "tbody", "thead", "dt", "dd") }
    default: return false
    }
  }
}

/// A tag: `<a href="x">`, `</p>`, `<br/>`.
struct HTMLTag {
  var name = ""
  var attributes: [String: String] = [:]
  var isEnd = false
  /// It ends itself.
  var isEmpty = false
  /// In bytes.
  var length = 0

  static let void: Set<String> = ["br", "hr", "img"]
  static let scopes: Set<String> = ["ul", "ol", "table", "dl"]
  static let blocks: Set<String> = [
    "p", "div", "ul", "ol", "dl", "table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "section", "article", "header", "footer", "details", "summary", "center",
  ]
  static let endedBy: [String: Set<String>] = [
    "li": ["li"], "tr": ["tr"], "td": ["td", "th"], "th": ["td", "th"], "dt": ["dt", "dd"],
    "dd": ["dt", "dd"],
    "tbody": ["thead", "tbody"], "tfoot": ["thead", "tbody"],
  ]
  static let known: Set<String> = void.union(blocks).union(endedBy.keys).union([
    "thead", "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "nobr",
    "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var",
  ])

  static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Nil unless the bytes begin with a tag.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes.dropFirst()
    func character(_ text: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: text) }
    func taken(_ condition: (UInt8) -> Bool) -> String {
      let part = rest.prefix(while: condition)
      rest = rest.dropFirst(part.count)
      return String(decoding: part, as: UTF8.self)
    }
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    if character("/") {
      isEnd = true
      rest = rest.dropFirst()
    }
    guard rest.first.map(Self.isLetter) == true else { return nil }
    name = taken { Self.isLetter($0) || Self.isDigit($0) }.lowercased()
    while true {
      let space = taken(isSpace)
      if character("/"), rest.dropFirst().first == UInt8(ascii: ">"), !isEnd {
        isEmpty = true
        rest = rest.dropFirst()
      }
      if character(">") { break }
      guard !space.isEmpty, !isEnd, rest.first.map({ Self.isLetter($0) || $0 == UInt8(ascii: "_") }) == true
      else { return nil }
      let key = taken { !isSpace($0) && !"=<>\"'/".utf8.contains($0) }.lowercased()
      let before = rest
      _ = taken(isSpace)
      guard character("=") else {
        rest = before
        attributes[key] = ""
        continue
      }
      rest = rest.dropFirst()
      _ = taken(isSpace)
      guard let quote = rest.first else { return nil }
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        rest = rest.dropFirst()
        attributes[key] = taken { $0 != quote }
        guard rest.first == quote else { return nil }
        rest = rest.dropFirst()
      } else {
        let value = taken { !isSpace($0) && !"<>\"'".utf8.contains($0) }
        if value.isEmpty { return nil }
        attributes[key] = value
      }
    }
    length = bytes.count - rest.count + 1
  }
}
