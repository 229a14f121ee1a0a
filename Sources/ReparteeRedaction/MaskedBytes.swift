/// Bytes without their secrets, to be kept instead of the original. All other bytes are unchanged, also those that are
/// not UTF-8.
package struct MaskedBytes: Sendable {
  /// The bytes, with `***` in place of each secret. JSON stays JSON: a whole value becomes `"***"`.
  package let bytes: [UInt8]
  /// What is masked, in the order of the text.
  package let secrets: [[UInt8]]
  /// Whether the bytes go to the end of the text. If not, the rest is the last of ``secrets``: it may contain some, and
  /// nothing tells them from other text.
  package let isComplete: Bool

  fileprivate init(_ text: [UInt8], _ mask: Mask) {
    let shownEnd = max(mask.end, mask.pieces.last?.range.upperBound ?? 0)
    let rest = mask.isCut && shownEnd < text.count ? [Array(text[shownEnd...])] : []
    bytes = mask.shown(of: text)
    secrets = mask.pieces.map { Array(text[$0.range.clamped(to: 0..<text.count)]) } + rest
    isComplete = !mask.isCut || mask.end >= text.count
  }
}

extension Redaction {
  /// Returns a whole body without its secrets.
  ///
  /// Only a body that is JSON to its end, or whose content type says JSON, is masked as JSON; see `SecretJSON` and
  /// `SecretText` for what is secret in JSON and in other text. A body is incomplete from the first place where a name
  /// can't be told from a value.
  package func masked(whole body: [UInt8], as format: BodyFormat) -> MaskedBytes {
    MaskedBytes(body, mask(ofWhole: body, as: format))
  }

  /// Returns a URL without its secrets, as `masked(url:)` does, and the secrets.
  package func masked(wholeURL url: some StringProtocol) -> MaskedBytes {
    let bytes = Array(url.utf8)
    var reader = SecretText(bytes, self)
    reader.readURL(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return MaskedBytes(bytes, reader.mask)
  }

  private func mask(ofWhole body: [UInt8], as format: BodyFormat) -> Mask {
    switch format {
    case .form:
      var reader = SecretText(body, self, isExcerpt: false)
      reader.readItems(0..<body.count)
      settle(&reader.mask, of: body)
      return reader.mask
    case .json where beginsLikeJSON(body) || body.allSatisfy(isSpace):
      return body.withUnsafeBufferPointer { jsonMask(of: $0, shown: [0..<body.count], isExcerpt: false) }
    // A page or a message in place of JSON is masked as text.
    case .json, .text: return mask(of: body, isExcerpt: false)
    }
  }

  /// Returns bytes that are no text, without the values that are secret whatever their names.
  package func masked(binary bytes: [UInt8]) -> MaskedBytes {
    var mask = Mask(count: bytes.count)
    settle(&mask, of: bytes)
    return MaskedBytes(bytes, mask)
  }
}
