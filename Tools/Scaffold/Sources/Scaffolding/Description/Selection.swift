/// Which operations are written.
public struct Selection: Sendable {
  private(set) var patterns: [String]

  /// Selects all operations if there are no patterns. A pattern is an operation's name, a path, or a method and a path;
  /// in a path `*` stands for any text.
  public init(only patterns: [String] = []) { self.patterns = patterns }

  var isEverything: Bool { patterns.isEmpty }

  /// Selects these as well.
  func adding(_ patterns: [String]) -> Selection { Selection(only: self.patterns + patterns) }

  /// Why nothing is selected.
  var complaint: String {
    isEverything ? "it has no operations, and no schema that becomes a type" : "no operation is selected"
  }

  func includes(method: String, path: String, name: String?) -> Bool {
    patterns.isEmpty || patterns.contains { matches($0, method: method, path: path, name: name) }
  }

  /// The patterns that select none of these, which are misspelt.
  func unmatched(by operations: [(method: String, path: String, name: String?)]) -> [Omission] {
    patterns.filter { pattern in
      !operations.contains { matches(pattern, method: $0.method, path: $0.path, name: $0.name) }
    }.map { Omission(operation: "--only \"\($0)\"", reason: "it selects no operation", isOperation: false) }
  }

  private func matches(_ pattern: String, method: String, path: String, name: String?) -> Bool {
    let words = pattern.split(separator: " ", maxSplits: 1)
    if words.count == 2 {
      return (words[0] == "*" || words[0].uppercased() == method) && Self.glob(String(words[1]), path)
    }
    return pattern == name || (pattern.hasPrefix("/") && Self.glob(pattern, path))
  }

  /// Whether a text matches a pattern in which `*` stands for any text.
  static func glob(_ pattern: String, _ text: String) -> Bool {
    let pattern = Array(pattern.utf8), text = Array(text.utf8)
    let star = UInt8(ascii: "*")
    var next = 0, position = 0
    var retry: (next: Int, position: Int)?
    while position < text.count {
      if next < pattern.count, pattern[next] == star {
        retry = (next + 1, position)
        next += 1
      } else if next < pattern.count, pattern[next] == text[position] {
        next += 1
        position += 1
      } else if let (after, start) = retry {
        next = after
        position = start + 1
        retry = (after, start + 1)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == star }
  }
}
