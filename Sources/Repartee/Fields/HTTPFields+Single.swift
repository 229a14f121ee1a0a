package import HTTPTypes

// `HTTPFields[name]` joins the values of several fields with commas. That is right for lists (RFC 9110, section 5.3),
// and wrong for a field that may occur once: two joined Locations are a URL that no server sent.

extension HTTPFields {
  /// Returns the value of the first field with this name; nil if there is none. Values are not joined.
  package func first(_ name: HTTPField.Name) -> String? {
    for field in self where field.name == name { return field.value }
    return nil
  }

  /// Returns the value of a field that may occur once (a singleton field, RFC 9110, section 5.5). Nil if there is none,
  /// or if several of this name differ, because no rule says which one applies. Several equal fields count as one.
  package func single(_ name: HTTPField.Name) -> String? {
    var found: HTTPField?
    for field in self where field.name == name {
      guard let first = found else {
        found = field
        continue
      }
      guard first.hasSameBytes(as: field) else { return nil }
    }
    return found?.value
  }

  /// The length in Content-Length. Nil if there is none, if several differ, or if it is not a number of 1 to 18 digits
  /// (RFC 9110, section 8.6).
  package var contentLength: Int64? {
    guard let text = single(.contentLength), (1...18).contains(text.utf8.count) else { return nil }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}

extension HTTPFields {
  /// The content type in Content-Type, parsed from the bytes. Invalid fields are skipped. Nil if there is none, or if
  /// several differ in type or subtype. If only their parameters differ, the last one applies (RFC 9110, section 8.3,
  /// leaves it open).
  package var mediaType: MediaType? {
    var found: MediaType?
    let name = HTTPField.Name.contentType
    for field in self where field.name == name {
      guard let type = field.withUnsafeBytesOfValue(MediaType.init(utf8:)) else { continue }
      if let found, !found.hasEssence(of: type) { return nil }
      found = type
    }
    return found
  }
}

extension HTTPField {
  fileprivate func hasSameBytes(as other: HTTPField) -> Bool {
    withUnsafeBytesOfValue { own in other.withUnsafeBytesOfValue { own.elementsEqual($0) } }
  }
}

/// Returns the names of header fields, without their values.
func shownNames(_ fields: HTTPFields) -> String { Shown.names(fields.map(\.name.rawName)) }
