/// Unsafe: writes after `count`, where `reserve` has made room.
extension JSONWriter {
  @inline(__always) mutating func put(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count &+= 1
  }

  mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    (bytes + count).update(from: start, count: text.count)
    count &+= text.count
  }

  mutating func put(_ other: borrowing JSONWriter, _ range: Range<Int>) {
    put(UnsafeBufferPointer(start: other.bytes + range.lowerBound, count: range.count))
  }

  mutating func put(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { put($0) } }

  func bytes(from start: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes + start, count: count - start))
  }

  func hash(from start: Int) -> UInt64 {
    let from = UnsafeRawPointer(bytes + start)
    var hash = UInt64(truncatingIfNeeded: count &- start)
    var index = 0
    while index &+ 8 <= count &- start {
      hash = (hash ^ from.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      index &+= 8
    }
    while index < count &- start {
      hash = (hash ^ UInt64(from.load(fromByteOffset: index, as: UInt8.self))) &* 0x9E37_79B9_7F4A_7C15
      index &+= 1
    }
    return hash
  }

  mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    // Each byte may become six bytes. In a long text, the bytes that do are counted.
    let escapes = text.count <= 256 ? text.count : text.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    reserve(text.count &+ escapes &* 5 &+ 10)
    bytes[count] = UInt8(ascii: "\"")
    var out = bytes + count + 1
    if var source = text.baseAddress {
      let end = source + text.count
      while true {
        while end - source >= 8 {
          let word = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
          let quote = word ^ 0x2222_2222_2222_2222
          let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
          // The top bit of a byte is set if the byte needs an escape. A borrow can also set it in bytes above such a
          // byte.
          let stops =
            ((quote &- 0x0101_0101_0101_0101) & ~quote | (backslash &- 0x0101_0101_0101_0101) & ~backslash
              | (word &- 0x2020_2020_2020_2020) & ~word) & 0x8080_8080_8080_8080
          if stops != 0 { break }
          UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
          source += 8
          out += 8
        }
        var left = min(end - source, 8)
        while left > 0 {
          let byte = source.pointee
          source += 1
          left -= 1
          if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            out.pointee = byte
            out += 1
          } else {
            out = JSONWriter.escape(byte, to: out)
          }
        }
        if source == end { break }
      }
    }
    out.pointee = UInt8(ascii: "\"")
    count = out - bytes + 1
  }

  private static func escape(
    _ byte: UInt8, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    start[0] = UInt8(ascii: "\\")
    let short: UInt8
    switch byte {
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
    default:
      start[1] = UInt8(ascii: "u")
      start[2] = UInt8(ascii: "0")
      start[3] = UInt8(ascii: "0")
      start[4] = UInt8(ascii: "0") + byte >> 4
      start[5] = byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10
      return start + 6
    }
    start[1] = short
    return start + 2
  }
}
