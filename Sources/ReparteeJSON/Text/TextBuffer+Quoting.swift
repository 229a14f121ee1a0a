/// Strings of JSON (RFC 8259 section 7).
extension TextBuffer {
  mutating func append(quoted text: Span<UInt8>) {
    // A byte may become six. In a long text, the bytes that do are counted.
    let escapes = text.count <= 1024 ? text.count : TextBuffer.countOfEscapes(in: text)
    // A text in memory is far below a sixth of `Int.max`. The quotes, and a word that begins at the last byte, take ten
    // more.
    append(atMost: text.count + escapes * 5 + 10) { room in
      room.append(UInt8(ascii: "\""))
      var at = 0
      while let word = text.word(at: at), TextBuffer.escapes(in: word) == 0 {
        room.append(word: word)
        at += 8
      }
      let left = text.count - at
      if left < 8, case let end = text.end(at: at),
        TextBuffer.escapes(in: end) & ~(UInt64.max &<< UInt64(truncatingIfNeeded: left * 8)) == 0
      {
        room.append(end, count: left)
      } else {
        room = TextBuffer.append(escaping: text, from: at, to: consume room)
      }
      room.append(UInt8(ascii: "\""))
    }
  }

  /// Not inlined, and returns the room: so `append(quoted:)` keeps it in registers.
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

extension String {
  /// The string with its quotes.
  var quoted: String {
    var buffer = TextBuffer(capacity: utf8.count + 2)
    withBytes { buffer.append(quoted: $0) }
    return buffer.withSpan { $0.string(isASCII: false) }
  }
}
