/// Bytes to be written, in order. Traps if there is no room.
///
/// Unsafe: the bytes are lent for one call, with exclusive access. A value can't be copied out of it.
@safe struct Room: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let count: Int
  private(set) var written = 0

  @inline(__always) init(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
    // The caller vouches for room for `count` bytes.
    unsafe self.start = start
    self.count = count
  }

  @inline(__always)
  static func fill(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ body: (inout Room) -> Void) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    // A buffer has its `count` bytes.
    var room = unsafe Room(start, count: bytes.count)
    body(&room)
    return room.written
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    precondition(written < count)
    // There is room for a byte.
    unsafe start[written] = byte
    written += 1
  }

  /// The lowest byte first.
  @inline(__always) mutating func append(word: UInt64) {
    precondition(written <= count - 8)
    // There is room for eight bytes.
    unsafe UnsafeMutableRawPointer(start + written).storeBytes(of: word.littleEndian, as: UInt64.self)
    written += 8
  }

  /// The lowest bytes of a word, fewer than eight; there must be room for eight.
  @inline(__always) mutating func append(_ word: UInt64, count bytes: Int) {
    precondition(written <= count - 8 && bytes >= 0 && bytes < 8)
    // There is room for eight bytes.
    unsafe UnsafeMutableRawPointer(start + written).storeBytes(of: word.littleEndian, as: UInt64.self)
    written += bytes
  }

  mutating func append(_ text: StaticString) {
    text.withBytes { bytes in
      for index in bytes.indices { append(bytes[index]) }
    }
  }

  mutating func reverse(from offset: Int) {
    var (low, high) = (offset, written - 1)
    while low < high {
      precondition(low >= 0)
      // Both are offsets of bytes that are written.
      unsafe swap(&start[low], &start[high])
      low += 1
      high -= 1
    }
  }
}
