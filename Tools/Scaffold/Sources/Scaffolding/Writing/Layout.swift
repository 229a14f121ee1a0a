/// Code that stands in one line where that fits, and in several where it does not, as swift-format leaves it.
indirect enum Code {
  case text(String)
  /// Arguments: `f(a, b)`, or each on a line of its own with the parenthesis behind the last.
  case call(String, [Code])
  /// `[a, b]`, or each on a line of its own, with a comma behind each and the bracket below.
  case list([Code])
  /// One after the other.
  case joined([Code])
  /// A call on what another one returns: `.get("/a").idempotent()`, or on a line of its own.
  case chained(Code, String)

  static let maximumWidth = 100

  var flat: String {
    switch self {
    case .text(let text): text
    case .call(let head, let arguments): "\(head)(\(arguments.map(\.flat).joined(separator: ", ")))"
    case .list(let elements): elements.isEmpty ? "[:]" : "[\(elements.map(\.flat).joined(separator: ", "))]"
    case .joined(let parts): parts.map(\.flat).joined()
    case .chained(let code, let call): code.flat + call
    }
  }

  /// The lines of the code, which starts in a column, and is followed by so many characters in its last line.
  func lines(indent: Int, column: Int, trailing: Int = 0) -> String {
    let flat = flat
    if !flat.contains("\n"), column + flat.count + trailing <= Self.maximumWidth { return flat }
    let inner = indent + 2
    let margin = String(repeating: " ", count: inner)
    switch self {
    case .text(let text): return text
    case .call(let head, let arguments):
      guard !arguments.isEmpty else { return flat }
      let lines = arguments.enumerated().map { index, argument in
        let rest = index + 1 < arguments.count ? 1 : 1 + trailing
        return margin + argument.lines(indent: inner, column: inner, trailing: rest)
      }
      let end = lines.last.map { ($0.split(separator: "\n").last ?? "").count + 1 + trailing } ?? 0
      let close = end > Self.maximumWidth ? "\n" + String(repeating: " ", count: indent) + ")" : ")"
      return "\(head)(\n\(lines.joined(separator: ",\n"))\(close)"
    case .list(let elements):
      guard !elements.isEmpty else { return flat }
      let comma = elements.count > 1 ? "," : ""
      let lines = elements.map { margin + $0.lines(indent: inner, column: inner, trailing: 1) + comma }
      return "[\n\(lines.joined(separator: "\n"))\n\(String(repeating: " ", count: indent))]"
    case .chained(let code, let call):
      let start = code.lines(indent: indent, column: column)
      guard start.contains("\n") else { return "\(start)\n\(margin)\(call)" }
      // The parenthesis that closes the first call stands by itself.
      let outer = String(repeating: " ", count: indent)
      return "\(start.dropLast())\n\(outer))\n\(outer)\(call)"
    case .joined(let parts):
      var text = ""
      for (index, part) in parts.enumerated() {
        let last = text.split(separator: "\n", omittingEmptySubsequences: false).last.map(\.count) ?? 0
        let position = text.contains("\n") ? last : column + last
        text += part.lines(
          indent: indent, column: position, trailing: index + 1 == parts.count ? trailing : 1)
      }
      return text
    }
  }
}

