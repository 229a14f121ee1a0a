#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Data {
  package struct Found {
    package let index: Int
    package let first: UInt8
    /// The byte before the match, or the match if it is the first.
    package let previous: UInt8
  }

  /// Finds a byte with memchr, many times as fast as a loop. Access by index costs an exclusivity check, so the
  /// neighbors come along.
  package func find(_ byte: UInt8, in range: Range<Int>) -> Found? {
    let first = startIndex
    let part = range.clamped(to: first..<endIndex)
    let start = part.lowerBound - first
    // The buffer lives as long as the call.
    return unsafe withUnsafeBytes { bytes -> Found? in
      guard let base = bytes.baseAddress else { return nil }
      // The part lies within the bytes.
      guard let found = unsafe memchr(base + start, Int32(byte), part.count) else { return nil }
      // Where memchr found the byte, in the part.
      let index = unsafe UnsafeRawPointer(found) - base
      // `start` and `index` are in the part, and so is what lies between them.
      return unsafe Found(
        index: first + index, first: bytes[start], previous: bytes[Swift.max(start, index - 1)])
    }
  }

  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? { find(byte, in: range)?.index }
}
