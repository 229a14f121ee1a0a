/// Bytes without their secrets, kept instead of the original; other bytes are unchanged, even if they are not UTF-8.
package struct MaskedBytes: Sendable {
  /// The bytes, with `***` for each secret. JSON stays JSON: a whole value becomes `"***"`.
  package let bytes: [UInt8]
  package let secrets: [[UInt8]]
  /// If not, the rest of the text is the last of ``secrets``.
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
  /// Masks as JSON only what is JSON to its end or by its content type. The result is incomplete from where a name
  /// can't be distinguished from a value.
  package func masked(whole body: [UInt8], as format: BodyFormat) -> MaskedBytes {
    MaskedBytes(body, mask(ofBody: body, as: format, isExcerpt: false))
  }

  package func masked(wholeURL url: some StringProtocol) -> MaskedBytes {
    let bytes = Array(url.utf8)
    var reader = SecretText(bytes, self)
    reader.readURL(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return MaskedBytes(bytes, reader.mask)
  }

  /// Masks only values that are secret under any name.
  package func masked(binary bytes: [UInt8]) -> MaskedBytes {
    var mask = Mask(count: bytes.count)
    settle(&mask, of: bytes)
    return MaskedBytes(bytes, mask)
  }
}
