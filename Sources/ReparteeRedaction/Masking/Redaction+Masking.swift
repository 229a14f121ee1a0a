extension Redaction {
  /// Returns a text with `***` in place of its secrets, for your own logs.
  ///
  /// It finds the values of secret names in JSON, XML, forms, queries, URLs and header fields, tokens by their shape,
  /// such as JSON Web Tokens, and private keys. A secret in prose without a name is not found, nor one that is cut off.
  public func masked(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return mask(of: bytes, isExcerpt: false).text(of: bytes)
  }

  /// For any text or its beginning.
  package func masked(text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return mask(of: bytes).text(of: bytes)
  }

  package func shown(name: String) -> String {
    let bytes = Array(name.utf8.prefix(1_024))
    var reader = SecretText(bytes, self)
    reader.readText()
    settle(&reader.mask, of: bytes)
    guard !reader.mask.isEmpty else { return DisplayText.text(name, limit: DisplayText.name) }
    return DisplayText.text(reader.mask.text(of: bytes), limit: DisplayText.name)
  }

  package func shown(names: [String]) -> String {
    (names.prefix(30).map(shown(name:)) + (names.count > 30 ? ["…"] : [])).joined(separator: ", ")
  }

  package func masked(form: some StringProtocol) -> String {
    let bytes = Array(form.utf8)
    var reader = SecretText(bytes, self)
    reader.readItems(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return reader.mask.text(of: bytes)
  }

  package func masked(url: some StringProtocol) -> String {
    let bytes = Array(url.utf8)
    var reader = SecretText(bytes, self)
    reader.readURL(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return reader.mask.text(of: bytes)
  }

  /// Masks as JSON what begins like it; if not `isExcerpt`, only what is JSON to its end. At `depth` > 0, ignores
  /// values.
  package func mask(of bytes: [UInt8], depth: Int = 0, isExcerpt: Bool = true) -> Mask {
    if beginsLikeJSON(bytes) {
      let mask = bytes.withSpan {
        jsonMask(of: $0, shown: [0..<bytes.count], depth: depth, isExcerpt: isExcerpt)
      }
      if isExcerpt || !mask.isCut { return mask }
    }
    var reader = SecretText(bytes, self, depth: depth, isExcerpt: isExcerpt)
    reader.readText()
    reader.readEscapedText()
    if depth == 0 { settle(&reader.mask, of: bytes) } else { reader.mask.settle() }
    return reader.mask
  }

  /// - Parameter shown: What can be shown, in order; strings elsewhere are not examined.
  func jsonMask(
    of bytes: Span<UInt8>, shown: [Range<Int>], depth: Int = 0, isExcerpt: Bool = true
  ) -> Mask {
    var mask = unsettledJSONMask(of: bytes, shown: shown, depth: depth, isExcerpt: isExcerpt)
    mask.settle()
    return mask
  }

  /// Pieces may be unordered and nested.
  package func unsettledJSONMask(
    of bytes: Span<UInt8>, shown: [Range<Int>], depth: Int = 0, isExcerpt: Bool = true
  ) -> Mask {
    var reader = SecretJSON(bytes, self, shown: shown, depth: depth, isExcerpt: isExcerpt)
    reader.read(bytes)
    if depth == 0 { hideValues(in: bytes, shown: shown, &reader.mask) }
    return reader.mask
  }
}

/// Ignores white space and a byte order mark.
func beginsLikeJSON(_ bytes: some Collection<UInt8>) -> Bool {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let first = (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]).first { !isSpace($0) }
  return first.map("{[\"".utf8.contains) ?? false
}
