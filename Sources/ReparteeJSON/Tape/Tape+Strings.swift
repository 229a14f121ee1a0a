/// Unsafe: the ranges come from string nodes, whose bytes the scanner has validated as UTF-8 with valid escapes. An
/// unescaped string is never longer than its escaped form, so the buffer's capacity is enough.
extension Tape {
  @inline(__always) func string(at node: Node) -> String {
    if node.isEscaped { return unescaped(node) }
    return makeString(
      UnsafeBufferPointer(start: bytes + node.offset, count: node.length), isASCII: node.isASCII)
  }

  /// The bytes must be UTF-8.
  @inline(__always) func makeString(_ buffer: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return String(copying: unsafe UTF8Span(unchecked: buffer.span, isKnownASCII: isASCII))
    }
    return String(decoding: buffer, as: UTF8.self)
  }

  @inline(never) func unescaped(_ node: Node) -> String {
    if node.length > 1024 {
      return String(unsafeUninitializedCapacity: node.length) { unescape(node, into: $0) }
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: node.length) { buffer in
      let count = unescape(node, into: buffer)
      return makeString(UnsafeBufferPointer(rebasing: buffer[..<count]), isASCII: false)
    }
  }

  func unescape(_ node: Node, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let out = buffer.baseAddress else { return 0 }
    var source = bytes + node.offset
    let end = source + node.length
    var written = 0
    while source < end {
      // Copies eight bytes at a time, as long as none is a backslash.
      while end - source >= 8 {
        let word = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        if (backslash &- 0x0101_0101_0101_0101) & ~backslash & 0x8080_8080_8080_8080 != 0 { break }
        UnsafeMutableRawPointer(out + written).storeBytes(of: word, as: UInt64.self)
        source += 8
        written &+= 8
      }
      if source == end { break }
      let byte = source.pointee
      if byte != UInt8(ascii: "\\") {
        out[written] = byte
        written &+= 1
        source += 1
        continue
      }
      let escape = source[1]
      source += 2
      let plain: UInt8
      switch escape {
      case UInt8(ascii: "b"): plain = 0x08
      case UInt8(ascii: "f"): plain = 0x0C
      case UInt8(ascii: "n"): plain = 0x0A
      case UInt8(ascii: "r"): plain = 0x0D
      case UInt8(ascii: "t"): plain = 0x09
      case UInt8(ascii: "u"):
        var scalar = codeUnit(source)
        source += 4
        if scalar & 0xFC00 == 0xD800 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + (codeUnit(source + 2) & 0x3FF)
          source += 6
        }
        written = write(scalar, to: out, at: written)
        continue
      default: plain = escape
      }
      out[written] = plain
      written &+= 1
    }
    return written
  }

  private func codeUnit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    var unit: UInt32 = 0
    for index in 0..<4 { unit = unit << 4 | UInt32(hexadecimalDigit(digits[index]) ?? 0) }
    return unit
  }

  private func write(_ scalar: UInt32, to out: UnsafeMutablePointer<UInt8>, at index: Int) -> Int {
    func trail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
    switch scalar {
    case 0..<0x80:
      out[index] = UInt8(truncatingIfNeeded: scalar)
      return index + 1
    case 0x80..<0x800:
      out[index] = UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0
      out[index + 1] = trail(0)
      return index + 2
    case 0x800..<0x10000:
      out[index] = UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0
      out[index + 1] = trail(6)
      out[index + 2] = trail(0)
      return index + 3
    default:
      out[index] = UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0
      out[index + 1] = trail(12)
      out[index + 2] = trail(6)
      out[index + 3] = trail(0)
      return index + 4
    }
  }

  func text(at index: Int) -> String {
    let start = startOffset(of: index)
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: endOffset(of: index) - start), as: UTF8.self)
  }
}
