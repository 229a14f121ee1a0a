extension JSONValue: CustomStringConvertible {
  /// The JSON on one line, without whitespace.
  public var description: String { text(indentation: nil) }

  /// The JSON with two spaces per level.
  public var prettyPrinted: String { text(indentation: "  ") }

  /// Returns the JSON with an indentation, or on one line for nil; members keep their order, or are sorted by key.
  public func text(indentation: String?, sortingKeys: Bool = false) -> String {
    var writer = Writer(indentation: indentation, sortsKeys: sortingKeys)
    writer.write(self, level: 0)
    return writer.text
  }

  private struct Writer {
    let indentation: String?
    let sortsKeys: Bool
    var text = ""

    mutating func write(_ value: JSONValue, level: Int) {
      switch value {
      case .null: text += "null"
      case .bool(let value): text += value ? "true" : "false"
      case .number(let number): text += number.text
      case .string(let string): write(string)
      case .array(let array):
        list("[", "]", array, level) { writer, element in writer.write(element, level: level + 1) }
      case .object(let object):
        let members = sortsKeys ? object.sorted { $0.key < $1.key } : Array(object)
        list("{", "}", members, level) { writer, member in
          writer.write(member.key)
          writer.text += writer.indentation == nil ? ":" : ": "
          writer.write(member.value, level: level + 1)
        }
      }
    }

    private mutating func list<E>(
      _ open: String, _ close: String, _ elements: [E], _ level: Int, _ body: (inout Writer, E) -> Void
    ) {
      text += open
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        newLine(level + 1)
        body(&self, element)
      }
      if !elements.isEmpty { newLine(level) }
      text += close
    }

    private mutating func newLine(_ level: Int) {
      guard let indentation else { return }
      text += "\n"
      for _ in 0..<level { text += indentation }
    }

    private mutating func write(_ string: String) { text += string.quoted }
  }
}
