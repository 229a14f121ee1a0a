/// A JSON text, borrowed. An access outside of it is nil, or traps.
///
/// Unsafe: a value does not keep its bytes alive. Only this folder makes values: `withBytes` lends one for a call, and
/// a `Decoding` that outlives it copies the bytes (`Tape.keepText`).
@safe struct Bytes {
  private let start: UnsafeRawPointer
  let count: Int
  /// The number of offsets from which eight bytes are left.
  private let wordCount: Int

  @inline(__always) init(borrowing start: UnsafeRawPointer, count: Int) {
    // The caller vouches for `count` bytes from here, which live as long as the value is used.
    unsafe self.start = start
    self.count = count
    wordCount = Swift.max(count - 7, 0)
  }

  /// Nil after the last byte.
  @inline(__always) func byte(at offset: Int) -> UInt8? {
    guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return nil }
    // The offset is that of a byte.
    return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Eight bytes, the first one lowest; nil if fewer are left.
  @inline(__always) func word(at offset: Int) -> UInt64? {
    guard UInt(bitPattern: offset) < UInt(bitPattern: wordCount) else { return nil }
    // Eight bytes are left from the offset.
    return unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes, the first one lowest; nil if fewer are left.
  @inline(__always) func half(at offset: Int) -> UInt32? {
    // Nearly always, eight are left.
    if UInt(bitPattern: offset) >= UInt(bitPattern: wordCount) {
      guard offset >= 0, offset <= count - 4 else { return nil }
    }
    // Four bytes are left from the offset.
    return unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Traps if a part of it is outside.
  @inline(__always)
  func withSpan<R, E: Error>(
    at offset: Int, count length: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(offset >= 0 && length >= 0 && offset + length <= count)
    // The part is within these bytes.
    let first = unsafe (start + offset).assumingMemoryBound(to: UInt8.self)
    // As above; `body` can't keep the span.
    return try body(unsafe UnsafeBufferPointer(start: first, count: length).span)
  }

  func withSpan<R>(_ body: (Span<UInt8>) -> R) -> R { withSpan(at: 0, count: count, body) }

  /// Traps if there are fewer.
  func upTo(_ end: Int) -> Bytes {
    precondition(end >= 0 && end <= count)
    // No more than these bytes.
    return unsafe Bytes(borrowing: start, count: end)
  }

  /// Traps if a part of either is outside.
  @inline(__always) func areEqual(at one: Int, _ other: Int, count: Int) -> Bool {
    withSpan(at: one, count: count) { first in
      withSpan(at: other, count: count) { first.hasSameBytes(as: $0) }
    }
  }
}

extension Bytes: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> UInt8 {
    guard let byte = byte(at: position) else { preconditionFailure("no byte at \(position) of \(count)") }
    return byte
  }
}
