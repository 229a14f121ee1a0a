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

  mutating func append(quoted text: Span<UInt8>) {
    // A byte may become six. In a long text, the bytes that do are counted.
    let escapes = text.count <= 1024 ? text.count : JSONWriter.countOfEscapes(in: text)
    // A text in memory is far below a sixth of `Int.max`. The quotes, and a word that begins at the last byte, take ten
    // more.
    buffer.append(atMost: text.count + escapes * 5 + 10) { room in
      room.append(UInt8(ascii: "\""))
      var at = 0
      while let word = text.word(at: at), JSONWriter.escapes(in: word) == 0 {
        room.append(word: word)
        at += 8
      }
      let left = text.count - at
      if left < 8, case let end = text.end(at: at),
        JSONWriter.escapes(in: end) & ~(UInt64.max &<< UInt64(truncatingIfNeeded: left * 8)) == 0
      {
        room.append(end, count: left)
      } else {
        room = JSONWriter.append(escaping: text, from: at, to: consume room)
      }
      room.append(UInt8(ascii: "\""))
    }
  }

  /// Separate, and returning the room, to keep it in registers elsewhere.
  @inline(never)
  private static func append(escaping text: Span<UInt8>, from first: Int, to room: consuming Room) -> Room {
    var at = first
    while at < text.count {
      while let word = text.word(at: at), escapes(in: word) == 0 {
        room.append(word: word)
        at += 8
      }
      for _ in 0..<8 {
        guard let byte = text.byte(at: at) else { break }
        if needsEscape(byte) { escape(byte, to: &room) } else { room.append(byte) }
        at += 1
      }
    }
    return room
  }

  /// Sets the top bit of bytes that need an escape. A borrow that wraps around can also set it above such a byte.
  @inline(__always) private static func escapes(in word: UInt64) -> UInt64 {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    // Wraps around, as above.
    let stops =
      (quote &- 0x0101_0101_0101_0101) & ~quote | (backslash &- 0x0101_0101_0101_0101) & ~backslash
      | (word &- 0x2020_2020_2020_2020) & ~word
    return stops & 0x8080_8080_8080_8080
  }

  @inline(__always) private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func countOfEscapes(in text: Span<UInt8>) -> Int {
    var count = 0
    for index in text.indices where needsEscape(text[index]) { count += 1 }
    return count
  }

  private static func escape(_ byte: UInt8, to room: inout Room) {
    room.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: room.append(UInt8(ascii: "b"))
    case 0x09: room.append(UInt8(ascii: "t"))
    case 0x0A: room.append(UInt8(ascii: "n"))
    case 0x0C: room.append(UInt8(ascii: "f"))
    case 0x0D: room.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): room.append(byte)
    default:
      room.append("u00")
      room.append(UInt8(ascii: "0") + byte >> 4)
      room.append(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10)
    }
  }
}
