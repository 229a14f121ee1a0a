/// RFC 8259 section 7.
extension Scanner {
  /// Moves `at` from the first quote to behind the last one, or leaves it.
  @inline(__always)
  static func string(
    _ at: inout Int, _ text: Bytes, _ replacesLoneSurrogates: Bool
  ) throws(ScanFailure) -> Node {
    let first = at + 1
    var stop = findStop(first, text)
    var flags: UInt64 = 0
    if text.byte(at: stop) != UInt8(ascii: "\"") {
      var rest = StringReader(position: stop, text: text, replacesLoneSurrogates: replacesLoneSurrogates)
      flags = try rest.finish()
      stop = rest.position
    }
    at = stop + 1
    return Node(
      head: Node.head(.string, at: first) | flags, body: UInt64(truncatingIfNeeded: stop - first))
  }

  /// Stops at a quote, a backslash, a control character or a byte above 127.
  @inline(__always)
  fileprivate static func findStop(_ first: Int, _ text: Bytes) -> Int {
    var at = first
    while let word = text.word(at: at) {
      let quote = word ^ 0x2222_2222_2222_2222
      let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      // The first two terms set the top bit of a quote or a backslash, the third that of a byte below 0x20, the last
      // that of a byte above 127. This is exact for the lowest such byte, which counts: borrows wrap around into higher
      // bytes only.
      let stops =
        ((quote &- 0x0101_0101_0101_0101) | (backslash &- 0x0101_0101_0101_0101)
          | (word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
      if stops != 0 { return at + stops.trailingZeroBitCount >> 3 }
      at += 8
    }
    while let byte = text.byte(at: at) {
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      at += 1
    }
    return at
  }
}

private struct StringReader {
  var position: Int
  let text: Bytes
  let replacesLoneSurrogates: Bool

  func failure(_ problem: ScanFailure.Problem) -> ScanFailure {
    ScanFailure(problem, position)
  }

  @inline(never) mutating func finish() throws(ScanFailure) -> UInt64 {
    var flags: UInt64 = 0
    while true {
      guard let byte = text.byte(at: position) else { throw failure(.unexpectedEnd(expected: .quote)) }
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
      position = Scanner.findStop(position, text)
    }
  }

  /// Surrogates must come in pairs, unless lone ones are replaced.
  private mutating func scanEscape() throws(ScanFailure) {
    switch text.byte(at: position + 1) {
    case nil:
      position = text.count
      throw failure(.unexpectedEnd(expected: .quote))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      let first = position
      let unit = try scanHex()
      if unit & 0xF800 == 0xD800, !replacesLoneSurrogates {
        guard unit < 0xDC00, text.byte(at: position) == UInt8(ascii: "\\"),
          text.byte(at: position + 1) == UInt8(ascii: "u")
        else {
          position = first
          throw failure(.loneSurrogate)
        }
        let low = try scanHex()
        guard low & 0xFC00 == 0xDC00 else {
          position = first
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
      guard let byte = text.byte(at: position + index) else {
        position = text.count
        throw failure(.unexpectedEnd(expected: .quote))
      }
      guard let digit = hexadecimalDigit(byte) else { throw failure(.invalidEscape) }
      unit = unit << 4 | UInt32(digit)
    }
    position += 6
    return unit
  }

  /// Checks the table of RFC 3629 section 4.
  private mutating func scanUTF8() throws(ScanFailure) {
    while let first = text.byte(at: position) {
      if first < 0x80 { return }
      if let word = text.half(at: position) {
        // Three bytes, the most frequent case: neither overlong nor a surrogate.
        let range = word & 0x200F
        if word & 0xC0_C0F0 == 0x80_80E0, range != 0, range != 0x200D {
          position += 3
          continue
        }
      }
      guard let second = continuation(1) else { throw failure(.invalidUTF8) }
      if first >= 0xE0 && first < 0xF0 {
        guard continuation(2) != nil, first != 0xE0 || second >= 0xA0, first != 0xED || second < 0xA0 else {
          throw failure(.invalidUTF8)
        }
        position += 3
      } else if first < 0xE0 {
        guard first >= 0xC2 else { throw failure(.invalidUTF8) }
        position += 2
      } else {
        guard first < 0xF5, continuation(2) != nil, continuation(3) != nil, first != 0xF0 || second >= 0x90,
          first != 0xF4 || second < 0x90
        else { throw failure(.invalidUTF8) }
        position += 4
      }
    }
    // The search for the closing quote reports the end of the bytes.
  }

  @inline(__always) private func continuation(_ place: Int) -> UInt8? {
    guard let byte = text.byte(at: position + place), byte & 0xC0 == 0x80 else { return nil }
    return byte
  }
}
