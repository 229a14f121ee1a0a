extension JSONWriter {
  @inline(__always) mutating func put(_ byte: UInt8) { buffer.append(byte) }

  mutating func put(_ text: StaticString) { text.withBytes { buffer.append($0) } }

  mutating func put(_ other: borrowing JSONWriter, _ range: Range<Int>) {
    other.buffer.withSpan { buffer.append($0.extracting(range)) }
  }

  mutating func put(_ bytes: ArraySlice<UInt8>) {
    bytes.withBytes { bytes in bytes.withSpan(at: 0, count: bytes.count) { buffer.append($0) } }
  }

  func bytes(from start: Int) -> [UInt8] { buffer.bytes(from: start) }

  func hash(from start: Int) -> UInt64 {
    buffer.withSpan(from: start) { bytes in
      var hash = UInt64(truncatingIfNeeded: bytes.count)
      var index = 0
      while let word = bytes.word(at: index) {
        // A hash: wraps around.
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        index += 8
      }
      // A hash: wraps around.
      return (hash ^ bytes.end(at: index)) &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
