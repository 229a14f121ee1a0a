/// Writes the properties that read the header fields which an API declares.
struct ResponseFieldWriter {
  let fields: ResponseFields
  let style: Style

  func write(to writer: inout SwiftWriter) {
    guard !fields.properties.isEmpty else { return }
    writer.line()
    writer.documentation(
      "The header fields that the API declares: of what `client.response(to:)` returns, and of an error's `response`."
    )
    writer.block("\(style.isMainActor ? "nonisolated " : "")extension ResponseHead") { writer in
      for (index, property) in fields.properties.enumerated() {
        if index > 0 { writer.line() }
        writer.documentation(property.field.documentation ?? "The field `\(property.field.name)`.")
        let (type, first, second) = value(of: property.field)
        let head = "\(style.prefix)var \(property.name.escapedName): \(type)?"
        if head.count + first.count + second.count + 7 <= Code.maximumWidth {
          writer.short(head, first + second)
        } else {
          writer.block(head) { $0.line("", .chained(.text(first), second)) }
        }
      }
    }
  }

  /// The type of a field, and what reads it: a call, and one on what it returns.
  private func value(of field: ResponseField) -> (type: String, first: String, second: String) {
    let name = Literal.string(field.name)
    let text = "header(\(name))"
    func read(_ type: String, _ code: String) -> (String, String, String) {
      (type, text, ".flatMap { \(code) }")
    }
    let elements = "\(text)?.split(separator: \",\")"
    let trimmed = "$0.trimmingCharacters(in: .whitespaces)"
    switch field.value {
    case .text: return ("String", text, "")
    case .integer: return read("Int", "Int($0)")
    case .number: return read("Double", "Double($0)")
    case .boolean: return read("Bool", "Bool($0.lowercased())")
    case .date: return read("Date", "try? Date($0, strategy: .iso8601)")
    case .uuid: return read("UUID", "UUID(uuidString: $0)")
    case .url: return ("URL", "url(in: \(name))", "")
    case .texts: return ("[String]", elements, ".map { \(trimmed) }")
    case .integers: return ("[Int]", elements, ".compactMap { Int(\(trimmed)) }")
    }
  }
}
