extension SecretJSON {
  func isScalar(_ range: Range<Int>, isWhole: Bool) -> Bool {
    if isExcerpt, range.count > 400 { return false }
    let text = bytes[range]
    for literal in ["true", "false", "null"]
    where isWhole ? text.elementsEqual(literal.utf8) : literal.utf8.starts(with: text) { return true }
    // A number: -? int frac? exp?, or the beginning of one at the end of the bytes.
    var rest = text
    func digits() -> Int {
      let count = rest.prefix { $0 &- 0x30 < 10 }.count
      rest = rest.dropFirst(count)
      return count
    }
    func ends() -> Bool { rest.isEmpty && !isWhole }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if ends() { return true }
    let isZero = rest.first == UInt8(ascii: "0")
    let count = digits()
    guard count == 1 || (count > 1 && !isZero) else { return !isExcerpt && isNonFinite(text) }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if ends() { return true }
      guard digits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      if ends() { return true }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private func isNonFinite(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    ["NaN", "Infinity", "-Infinity"].contains { text.elementsEqual($0.utf8) }
  }

  /// The end with its quote; at an invalid byte, its index and false.
  func endOfString(from start: Int) -> (end: Int, isString: Bool) {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return (index + 1, true)
      case 0..<0x20: return (index, false)
      case UInt8(ascii: "\\"):
        let length = escapeLength(at: index)
        if length == 0 { return (index, false) }
        index = min(index + length, bytes.count)
      default: index += 1
      }
    }
    return (bytes.count, true)
  }

  /// 0 if invalid. A truncated escape counts in full.
  private func escapeLength(at index: Int) -> Int {
    guard index + 1 < bytes.count else { return 2 }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"):
      for digit in bytes[min(index + 2, bytes.count)..<min(index + 6, bytes.count)]
      where hexValue(digit) == nil { return 0 }
      return 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    default: return 0
    }
  }

  func text(of range: Range<Int>) -> [UInt8] {
    let isWhole = range.count > 1 && bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    return unescaped(range.lowerBound + 1..<(isWhole ? range.upperBound - 1 : range.upperBound)).bytes
  }

  /// The unescaped bytes, and the source index of each and of their end.
  func unescaped(_ range: Range<Int>) -> (bytes: [UInt8], places: [Int]) {
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
        scalar = bytes[index..<end].reduce(0) { $0 << 4 | UInt32(hexValue($1) ?? 0) }
        index = end
        if let low = lowSurrogate(at: index, before: range.upperBound), 0xD800..<0xDC00 ~= scalar {
          scalar = 0x1_0000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
      case let other: scalar = UInt32(other)
      }
      // Half a surrogate pair alone is not a letter or digit, so any replacement will do.
      for byte in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 {
        text.append(byte)
        places.append(start)
      }
    }
    places.append(range.upperBound)
    return (text, places)
  }

  private func lowSurrogate(at index: Int, before end: Int) -> UInt32? {
    guard end - index >= 6, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    let low = bytes[index + 2..<index + 6].reduce(0) { $0 << 4 | UInt32(hexValue($1) ?? 0) }
    return 0xDC00..<0xE000 ~= low ? low : nil
  }
}

func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}
