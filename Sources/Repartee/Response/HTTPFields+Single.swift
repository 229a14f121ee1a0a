package import HTTPTypes

// `HTTPFields[name]` joins the values of several fields by commas. That is right for lists (RFC 9110, section 5.3)
// and wrong for a field that may occur once: two Locations joined are a URL that no server sent.

extension HTTPFields {
  /// The value of the first field of that name, or nil without one. Nothing is joined.
  package func first(_ name: HTTPField.Name) -> String? {
    for field in self where field.name == name { return field.value }
    return nil
  }

  /// The value of a field that may occur once (a singleton field, RFC 9110, section 5.5): nil without one, and nil
  /// where several of that name differ, because no rule says which of them counts. Several that are equal are one.
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

  /// The length that Content-Length gives: nil without one, where several differ, and where it is no number of 1 to
  /// 18 digits (RFC 9110, section 8.6).
  package var contentLength: Int64? {
    guard let text = single(.contentLength), (1...18).contains(text.utf8.count) else { return nil }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}

extension HTTPFields {
  /// What Content-Type says, read from the bytes. What is no content type is passed over; nil without one, and where
  /// several differ in type or subtype. Where only their parameters differ the last counts (RFC 9110, section 8.3
  /// leaves it open).
  package var mediaType: MediaType? {
    var found: MediaType?
    for field in self where field.name == .contentType {
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
