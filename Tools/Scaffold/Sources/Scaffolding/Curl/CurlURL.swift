import Foundation

/// The URL of a command, in which values may stand by their names.
struct CurlURL {
  /// `https://api.example.com`, or what stands for it.
  private(set) var origin: String
  /// Whether the origin is a value to fill in.
  private(set) var isOpen = false
  /// The segments of the path, decoded; values in braces.
  private(set) var segments: [String] = []
  private(set) var endsInSlash: Bool
  private(set) var query: [(name: String, value: String)] = []
  private(set) var hasUser = false

  static func hasScheme(_ text: String) -> Bool {
    let scheme = text.prefix { $0.isASCII && $0.isLetter }
    return !scheme.isEmpty && text[scheme.endIndex...].hasPrefix("://")
  }

  init(_ full: String) throws {
    var text = full
    // `$BASE/users` and `{scheme}://…` have what stands before in the value.
    if let first = Placeholders.pieces(of: text).first, case .value = first {
      isOpen = true
    } else if !Self.hasScheme(text) {
      text = "https://" + text
    }
    let start = text.range(of: "://").map { text.distance(from: text.startIndex, to: $0.upperBound) } ?? 0
    let behind = Self.end(of: text.dropFirst(start))
    origin = String(text.prefix(start)) + text.dropFirst(start)[..<behind]
    let target = text[behind...].prefix { $0 != "#" }
    let path = target.prefix { $0 != "?" }
    endsInSlash = path.hasSuffix("/") && path.count > 1
    segments = path.split(separator: "/").map { String($0) }
    query = Self.items(target.dropFirst(path.count + 1))
    if let sign = origin.lastIndex(of: "@") {
      hasUser = true
      origin = String(origin.prefix(start)) + origin[origin.index(after: sign)...]
    }
    guard isOpen || Placeholders.has(origin) || URLComponents(string: origin)?.host?.isEmpty == false else {
      // It may hold a password, or be a field that was meant for an option.
      throw InputError("the command's URL can't be read", file: "curl")
    }
    if Placeholders.has(origin) { isOpen = true }
  }

  /// Where the authority ends; what is in braces may have any sign.
  private static func end(of text: Substring) -> Substring.Index {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "{", "<", "(": depth += 1
      case "}", ">", ")": depth -= 1
      case "/", "?", "#": if depth <= 0 { return index }
      default: break
      }
    }
    return text.endIndex
  }

  private static func items(_ text: Substring) -> [(name: String, value: String)] {
    text.split(separator: "&").map { item in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.removingPercentEncoding ?? String($0)
      }
      return (sides[0], sides.count == 2 ? sides[1] : "")
    }
  }

  /// Adds a segment for the name of a file that is put into a folder.
  mutating func addFileName() {
    segments.append("{fileName}")
    endsInSlash = false
  }

  /// The segments with what is a value in braces, and the values' names with a sample of each.
  func template() -> (segments: [String], values: [(name: String, value: String)]) {
    var values: [(name: String, value: String)] = []
    var names = NameScope()
    let isCalm = segments.contains { segment in segment.contains(where: \.isLowercase) }
    let written = segments.enumerated().map { index, segment -> String in
      var pieces = Placeholders.pieces(of: segment)
      if isCalm, pieces == [.text(segment)], Placeholders.isShouted(segment) { pieces = [.value(segment)] }
      guard pieces.contains(where: { if case .value = $0 { true } else { false } }) else {
        return HARReader.segments(segment).first ?? segment
      }
      return pieces.map { piece in
        switch piece {
        case .text(let text): return HARReader.segments(text).first ?? text
        case .value(let name):
          if !name.isEmpty, values.contains(where: { $0.name == name }) { return "{\(name)}" }
          let owner =
            segments[..<index].last { !Placeholders.has($0) }.map { Names.singular($0) ?? $0 } ?? "value"
          let own = names.take(name.isEmpty ? Names.member(owner + " id") : name)
          values.append((own, ""))
          return "{\(own)}"
        }
      }.joined()
    }
    let (template, found) = PathShapes([]).template(of: written)
    return (template, values + found)
  }
}
