package import HTTPTypes

// `HTTPFields[name]` joins several fields with commas: wrong for a field that may occur once.

extension HTTPFields {
  package func first(_ name: HTTPField.Name) -> String? {
    for field in self where field.name == name { return field.value }
    return nil
  }

  /// For a field that may occur once (RFC 9110, section 5.5); nil if several differ.
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

  /// Nil if several differ, or without 1 to 18 digits (RFC 9110, section 8.6).
  package var contentLength: Int64? {
    guard let text = single(.contentLength), (1...18).contains(text.utf8.count) else { return nil }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}

extension HTTPFields {
  /// Nil if several differ in type or subtype; if only in parameters, the last applies (RFC 9110, section 8.3, leaves
  /// it open).
  package var mediaType: MediaType? {
    var found: MediaType?
    let name = HTTPField.Name.contentType
    for field in self where field.name == name {
      guard let type = MediaType(field: field.value) else { continue }
      if let found, !found.hasEssence(of: type) { return nil }
      found = type
    }
    return found
  }
}

extension HTTPField {
  fileprivate func hasSameBytes(as other: HTTPField) -> Bool {
    // Values that are not UTF-8 may have the same text and other bytes.
    self == other && value.hasSameBytes(as: other.value)
  }
}
