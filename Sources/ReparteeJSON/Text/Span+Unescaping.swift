extension Span<UInt8> {
  /// The string of a JSON text between these quotes. Its escapes must be valid; half a surrogate pair is replaced.
  func unescaped() -> String {
    // Unescaping makes no string longer. Whole words are written, and the last may end after the string.
    String.written(atMost: count + 8) { room in unescape(to: &room) }
  }

  private func unescape(to room: inout Room) {
    var at = 0
    while true {
      // Copies eight bytes at a time, up to a backslash.
      while let word = self.word(at: at) {
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
      guard let byte = self.byte(at: at) else { return }
      if byte != UInt8(ascii: "\\") {
        room.append(byte)
        at += 1
        continue
      }
      let escape = self.byte(at: at + 1)
      at += 2
      switch escape {
      case UInt8(ascii: "b"): room.append(0x08)
      case UInt8(ascii: "f"): room.append(0x0C)
      case UInt8(ascii: "n"): room.append(0x0A)
      case UInt8(ascii: "r"): room.append(0x0D)
      case UInt8(ascii: "t"): room.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(at)
        at += 4
        if scalar & 0xF800 == 0xD800 {
          if scalar & 0x400 == 0, let low = lowSurrogate(at) {
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

  private func lowSurrogate(_ at: Int) -> UInt32? {
    guard byte(at: at) == UInt8(ascii: "\\"), byte(at: at + 1) == UInt8(ascii: "u") else {
      return nil
    }
    let unit = codeUnit(at + 2)
    return unit & 0xFC00 == 0xDC00 ? unit : nil
  }

  private func codeUnit(_ first: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in 0..<4 {
      unit = unit << 4 | UInt32(byte(at: first + index).flatMap(hexadecimalDigit) ?? 0)
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

@inline(__always) func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
