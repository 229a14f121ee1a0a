/// The places of a copied text where one fills something in: `{id}`, `:id`, `<ID>`, `$ID`, `${ID}`.
enum Placeholders {
  enum Piece: Equatable {
    case text(String)
    /// A value by its name; empty if it has none.
    case value(String)
  }

  static func pieces(of text: String) -> [Piece] {
    // `:id` is a whole segment; behind something it is a verb: `operations/7:cancel`.
    if text.first == ":", text.count > 1, isName(text.dropFirst()) {
      return [.value(String(text.dropFirst()))]
    }
    if isSpelledOut(text) { return [.value(withoutYour(text))] }
    var pieces: [Piece] = []
    var plain = ""
    var rest = Substring(text)
    while let first = rest.first {
      guard let (name, end) = value(at: rest) else {
        plain.append(first)
        rest.removeFirst()
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      pieces.append(.value(withoutYour(name)))
      rest = rest[end...]
    }
    if !plain.isEmpty || pieces.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }

  static func has(_ text: String) -> Bool {
    pieces(of: text).contains { if case .value = $0 { true } else { false } }
  }

  /// The name of what begins a text, and where it ends; nil if that is no value.
  private static func value(at text: Substring) -> (name: String, end: Substring.Index)? {
    guard let first = text.first, "{<$%[".contains(first) else { return nil }
    for (open, close) in [("{{", "}}"), ("${", "}"), ("{", "}"), ("<", ">"), ("%7B", "%7D"), ("%3C", "%3E")] {
      guard text.prefix(open.count).uppercased() == open else { continue }
      let inner = text.dropFirst(open.count)
      guard let range = inner.range(ofEither: close), range.lowerBound > inner.startIndex else { return nil }
      let name = inner[..<range.lowerBound].trimmed
      // `${ID:-7}`, and `{a,b}` of curl, which stands for any of them.
      let word = name.prefix { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
      guard !name.contains("\""), open == "${" || word.count == name.count || name.contains(",") else {
        return nil
      }
      return (name.contains(",") ? "" : String(word), range.upperBound)
    }
    if text.hasPrefix("$(") {
      var depth = 0
      for index in text.indices {
        if text[index] == "(" { depth += 1 }
        if text[index] == ")" { depth -= 1 }
        if depth == 0, text[index] == ")" { return ("", text.index(after: index)) }
      }
    }
    if text.hasPrefix("$") {
      let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if let first = name.first, !first.isNumber { return (String(name), name.endIndex) }
    }
    // `[1-100]` of curl.
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let sides = text[..<end].dropFirst().split(
        separator: "-" as Character, omittingEmptySubsequences: false)
      let isRange =
        sides.count == 2
        && (sides.allSatisfy { !$0.isEmpty && $0.prefix { $0 != ":" }.allSatisfy(\.isNumber) }
          || sides.allSatisfy { $0.count == 1 && $0.first?.isLetter == true })
      if isRange { return ("", text.index(after: end)) }
    }
    return nil
  }

  private static func isName(_ text: Substring) -> Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
  }

  /// `YOUR_USER_ID`, `your-id`, `USER_ID`
  private static func isSpelledOut(_ text: String) -> Bool {
    let words = text.split { "_-".contains($0) }
    guard words.count > 1, text.allSatisfy({ $0.isLetter || "_-".contains($0) }) else { return false }
    if words[0].uppercased() == "YOUR" { return true }
    return text == text.uppercased()
      && ["ID", "KEY", "NAME", "SID", "SLUG", "UUID"].contains(words.last ?? "")
  }

  /// `OWNER`, which is a value where other segments are in lower case: `/repos/OWNER/REPO`. Short ones are names of
  /// formats and the like, as in `/SMS/messages`, but for these.
  static func isShouted(_ segment: String) -> Bool {
    segment.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "_") }
      && (segment.count > 3 || ["ID", "KEY", "ORG", "REF", "SHA", "TAG"].contains(segment))
      && !["JSON", "OAUTH", "PUBLIC", "REST", "SOAP"].contains(segment)
  }

  private static func withoutYour(_ name: String) -> String {
    guard name.count > 5, ["your_", "your-", "your "].contains(name.prefix(5).lowercased()) else {
      return name
    }
    return String(name.dropFirst(5))
  }

  /// JSON in which what is to be filled in outside of texts is null, whatever type it has.
  static func filled(json text: String) -> String {
    var result = ""
    var isInText = false
    var rest = Substring(text)
    while let first = rest.first {
      if isInText, first == "\\" {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      if first == "\"" { isInText.toggle() }
      if !isInText, first != "[", !isObject(rest), let (_, end) = value(at: rest) {
        result += "null"
        rest = rest[end...]
        continue
      }
      result.append(first)
      rest.removeFirst()
    }
    return result
  }

  /// Whether a brace begins an object, rather than `{id}`.
  private static func isObject(_ text: Substring) -> Bool {
    guard text.first == "{", !text.hasPrefix("{{") else { return false }
    let next = text.dropFirst().drop(while: \.isWhitespace).first
    return next == nil || next == "\"" || next == "}" || next == "{"
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
  }

  /// The first place of a text, in capitals or not.
  fileprivate func range(ofEither text: String) -> Range<Index>? {
    for index in indices {
      let part = self[index...].prefix(text.count)
      if part.count == text.count, part.uppercased() == text { return index..<part.endIndex }
    }
    return nil
  }
}
