#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// Each lends bytes for one call. A decoding that outlives it copies them (`JSONCoder.withDecoding`).

extension ContiguousBytes {
  func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
    // The buffer lives as long as the call.
    try unsafe withUnsafeBytes { try body(unsafe Bytes($0)) }
  }
}

extension RawSpan {
  func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
    // The span lives as long as the call.
    try unsafe withUnsafeBytes { try body(unsafe Bytes($0)) }
  }
}

extension Span<UInt8> {
  func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
    // The span lives as long as the call.
    try unsafe bytes.withBytes(body)
  }
}

extension String {
  @inline(__always) func withBytes<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    // The buffer lives as long as the call.
    if let result = try unsafe utf8.withContiguousStorageIfAvailable({ try body(unsafe $0.span) }) {
      return result
    }
    var copy = self
    // The buffer lives as long as the call.
    return try copy.withUTF8 { try body(unsafe $0.span) }
  }
}

extension StaticString {
  @inline(__always) func withBytes<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    guard hasPointerRepresentation else { return try "\(self)".withBytes(body) }
    // A literal is always there.
    return try body(unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).span)
  }

  /// Distinguishes two literals with pointers.
  @inline(__always) var address: UInt {
    // Only the address is used.
    unsafe UInt(bitPattern: utf8Start)
  }
}

extension Hasher {
  mutating func combine(_ bytes: Span<UInt8>) {
    // The span lives as long as the call.
    unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
  }
}

extension Bytes {
  static var none: Bytes {
    // A literal is always there.
    unsafe Bytes(borrowing: ("" as StaticString).utf8Start, count: 0)
  }

  @inline(__always) fileprivate init(_ buffer: UnsafeRawBufferPointer) {
    if let start = buffer.baseAddress {
      // A buffer has its `count` bytes.
      unsafe self.init(borrowing: start, count: buffer.count)
    } else {
      self = .none
    }
  }

  /// The caller owns the copy, and frees it.
  func copied() -> Bytes {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: Swift.max(count, 1), alignment: 1)
    // There is room for `count` bytes.
    withSpan { bytes in unsafe bytes.withUnsafeBytes { unsafe copy.copyMemory(from: $0) } }
    // These are initialized now.
    return unsafe Bytes(UnsafeRawBufferPointer(rebasing: copy[..<count]))
  }

  /// Only for a result of `copied()`, which must not be used afterwards.
  func free() {
    // Each copy is freed once, by the tape that has it.
    withSpan { bytes in unsafe bytes.withUnsafeBytes { unsafe $0.deallocate() } }
  }
}
