extension SecretJSON {
  /// - Parameter isWhole: Whether more bytes follow it.
  func isScalar(_ text: Span<UInt8>, isWhole: Bool) -> Bool {
    if isExcerpt, text.count > 400 { return false }
    for literal in ["true", "false", "null"]
    where isWhole ? text.elementsEqual(literal.utf8) : text.elementsEqual(literal.utf8.prefix(text.count)) {
      return true
    }
    // -? int frac? exp?, or its beginning at the end of the bytes.
    var index = skip("-", in: text, from: 0)
    if index == text.count, !isWhole { return true }
    let end = skipDigits(in: text, from: index)
    let isZero = index < text.count && text[index] == UInt8(ascii: "0")
    guard end == index + 1 || (end > index && !isZero) else { return !isExcerpt && isNonFinite(text) }
    index = end
    let fraction = skip(".", in: text, from: index)
    if fraction > index {
      if fraction == text.count, !isWhole { return true }
      index = skipDigits(in: text, from: fraction)
      guard index > fraction else { return false }
    }
    let exponent = skip("eE", in: text, from: index)
    if exponent > index {
      let digits = skip("-+", in: text, from: exponent)
      if digits == text.count, !isWhole { return true }
      index = skipDigits(in: text, from: digits)
      guard index > digits else { return false }
    }
    return index == text.count
  }

  private func skip(_ bytes: String, in text: Span<UInt8>, from index: Int) -> Int {
    index < text.count && bytes.utf8.contains(text[index]) ? index + 1 : index
  }

  private func skipDigits(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, text[index] &- 0x30 < 10 { index += 1 }
    return index
  }

  private func isNonFinite(_ text: Span<UInt8>) -> Bool {
    for name in ["NaN", "Infinity", "-Infinity"] where text.elementsEqual(name.utf8) { return true }
    return false
  }

  /// The end with its quote; at an invalid byte, its index and false.
  func endOfString(from start: Int, in bytes: Span<UInt8>) -> (end: Int, isString: Bool) {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return (index + 1, true)
      case 0..<0x20: return (index, false)
      case UInt8(ascii: "\\"):
        let length = escapeLength(at: index, in: bytes)
        if length == 0 { return (index, false) }
        index = min(index + length, bytes.count)
      default: index += 1
      }
    }
    return (bytes.count, true)
  }

  /// 0 if invalid. A truncated escape counts in full.
  private func escapeLength(at index: Int, in bytes: Span<UInt8>) -> Int {
    guard index + 1 < bytes.count else { return 2 }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"):
      for digit in min(index + 2, bytes.count)..<min(index + 6, bytes.count)
      where hexValue(bytes[digit]) == nil { return 0 }
      return 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    default: return 0
    }
  }

  func text(of range: Range<Int>, in bytes: Span<UInt8>) -> [UInt8] {
    let isWhole = range.count > 1 && bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    let end = isWhole ? range.upperBound - 1 : range.upperBound
    return unescaped(range.lowerBound + 1..<end, in: bytes).bytes
  }

  /// Also returns the source index of each byte and of their end.
  func unescaped(_ range: Range<Int>, in bytes: Span<UInt8>) -> (bytes: [UInt8], places: [Int]) {
    var text: [UInt8] = []
    var places: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      var scalar = UInt32(bytes[index])
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        text.append(bytes[index])
        places.append(start)
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "n"): scalar = 0x0A
      case UInt8(ascii: "r"): scalar = 0x0D
      case UInt8(ascii: "t"): scalar = 0x09
      case UInt8(ascii: "b"): scalar = 0x08
      case UInt8(ascii: "f"): scalar = 0x0C
      case UInt8(ascii: "u"):
        let end = min(index + 4, range.upperBound)
        scalar = bytes.hexNumber(index..<end)
        index = end
        if let low = lowSurrogate(at: index, before: range.upperBound, in: bytes), 0xD800..<0xDC00 ~= scalar {
          scalar = 0x1_0000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
      case let other: scalar = UInt32(other)
      }
      // Half a surrogate pair is neither letter nor digit, so any replacement will do.
      for byte in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 {
        text.append(byte)
        places.append(start)
      }
    }
    places.append(range.upperBound)
    return (text, places)
  }

  private func lowSurrogate(at index: Int, before end: Int, in bytes: Span<UInt8>) -> UInt32? {
    guard end - index >= 6, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    let low = bytes.hexNumber(index + 2..<index + 6)
    return 0xDC00..<0xE000 ~= low ? low : nil
  }
}
