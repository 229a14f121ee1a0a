// `Array.span` needs macOS 26 and iOS 26, that of a slice what Repartee needs.

extension ArraySlice<UInt8> {
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}

extension [UInt8] {
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { self[...].withSpan(body) }
}

extension Span<UInt8> {
  func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    for index in range where self[index] == byte { return true }
    return false
  }

  func starts(with text: some Collection<UInt8>, at start: Int = 0) -> Bool {
    guard text.count <= count - start else { return false }
    for (index, byte) in text.enumerated() where self[start + index] != byte { return false }
    return true
  }

  func elementsEqual(_ text: some Collection<UInt8>) -> Bool { count == text.count && starts(with: text) }

  func array(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(self[index]) }
    return bytes
  }

  /// A byte that is no hexadecimal digit counts as 0.
  func hexNumber(_ range: Range<Int>) -> UInt32 {
    var number: UInt32 = 0
    for index in range { number = number << 4 | UInt32(hexValue(self[index]) ?? 0) }
    return number
  }
}
