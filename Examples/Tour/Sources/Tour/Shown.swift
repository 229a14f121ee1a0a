import Foundation
import Repartee

// Values as text, in one line.

/// `Slideshow?` for `Optional<Slideshow>`, `Void` for `()`.
func shownType(_ type: Any.Type) -> String {
  let name = String(describing: type)
  if name == "()" { return "Void" }
  guard name.hasPrefix("Optional<"), name.hasSuffix(">") else { return name }
  return "\(name.dropFirst("Optional<".count).dropLast())?"
}

/// A value as it would be written in Swift, without the names of its types; an array of objects by its count.
func shown(_ value: Any) -> String {
  switch value {
  case is Void: return "()"
  case let text as String: return quoted(text)
  case let url as URL: return quoted(url.absoluteString)
  case let bytes as Data: return "\(bytes.count) bytes"
  case let texts as [String]: return "[\(texts.map(quoted).joined(separator: ", "))]"
  case let array as [Any]: return array.count == 1 ? "[1 element]" : "[\(array.count) elements]"
  case let response as Response: return shown(response)
  default: break
  }
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children.map { child in
    let name = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    return name + shown(child.value)
  }
  switch (mirror.displayStyle, mirror.children.first) {
  case (.optional, nil): return "nil"
  case (.optional, let wrapped?): return shown(wrapped.value)
  case (.enum, nil): return ".\(value)"
  case (.enum, let payload?):
    let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
    return ".\(payload.label ?? "")(\(isTuple ? shown(payload.value) : parts[0].unlabelled(payload.label)))"
  case (.struct, _), (.tuple, _): return parts.joined(separator: ", ")
  default: return "\(value)"
  }
}

/// Content type, size, and the title of a page.
private func shown(_ response: Response) -> String {
  let text = "\(response.contentType?.description ?? "no content type"), \(response.body.count) bytes"
  guard let title = response.text?.firstMatch(of: /<title>([^<]*)<\/title>/)?.1 else { return text }
  return "\(text), titled \(quoted(String(title)))"
}

/// A text in quotes.
private func quoted(_ text: String) -> String {
  let escaped = text.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#).replacing("\n", with: #"\n"#)
  return "\"\(escaped)\""
}

extension String {
  fileprivate func unlabelled(_ label: String?) -> String {
    guard let label, hasPrefix("\(label): ") else { return self }
    return String(dropFirst(label.count + 2))
  }
}
