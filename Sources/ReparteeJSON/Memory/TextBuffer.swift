#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A growing text.
///
/// Unsafe: of `capacity` bytes from `start`, the first `count` are written. They are freed at the end.
@safe struct TextBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    // Freed by `deinit` or `grow`.
    unsafe start = .allocate(capacity: capacity)
  }

  deinit {
    // Allocated by `init` or `grow`.
    unsafe start.deallocate()
  }

  @inline(__always) var last: UInt8? {
    if count == 0 { return nil }
    // There is a byte before the end.
    return unsafe start[count - 1]
  }

  mutating func cut(to offset: Int) { count = min(count, max(offset, 0)) }

  // MARK: - Appending

  @inline(__always) mutating func append(_ byte: UInt8) {
    reserve(1)
    // There is room for a byte.
    unsafe start[count] = byte
    count += 1
  }

  mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    // The span lives as long as the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // There is room for the bytes.
      if let from = bytes.baseAddress { unsafe (start + count).update(from: from, count: bytes.count) }
    }
    count += bytes.count
  }

  /// `body` appends at most `room` bytes.
  @inline(__always)
  mutating func append<R>(atMost room: Int, _ body: (inout Room) throws -> R) rethrows -> R {
    reserve(room)
    // `reserve` has made sure of the room.
    var space = unsafe Room(start + count, count: room)
    defer { count += space.written }
    return try body(&space)
  }

  @inline(__always) private mutating func reserve(_ needed: Int) {
    if capacity - count < needed { grow(needed) }
  }

  @inline(never) private mutating func grow(_ needed: Int) {
    capacity = max(capacity * 2, count + needed)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    // There is room for more than what is written.
    unsafe larger.update(from: start, count: count)
    // Allocated by `init` or `grow`.
    unsafe start.deallocate()
    // Freed by `deinit` or `grow`.
    unsafe start = larger
  }

  // MARK: - Reading

  @inline(__always) func withSpan<R>(from offset: Int = 0, _ body: (Span<UInt8>) throws -> R) rethrows -> R {
    precondition(offset >= 0 && offset <= count)
    // These bytes are written.
    return try body(unsafe UnsafeBufferPointer(start: start + offset, count: count - offset).span)
  }

  func withBytes<R>(upTo end: Int, _ body: (Bytes) throws -> R) rethrows -> R {
    precondition(end >= 0 && end <= count)
    // These bytes are written.
    return try body(unsafe Bytes(borrowing: start, count: end))
  }

  func bytes(from offset: Int) -> [UInt8] {
    // The span lives as long as the call.
    withSpan(from: offset) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  func data() -> Data {
    // These bytes are written.
    unsafe Data(bytes: start, count: count)
  }
}
