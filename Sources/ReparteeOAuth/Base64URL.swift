#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base64 for URLs, without padding (RFC 7515, section 2).
enum Base64URL {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  /// Nil if it is not valid, or has padding.
  static func decode(_ text: some StringProtocol) -> Data? {
    guard text.utf8.allSatisfy(isDigit), text.utf8.count % 4 != 1 else { return nil }
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Returns 43 characters with 256 random bits.
  static func random(_ randomness: () -> UInt64) -> String {
    encode(
      (0..<4).flatMap { _ in
        let word = randomness()
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
      })
  }
}
