/// A field of `-F`: `name=text`, `name=@file`, `name=<file`, each with `;type=` and `;filename=`.
struct CurlFormField {
  var name: String
  var isFile = false
  /// How many files: `@a.png,b.png`.
  var isList = false
  var text = ""
  var contentType: String?
  var filename: String?

  /// Of `--form-string`, in which no sign has a meaning.
  init(text field: String) {
    (name, text) = Self.split(field)
  }

  init(_ field: String) {
    (name, text) = Self.split(field)
    let sign = text.first
    isFile = sign == "@"
    if isFile || sign == "<" { text.removeFirst() }
    for parameter in Self.parameters(of: &text) {
      let (key, value) = Self.split(parameter)
      switch key.lowercased() {
      case "type": contentType = value
      case "filename": filename = value
      default: break
      }
    }
    if isFile {
      // `@"a b.png"`
      text = Self.unquoted(text)
      let files = text.split(separator: ",").map(String.init)
      isList = files.count > 1
      if !isList, !text.hasPrefix("-") {
        filename = filename ?? files.first?.split(separator: "/").last.map(String.init)
      }
    } else if sign == "<" {
      text = ""
    }
  }

  private static func split(_ text: some StringProtocol) -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    return (parts[0], parts.count == 2 ? unquoted(parts[1]) : "")
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }

  /// Takes what curl knows from the end of a text. Other semicolons are part of it.
  private static func parameters(of text: inout String) -> [String] {
    var found: [String] = []
    while let index = text.lastIndex(of: ";") {
      let parameter = text[text.index(after: index)...].drop { $0 == " " }
      let key = parameter.prefix { $0 != "=" }.lowercased()
      // `;type=text/plain;charset=utf-8` is one.
      if key == "charset", let start = text[..<index].lastIndex(of: ";"),
        text[start...].dropFirst().drop(while: { $0 == " " }).lowercased().hasPrefix("type=")
      {
        found.append(String(text[start...].dropFirst()).replacing("; ", with: ";"))
        text = String(text[..<start])
        continue
      }
      guard ["encoder", "filename", "headers", "type"].contains(key), parameter.contains("=") else { break }
      found.append(String(parameter))
      text = String(text[..<index])
    }
    return found
  }
}
