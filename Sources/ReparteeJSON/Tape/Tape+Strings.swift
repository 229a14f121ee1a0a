/// The scanner validated escapes, and left half a surrogate pair only if it is to be replaced.
/// Unescaping never makes a string longer.
extension Tape {
  /// With escapes.
  @inline(__always) func withBytes<R>(of node: Node, _ body: (Span<UInt8>) -> R) -> R {
    text.withSpan(at: node.offset, count: node.length, body)
  }

  @inline(__always) func string(at node: Node) -> String {
    if node.isEscaped { return unescaped(node) }
    return withBytes(of: node) { $0.string(isASCII: node.isASCII) }
  }

  @inline(never) func unescaped(_ node: Node) -> String {
    // Whole words are written, and may end behind the string.
    String.written(atMost: node.length + 8) { room in
      withBytes(of: node) { bytes in unescape(bytes, to: &room) }
    }
  }

  private func unescape(_ bytes: Span<UInt8>, to room: inout Room) {
    var at = 0
    while true {
      // Copies eight bytes at a time, up to a backslash.
      while let word = bytes.word(at: at) {
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        // The lowest top bit set is that of the first backslash: borrows wrap around into higher bytes only.
        let marks = (backslash &- 0x0101_0101_0101_0101) & ~backslash & 0x8080_8080_8080_8080
        if marks != 0 {
          let count = marks.trailingZeroBitCount >> 3
          room.append(word, count: count)
          at += count
          break
        }
        room.append(word: word)
        at += 8
      }
      guard let byte = bytes.byte(at: at) else { return }
      if byte != UInt8(ascii: "\\") {
        room.append(byte)
        at += 1
        continue
      }
      let escape = bytes.byte(at: at + 1)
      at += 2
      switch escape {
      case UInt8(ascii: "b"): room.append(0x08)
      case UInt8(ascii: "f"): room.append(0x0C)
      case UInt8(ascii: "n"): room.append(0x0A)
      case UInt8(ascii: "r"): room.append(0x0D)
      case UInt8(ascii: "t"): room.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(bytes, at)
        at += 4
        if scalar & 0xF800 == 0xD800 {
          if scalar & 0x400 == 0, let low = lowSurrogate(bytes, at) {
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
            at += 6
          } else {
            scalar = 0xFFFD
          }
        }
        write(scalar, to: &room)
      case let plain?: room.append(plain)
      case nil: break
      }
    }
  }

  private func lowSurrogate(_ bytes: Span<UInt8>, _ at: Int) -> UInt32? {
    guard bytes.byte(at: at) == UInt8(ascii: "\\"), bytes.byte(at: at + 1) == UInt8(ascii: "u") else {
      return nil
    }
    let unit = codeUnit(bytes, at + 2)
    return unit & 0xFC00 == 0xDC00 ? unit : nil
  }

  private func codeUnit(_ bytes: Span<UInt8>, _ first: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in 0..<4 {
      unit = unit << 4 | UInt32(bytes.byte(at: first + index).flatMap(hexadecimalDigit) ?? 0)
    }
    return unit
  }

  private func write(_ scalar: UInt32, to room: inout Room) {
    func bits(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) }
    func lead(_ mark: UInt8, _ shift: UInt32) { room.append(bits(shift) | mark) }
    func trail(_ shift: UInt32) { room.append(bits(shift) & 0x3F | 0x80) }
    switch scalar {
    case 0..<0x80: lead(0, 0)
    case 0x80..<0x800:
      lead(0xC0, 6)
      trail(0)
    case 0x800..<0x10000:
      lead(0xE0, 12)
      trail(6)
      trail(0)
    default:
      lead(0xF0, 18)
      trail(12)
      trail(6)
      trail(0)
    }
  }
}
