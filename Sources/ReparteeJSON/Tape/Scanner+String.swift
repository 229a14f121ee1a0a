/// Strings (RFC 8259 section 7).
///
/// Unsafe as `Scanner` says: a word is loaded only where eight bytes are left.
extension Scanner {
  @inline(__always)
  static func endOfString(
    _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>
  ) throws(ScanFailure) -> (UnsafePointer<UInt8>, flags: UInt64) {
    let stop = findStop(first, end)
    if stop < end, stop.pointee == UInt8(ascii: "\"") { return (stop, 0) }
    var rest = StringReader(position: stop, end: end, start: start)
    let flags = try rest.finish()
    return (rest.position, flags)
  }

  /// Stops at a quote, a backslash, a control character or a byte above 127.
  @inline(__always)
  fileprivate static func findStop(
    _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var at = first
    while end - at >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
      let quote = word ^ 0x2222_2222_2222_2222
      let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      // The first two terms set the top bit of a byte that is a quote or a backslash, the third that of a byte below
      // 0x20, the last that of a byte above 127. This is exact for the lowest such byte, which is the one that counts.
      let stops =
        ((quote &- 0x0101_0101_0101_0101) | (backslash &- 0x0101_0101_0101_0101)
          | (word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
      if stops != 0 { return at + stops.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < end {
      let byte = at.pointee
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return at }
      at += 1
    }
    return end
  }
}

private struct StringReader {
  var position: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let start: UnsafePointer<UInt8>

  func failure(_ problem: ScanFailure.Problem) -> ScanFailure {
    ScanFailure(problem: problem, offset: position - start)
  }

  @inline(never) mutating func finish() throws(ScanFailure) -> UInt64 {
    var flags: UInt64 = 0
    while true {
      guard position < end else { throw failure(.unexpectedEnd(expected: .quote)) }
      let byte = position.pointee
      if byte == UInt8(ascii: "\"") { return flags }
      if byte == UInt8(ascii: "\\") {
        flags |= Node.escaped
        try scanEscape()
      } else if byte >= 0x80 {
        flags |= Node.nonASCII
        try scanUTF8()
      } else {
        throw failure(.controlCharacter)
      }
      position = Scanner.findStop(position, end)
    }
  }

  /// Surrogates must come in pairs.
  private mutating func scanEscape() throws(ScanFailure) {
    guard end - position >= 2 else {
      position = end
      throw failure(.unexpectedEnd(expected: .quote))
    }
    switch position[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      let unit = try scanHex()
      if unit & 0xF800 == 0xD800 {
        guard unit < 0xDC00 else {
          position -= 6
          throw failure(.loneSurrogate)
        }
        guard end - position >= 2, position[0] == UInt8(ascii: "\\"), position[1] == UInt8(ascii: "u") else {
          position -= 6
          throw failure(.loneSurrogate)
        }
        let low = try scanHex()
        guard low & 0xFC00 == 0xDC00 else {
          position -= 12
          throw failure(.loneSurrogate)
        }
      }
    default:
      throw failure(.invalidEscape)
    }
  }

  private mutating func scanHex() throws(ScanFailure) -> UInt32 {
    var unit: UInt32 = 0
    for index in 2..<6 {
      guard end - position > index else {
        position = end
        throw failure(.unexpectedEnd(expected: .quote))
      }
      guard let digit = hexadecimalDigit(position[index]) else { throw failure(.invalidEscape) }
      unit = unit << 4 | UInt32(digit)
    }
    position += 6
    return unit
  }

  /// Checks the table of RFC 3629 section 4.
  private mutating func scanUTF8() throws(ScanFailure) {
    while position < end {
      let first = position.pointee
      if first < 0x80 { return }
      let left = end - position
      if left >= 4 {
        // Three bytes, the most frequent case: no overlong form, no surrogate.
        let word = UInt32(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt32.self))
        let range = word & 0x200F
        if word & 0xC0_C0F0 == 0x80_80E0, range != 0, range != 0x200D {
          position += 3
          continue
        }
      }
      if first >= 0xE0 && first < 0xF0 {
        guard left >= 3, position[1] & 0xC0 == 0x80, position[2] & 0xC0 == 0x80,
          first != 0xE0 || position[1] >= 0xA0, first != 0xED || position[1] < 0xA0
        else { throw failure(.invalidUTF8) }
        position += 3
      } else if first < 0xE0 {
        guard first >= 0xC2, left >= 2, position[1] & 0xC0 == 0x80 else { throw failure(.invalidUTF8) }
        position += 2
      } else {
        guard first < 0xF5, left >= 4, position[1] & 0xC0 == 0x80, position[2] & 0xC0 == 0x80,
          position[3] & 0xC0 == 0x80, first != 0xF0 || position[1] >= 0x90,
          first != 0xF4 || position[1] < 0x90
        else { throw failure(.invalidUTF8) }
        position += 4
      }
    }
    // The search for the closing quote reports the end of the bytes.
  }
}

@inline(__always) func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
  default: nil
  }
}
