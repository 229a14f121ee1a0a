package import HTTPTypes
package import ReparteeRedaction

extension Redaction {
  package static let standard = Redaction()

  package func masked(_ fields: HTTPFields) -> HTTPFields {
    var masked = HTTPFields()
    for var field in fields {
      let value = maskedValue(of: field)
      if value != field.value { field.value = value }
      let name = maskedValues(in: field.name.rawName)
      if name != field.name.rawName { field.name = HTTPField.Name(name) ?? field.name }
      masked.append(field)
    }
    return masked
  }

  /// Capitals separate the parts of a name, `X-AppAuth`: both forms are checked.
  package func isSecret(_ name: HTTPField.Name) -> Bool {
    isSecret(name.rawName) || isSecret(name.canonicalName)
  }

  /// Never sent to another origin, whatever is excepted from the redaction.
  func isCredential(_ name: HTTPField.Name) -> Bool {
    Self.credentials.contains(name.canonicalName) || Redaction.standard.isSecret(name) || isSecret(name)
  }

  private static let credentials: Set = ["authorization", "cookie", "proxy-authorization"]

  private func maskedValue(of field: HTTPField) -> String {
    if isSecret(field.name) { return Redaction.mask }
    switch field.name.canonicalName {
    case "location", "content-location", "referer": return masked(url: field.value)
    // `<url>; rel="next"` and `5; url=…`: the rest is text.
    case "link":
      return field.value.split(separator: "<", omittingEmptySubsequences: false).map { part in
        guard let end = part.firstIndex(of: ">") else { return masked(text: part) }
        return masked(url: part[..<end]) + masked(text: part[end...])
      }
      .joined(separator: "<")
    case "refresh":
      guard let equals = field.value.firstIndex(of: "=") else { return masked(text: field.value) }
      return field.value[...equals] + masked(url: field.value[equals...].dropFirst())
    default: return masked(text: field.value)
    }
  }
}

/// At most 60 fields, of at most 300 characters each.
func shown(_ fields: HTTPFields, _ redaction: Redaction) -> [String] {
  let lines = redaction.masked(fields).prefix(60).map { field in
    "\(DisplayText.text(field.name.rawName, limit: DisplayText.name)): \(DisplayText.text(field.value, limit: 300))"
  }
  return fields.count > 60 ? lines + ["…"] : lines
}

func shownNames(_ fields: HTTPFields) -> String { DisplayText.names(fields.map(\.name.rawName)) }
