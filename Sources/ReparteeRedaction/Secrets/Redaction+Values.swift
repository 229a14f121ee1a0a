extension Redaction {
  var values: SecretValues? { source?.values }

  package var hidesValues: Bool { values.map { $0.longest > 0 } ?? false }

  /// By default, hides values everywhere.
  package func hideValues(in bytes: Span<UInt8>, shown: [Range<Int>]? = nil, _ mask: inout Mask) {
    guard let values, values.longest > 0 else { return }
    // An escape of a byte takes at most six.
    let margin = min(values.longest, 64 << 10) * 6
    for range in shown ?? [0..<bytes.count] {
      let near = max(range.lowerBound - margin, 0)..<min(range.upperBound + margin, bytes.count)
      for found in values.ranges(in: bytes.extracting(near)) {
        mask.hide(found.lowerBound + near.lowerBound..<found.upperBound + near.lowerBound)
      }
    }
  }

  func settle(_ mask: inout Mask, of bytes: [UInt8]) {
    bytes.withSpan { hideValues(in: $0, &mask) }
    mask.settle()
  }

  /// Masks only the values, not names and tokens.
  package func maskedValues(in text: String) -> String {
    guard hidesValues else { return text }
    let bytes = Array(text.utf8)
    var mask = Mask(count: bytes.count)
    settle(&mask, of: bytes)
    return mask.isEmpty ? text : mask.text(of: bytes)
  }
}
