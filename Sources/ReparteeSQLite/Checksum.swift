#if SQLite
import Foundation

/// Detects accidental changes only.
struct Checksum {
  private var state: UInt64 = 0x52_65_70_61_72_74_65_65

  var value: Int64 { Int64(bitPattern: state ^ state >> 29) }

  /// Depends on how the bytes are divided into parts.
  static func of(_ parts: Data...) -> Int64 {
    var checksum = Checksum()
    for part in parts { checksum.add(part) }
    return checksum.value
  }

  mutating func add(_ bytes: Data) {
    mix(UInt64(bytes.count))
    let whole = bytes.count & ~7
    // Each word ends at most at `whole`, within the bytes. Byte by byte takes eight times as long.
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < whole {
        mix(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
    }
    if whole < bytes.count { mix(bytes.dropFirst(whole).reduce(0) { $0 << 8 | UInt64($1) }) }
  }

  /// Reversible: one different word always changes the result.
  @inline(__always) private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }
}
#endif
