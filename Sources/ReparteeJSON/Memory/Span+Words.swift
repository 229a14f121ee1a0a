extension Span<UInt8> {
  @inline(__always) func byte(at offset: Int) -> UInt8? {
    UInt(bitPattern: offset) < UInt(bitPattern: count) ? self[offset] : nil
  }

  @inline(__always) func word(at offset: Int) -> UInt64? {
    offset >= 0 && offset <= count - 8 ? UInt64(littleEndian: load(offset)) : nil
  }

  @inline(__always) func hasSameBytes(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    if count >= 8 {
      var index = 0
      while index <= count - 8 {
        if load(index) as UInt64 != other.load(index) { return false }
        index += 8
      }
      return load(count - 8) as UInt64 == other.load(count - 8)
    }
    if count >= 4 {
      return load(0) as UInt32 == other.load(0) && load(count - 4) as UInt32 == other.load(count - 4)
    }
    for index in 0..<count where load(index) as UInt8 != other.load(index) { return false }
    return true
  }

  /// Equal for equal bytes, and nearly always different for different ones.
  @inline(__always) var fingerprint: UInt64 {
    var word: UInt64
    if count >= 8 {
      word = load(0)
      var at = 8
      while at < count - 8 {
        // A hash: wraps around.
        word = (word ^ load(at)) &* 0x9E37_79B9_7F4A_7C15
        at += 8
      }
      let last: UInt64 = load(count - 8)
      word ^= last << 29 | last >> 35
    } else {
      word = short
    }
    // A hash: wraps around.
    return (word &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The last bytes from an offset on, fewer than eight: the first one lowest, then zeros.
  @inline(__always) func end(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count && count - offset < 8)
    if count < 8 { return short &>> UInt64(truncatingIfNeeded: offset * 8) }
    if offset == count { return 0 }
    return UInt64(littleEndian: load(count - 8)) &>> UInt64(truncatingIfNeeded: 64 - (count - offset) * 8)
  }

  /// All bytes, fewer than eight: the first one lowest, then zeros.
  @inline(__always) private var short: UInt64 {
    if count >= 4 {
      // Bytes that both loads contain are the same.
      return UInt64(UInt32(littleEndian: load(0)))
        | UInt64(UInt32(littleEndian: load(count - 4))) &<< UInt64(truncatingIfNeeded: (count - 4) * 8)
    }
    if count == 0 { return 0 }
    let (middle, last) = (count / 2, count - 1)
    return UInt64(load(0) as UInt8) | UInt64(load(middle) as UInt8) &<< UInt64(truncatingIfNeeded: middle * 8)
      | UInt64(load(last) as UInt8) &<< UInt64(truncatingIfNeeded: last * 8)
  }

  /// Unchecked: callers load only below `count`.
  @inline(__always) private func load<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Word {
    #if REPARTEE_CHECKED
    precondition(offset >= 0 && offset <= count - MemoryLayout<Word>.size)
    #endif
    // The word is within the span, as this file makes sure.
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Word.self)
  }
}