/// Writes lines of Swift.
struct SwiftWriter {
  private(set) var text = ""
  private var level = 0

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: level) + line + "\n"
  }

  /// A line that begins with this text and goes on with code.
  mutating func line(_ start: String, _ code: Code, _ end: String = "") {
    let indent = level * 2
    line(start + code.lines(indent: indent, column: indent + start.count, trailing: end.count) + end)
  }

  mutating func block(_ head: String, _ body: (inout SwiftWriter) -> Void) {
    line(head + " {")
    level += 1
    body(&self)
    level -= 1
    line("}")
  }

  /// A declaration with a short body, in one line or in three.
  mutating func short(_ head: String, _ body: String) {
    let flat = "\(head) { \(body) }"
    if level * 2 + flat.count <= Code.maximumWidth {
      line(flat)
    } else {
      block(head) { $0.line(body) }
    }
  }

  /// A function with a short body.
  mutating func shortFunction(_ head: String, _ result: String, _ body: String) {
    if level * 2 + head.count + result.count + 6 <= Code.maximumWidth {
      short("\(head) -> \(result)", body)
      return
    }
    line(head)
    indented { $0.line("-> \(result)") }
    line("{")
    indented { $0.line(body) }
    line("}")
  }

  /// A declaration that goes on in the next line if it is long.
  mutating func declaration(_ head: String, _ rest: String) {
    if level * 2 + head.count + 1 + rest.count <= Code.maximumWidth {
      line("\(head) \(rest)")
    } else {
      line(head)
      indented { $0.line(rest) }
    }
  }

  /// `case a, b:` of a switch, or `case a, b` of an enum, filled line by line.
  mutating func cases(_ values: [String], end: String) {
    var text = "case"
    for (index, value) in values.enumerated() {
      let next = " " + value + (index + 1 < values.count ? "," : end)
      if level * 2 + text.count + next.count > Code.maximumWidth, text != "case" {
        line(text)
        text = " " + next
      } else {
        text += next
      }
    }
    line(text)
  }

  /// A case of an enum with a payload.
  mutating func enumCase(_ name: String, _ type: String?) {
    let flat = "case \(name)" + (type.map { "(\($0))" } ?? "")
    if level * 2 + flat.count <= Code.maximumWidth {
      line(flat)
    } else {
      line("case \(name)(")
      indented { $0.line("\(type ?? ""))") }
    }
  }

  /// A collection, an element per line.
  mutating func list(_ head: String, _ type: String, _ elements: [Code]) {
    var depth = 0
    if level * 2 + head.count + type.count + 6 <= Code.maximumWidth {
      line("\(head): \(type) = [")
    } else if level * 2 + head.count + type.count + 4 <= Code.maximumWidth {
      line("\(head): \(type) =")
      depth = 1
      level += 1
      line("[")
    } else {
      line("\(head):")
      depth = 1
      level += 1
      line("\(type) = [")
    }
    level += 1
    for element in elements { line("", element, elements.count > 1 ? "," : "") }
    level -= 1
    line("]")
    level -= depth
  }

  /// The parameters in one line, or each on its own.
  mutating func function(
    _ head: String, _ parameters: [String], _ end: String, _ body: (inout SwiftWriter) -> Void
  ) {
    if parameters.isEmpty, end.isEmpty {
      line("\(head)() {}")
      return
    }
    let flat = "\(head)(\(parameters.joined(separator: ", ")))\(end) {"
    if level * 2 + flat.count <= Code.maximumWidth {
      line(flat)
    } else {
      line("\(head)(")
      level += 1
      for (index, parameter) in parameters.enumerated() {
        line(parameter + (index + 1 < parameters.count ? "," : ""))
      }
      level -= 1
      line(")\(end) {")
    }
    level += 1
    body(&self)
    level -= 1
    line("}")
  }

  mutating func indented(_ body: (inout SwiftWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// A documentation comment; what is too long goes on in the next line.
  mutating func documentation(_ text: String?) { comment(text, with: "///") }

  mutating func comment(_ text: String?, with slashes: String = "//") {
    guard let text else { return }
    let width = max(40, Code.maximumWidth - level * 2 - slashes.count - 1)
    for line in Paragraphs(Self.plainLines(of: text), width: width).lines {
      self.line(line.isEmpty ? slashes : "\(slashes) \(line)")
    }
  }

  private static func plainLines(of text: String) -> [String] {
    var clean = ""
    var wasReturn = false
    for scalar in text.unicodeScalars {
      let isBreak = scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
      if isBreak {
        if !(scalar == "\n" && wasReturn) { clean += "\n" }
      } else if scalar == "\t" {
        clean += "  "
      } else if scalar.properties.generalCategory != .control {
        clean.unicodeScalars.append(scalar)
      }
      wasReturn = scalar == "\r"
    }
    return clean.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
