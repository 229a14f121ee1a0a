/// Writes the HTML of descriptions as Markdown.
struct HTMLText {
  /// Stand for the end of a paragraph and of a line until all is put together.
  private static let paragraph: Character = "\u{1}"
  private static let line: Character = "\u{2}"

  /// Whether line breaks are spaces, as within an element of HTML.
  private var isCollapsed = false
  private var isInItem = false

  /// The text as Markdown. What is no HTML stays as it is.
  static func markdown(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return text
    }
    let nodes = HTMLParser.nodes(of: text.filter { $0 != paragraph && $0 != line })
    let rendered = HTMLText().rendered(nodes)
    return nodes.contains { if case .element = $0 { true } else { false } } ? joined(rendered) : rendered
  }

  private func rendered(_ nodes: [HTMLNode]) -> String { nodes.map(rendered).joined() }

  private func rendered(_ node: HTMLNode) -> String {
    switch node {
    case .text(let text):
      let text = HTMLEntities.decoded(text)
      return isCollapsed ? Self.collapsed(text) : text
    case .verbatim(let text): return text
    case .element(let name, let attributes, let isClosed, let children):
      return rendered(name, attributes, isClosed: isClosed, children)
    }
  }

  private func rendered(
    _ name: String, _ attributes: [String: String], isClosed: Bool, _ children: [HTMLNode]
  ) -> String {
    switch name {
    case "br": return String(Self.line)
    case "hr": return String(Self.paragraph)
    case "img":
      let alternative = HTMLEntities.decoded(attributes["alt"] ?? "")
      return attributes["src"].map { "![\(alternative)](\(Self.destination($0)))" } ?? alternative
    case "strong", "b": return wrapped(rendered(children), by: "**")
    case "em", "i": return wrapped(rendered(children), by: "*")
    case "code", "kbd", "samp", "tt", "var": return code(children)
    case "sup": return "^" + rendered(children)
    case "a": return link(rendered(children), to: attributes["href"])
    case "pre": return block(Self.fence(Self.plain(children)))
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let text = Self.inOneLine(collapsing.rendered(children))
      return text.isEmpty ? "" : block(String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " " + text)
    case "ul", "ol": return list(children, isNumbered: name == "ol")
    case "table": return table(children)
    case "blockquote":
      let lines = Self.joined(rendered(children)).split(separator: "\n", omittingEmptySubsequences: false)
      return block(lines.map { "> " + $0 }.joined(separator: "\n"))
    case "p": return block((isClosed ? collapsing : self).rendered(children))
    case "dd": return "\(Self.line)\(rendered(children))\(Self.line)"
    case _ where HTMLTag.blocks.contains(name) || HTMLTag.endedBy[name] != nil:
      return block(rendered(children))
    default: return rendered(children)
    }
  }

  private var collapsing: HTMLText {
    var text = self
    text.isCollapsed = true
    return text
  }

  private func block(_ text: String) -> String { "\(Self.paragraph)\(text)\(Self.paragraph)" }

  // MARK: Within a line

  private static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace || character == paragraph || character == line
  }

  private func wrapped(_ text: String, by mark: String) -> String {
    let start = text.prefix(while: Self.isSpace)
    let core = text.dropFirst(start.count)
    let length = core.lastIndex { !Self.isSpace($0) }
    guard let length, !core[...length].contains(Self.paragraph), !core[...length].contains("\n\n") else {
      return text
    }
    return "\(start)\(mark)\(core[...length])\(mark)\(core[core.index(after: length)...])"
  }

  private func link(_ text: String, to url: String?) -> String {
    let url = HTMLEntities.decoded(url ?? "").filter { !$0.isNewline }.trimmed
    let label = Self.joined(text)
    if url.isEmpty || label.isEmpty || url == label || url == "mailto:" + label { return text }
    if label.contains("\n") { return "\(text) (\(url))" }
    let margin = text.first.map(Self.isSpace) == true ? " " : ""
    return "\(margin)[\(label)](\(Self.destination(url)))" + (text.last.map(Self.isSpace) == true ? " " : "")
  }

  private static func destination(_ url: String) -> String {
    url.contains { $0.isWhitespace || $0 == "(" || $0 == ")" } ? "<\(url)>" : url
  }

  /// Links within code are links of code.
  private func code(_ nodes: [HTMLNode]) -> String {
    var result = ""
    var plain: [HTMLNode] = []
    for node in nodes {
      if case .element("a", let attributes, _, let children) = node, attributes["href"] != nil {
        result += span(plain) + link(span(children), to: attributes["href"])
        plain = []
      } else {
        plain.append(node)
      }
    }
    return result + span(plain)
  }

  private func span(_ nodes: [HTMLNode]) -> String {
    let plain = Self.plain(nodes)
    let text = isCollapsed ? Self.inOneLine(plain) : plain
    let core = text.trimmed
    if core.isEmpty { return text }
    if core.contains("\n") { return block(Self.fence(text)) }
    guard core.contains("`") else { return "`\(core)`" }
    let ticks = String(repeating: "`", count: Self.longestTicks(core) + 1)
    return "\(ticks) \(core) \(ticks)"
  }

  private static func fence(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = lines.firstIndex { !$0.trimmed.isEmpty }
    let last = lines.lastIndex { !$0.trimmed.isEmpty }
    guard let first, let last else { return "" }
    let ticks = String(repeating: "`", count: max(3, longestTicks(text) + 1))
    return ([ticks] + lines[first...last] + [ticks]).joined(separator: "\n")
  }

  private static func longestTicks(_ text: String) -> Int {
    text.split { $0 != "`" }.map(\.count).max() ?? 0
  }

  private static func plain(_ nodes: [HTMLNode]) -> String { nodes.map(plain).joined() }

  private static func plain(_ node: HTMLNode) -> String {
    switch node {
    case .text(let text): HTMLEntities.decoded(text)
    case .verbatim(let text): text
    case .element("br", _, _, _): "\n"
    case .element("img", let attributes, _, _): HTMLEntities.decoded(attributes["alt"] ?? "")
    case .element(_, _, _, let children): plain(children)
    }
  }

  // MARK: Lists and tables

  private func list(_ nodes: [HTMLNode], isNumbered: Bool) -> String {
    var items: [[HTMLNode]] = []
    var isOpen = false
    for node in nodes {
      if case .element("li", _, _, let children) = node {
        items.append(children)
        isOpen = false
        continue
      }
      // A list in a list belongs to the item before; anything else is an item of its own.
      if items.isEmpty || !(isOpen || node.isElement("ul", "ol")) {
        items.append([])
        isOpen = true
      }
      items[items.count - 1].append(node)
    }
    var inner = collapsing
    inner.isInItem = true
    var number = 0
    let lines = items.compactMap { item -> String? in
      let text = Self.joined(inner.rendered(item))
      if text.isEmpty { return nil }
      number += 1
      let mark = isNumbered ? "\(number). " : "- "
      let margin = String(repeating: " ", count: mark.count)
      return mark + text.replacing("\n", with: "\n" + margin).replacing("\n\(margin)\n", with: "\n\n")
    }
    return "\(isInItem ? Self.line : Self.paragraph)\(lines.joined(separator: "\n"))\(Self.paragraph)"
  }

  private func table(_ nodes: [HTMLNode]) -> String {
    var rows: [[String]] = []
    var others = ""
    var work = Array(nodes.reversed())
    while let node = work.popLast() {
      switch node {
      case .element("thead", _, _, let children), .element("tbody", _, _, let children),
        .element("tfoot", _, _, let children):
        work += children.reversed()
      case .element("tr", _, _, let children): rows.append(cells(children))
      case .element("td", _, _, _), .element("th", _, _, _): rows.append(cells([node]))
      default: others += rendered(node)
      }
    }
    rows.removeAll(where: \.isEmpty)
    guard let first = rows.first else { return block(others) }
    var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
    lines.insert("|" + String(repeating: "---|", count: first.count), at: 1)
    return block(others) + block(lines.joined(separator: "\n"))
  }

  private func cells(_ nodes: [HTMLNode]) -> [String] {
    nodes.compactMap { node in
      let text = Self.inOneLine(collapsing.rendered(node)).replacing("|", with: "\\|")
      return text.isEmpty && !node.isElement("td", "th") ? nil : text
    }
  }

  // MARK: Putting together

  /// Breaks of lines as spaces; an empty line stays.
  private static func collapsed(_ text: String) -> String {
    replacingSpace(in: text) { space in
      space.count { $0.isNewline } > 1 ? "\n\n" : space.contains(where: \.isNewline) ? " " : String(space)
    }
  }

  private static func inOneLine(_ text: String) -> String {
    replacingSpace(in: joined(text)) { $0.contains(where: \.isNewline) ? " " : String($0) }
  }

  /// The text with line breaks where elements begin and end, and none before the first or behind the last.
  private static func joined(_ text: String) -> String {
    replacingSpace(in: text) { space in
      let isBlock = space.contains(paragraph)
      let lines = space.count { $0 == line }
      guard isBlock || lines > 0 else { return String(space) }
      return isBlock || lines > 1 || space.count { $0.isNewline } > 1 ? "\n\n" : "\n"
    }.trimmed
  }

  private static func replacingSpace(in text: String, _ replacement: (Substring) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: isSpace) {
      result += rest[..<start]
      let space = rest[start...].prefix(while: isSpace)
      result += replacement(space)
      rest = rest[space.endIndex...]
    }
    return result + rest
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
