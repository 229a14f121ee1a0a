#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Span<UInt8> {
  /// The bytes must be UTF-8: as the scanner or the writer ensures, or as ASCII.
  @inline(__always) func string(isASCII: Bool) -> String {
    #if REPARTEE_CHECKED
    // The span lives as long as the call.
    let isUTF8 = unsafe withUnsafeBufferPointer { unsafe repairedString.utf8.elementsEqual($0) }
    precondition(isUTF8)
    #endif
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // The bytes are UTF-8, as the caller vouches.
      return String(copying: unsafe UTF8Span(unchecked: self, isKnownASCII: isASCII))
    }
    return repairedString
  }

  /// Replaces invalid UTF-8.
  fileprivate var repairedString: String {
    // The span lives as long as the call.
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension Bytes {
  /// Replaces invalid UTF-8. Traps if a part of the range is outside.
  func text(_ range: Range<Int>) -> String {
    withSpan(at: range.lowerBound, count: range.count) { $0.repairedString }
  }
}

extension String {
  /// Nil for bytes that are not UTF-8. Foundation's initializer drops a byte order mark.
  package init?(utf8 bytes: Data) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
      return
    }
    self.init(decoding: bytes, as: UTF8.self)
    // Invalid bytes are replaced.
    guard utf8.elementsEqual(bytes) else { return nil }
  }

  /// Canonically equivalent strings may differ.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { own in other.withBytes { own.hasSameBytes(as: $0) } }
  }

  /// `body` must write UTF-8, at most `room` bytes.
  static func written(atMost room: Int, _ body: (inout Room) -> Void) -> String {
    if room > 1024 {
      // The room is that of the string.
      return unsafe String(unsafeUninitializedCapacity: room) { bytes in
        // As above.
        unsafe Room.fill(bytes, body)
      }
    }
    // The room lives as long as the call.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { bytes in
      // As above.
      let count = unsafe Room.fill(bytes, body)
      // So many bytes are written.
      return unsafe UnsafeBufferPointer(start: bytes.baseAddress, count: count).span.string(isASCII: false)
    }
  }
}
