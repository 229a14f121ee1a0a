import HTTPTypes

extension HTTPFields {
  /// Gives each multipart Content-Type the boundary of the body.
  mutating func complete(_ boundary: String) {
    for index in indices where self[index].name == .contentType {
      let value = self[index].value
      let complete = value.withBoundary(boundary)
      if complete != value { self[index].value = complete }
    }
  }
}

extension String {
  /// A multipart type with this boundary instead of any other (RFC 2046, section 5.1.1). Other types, and other
  /// parameters, stay.
  func withBoundary(_ boundary: String) -> String {
    guard let type = MediaType(self), type.type == "multipart" else { return self }
    if type.parameters["boundary"] == boundary { return self }
    var rest = utf8[...]
    var parts: [Substring.UTF8View] = []
    repeat {
      let part = rest.part(upTo: UInt8(ascii: ";"))
      let name = part.prefix { $0 != UInt8(ascii: "=") }.trimmingFieldWhitespace
      if !part.trimmingFieldWhitespace.isEmpty, name.lowercaseToken != "boundary" { parts.append(part) }
    } while rest.popFirst() != nil
    return parts.map { String(Substring($0)) }.joined(separator: ";") + "; boundary=\(boundary)"
  }
}
