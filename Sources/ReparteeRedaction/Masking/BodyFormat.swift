/// The format of a body by its content type. The bytes decide if they have another one.
package enum BodyFormat {
  case form
  case json
  /// Read as JSON if it looks like JSON.
  case text
}

extension Redaction {
  /// Masks the first `limit` bytes; later bytes are read too, since they can make a value secret.
  package func masked(body: some StringProtocol, as format: BodyFormat, limit: Int) -> String {
    let bytes = Array(body.utf8)
    let mask = mask(ofBody: bytes, as: format, isExcerpt: true)
    var end = min(limit, bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return mask.text(of: Array(bytes[..<end]))
  }

  func mask(ofBody body: [UInt8], as format: BodyFormat, isExcerpt: Bool) -> Mask {
    let isForm = Self.isForm(body)
    if format == .form, isForm { return formMask(of: body, isExcerpt: isExcerpt) }
    var mask =
      format == .json && !isExcerpt && (beginsLikeJSON(body) || body.allSatisfy(isSpace))
      ? body.withSpan { jsonMask(of: $0, shown: [0..<body.count], isExcerpt: false) }
      // The body may be a page or a message in place of JSON.
      : self.mask(of: body, isExcerpt: isExcerpt)
    // Also reads a form with invalid characters, and one whose content type is another.
    let isOther = beginsLikeJSON(body) && !mask.isCut || body.first { !isSpace($0) } == UInt8(ascii: "<")
    if isForm && body.contains(UInt8(ascii: "=")) || format == .form && !isOther {
      mask.add(formMask(of: body, isExcerpt: isExcerpt))
      mask.settle()
    }
    return mask
  }

  private func formMask(of body: [UInt8], isExcerpt: Bool) -> Mask {
    var reader = SecretText(body, self, isExcerpt: isExcerpt)
    reader.readItems(0..<body.count)
    settle(&reader.mask, of: body)
    return reader.mask
  }

  /// Whether the body has no character that `application/x-www-form-urlencoded` escapes (URL Standard), and that JSON,
  /// XML and YAML need. A line feed may follow.
  private static func isForm(_ body: [UInt8]) -> Bool {
    let end = body.lastIndex { !isSpace($0) } ?? -1
    return body[..<(end + 1)].allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"<>\\^`{}".utf8.contains($0) }
  }
}
