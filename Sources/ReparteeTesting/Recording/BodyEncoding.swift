import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

enum BodyEncoding {
  /// ASCII characters are single bytes. Invalid UTF-8 is kept.
  case bytes
  case latin1
  case utf16(isBigEndian: Bool)

  init(of body: Data, charset: String?) {
    switch charset {
    case "iso-8859-1", "iso_8859-1", "latin1", "windows-1252": self = .latin1
    case "utf-16le": self = .utf16(isBigEndian: false)
    case "utf-16be": self = .utf16(isBigEndian: true)
    default:
      if let isBigEndian = Self.isBigEndian(Array(body.prefix(4))) {
        self = .utf16(isBigEndian: isBigEndian)
      } else {
        // RFC 2781, section 4.3.
        self = charset == "utf-16" ? .utf16(isBigEndian: true) : .bytes
      }
    }
  }

  /// Decides by a byte order mark, or by the zeros of two ASCII characters.
  private static func isBigEndian(_ start: [UInt8]) -> Bool? {
    guard start.count == 4 else { return nil }
    if start.starts(with: [0xFF, 0xFE]) { return false }
    if start.starts(with: [0xFE, 0xFF]) { return true }
    let zeros = start.map { $0 == 0 }
    if zeros == [false, true, false, true] { return false }
    return zeros == [true, false, true, false] ? true : nil
  }

  var isWide: Bool {
    if case .utf16 = self { true } else { false }
  }

  /// Drops half a character at the end.
  func utf8(of body: Data) -> [UInt8] {
    let bytes = Array(body)
    switch self {
    case .bytes: return bytes
    case .latin1:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte < 0x80 {
          text.append(byte)
        } else {
          text.append(0xC0 | (byte >> 6))
          text.append(0x80 | (byte & 0x3F))
        }
      }
      return text
    case .utf16(let isBigEndian):
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? (first << 8) | second : (second << 8) | first
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
  }

  func data(of text: [UInt8]) -> Data {
    switch self {
    case .bytes: return Data(text)
    // Masking adds only ASCII characters.
    case .latin1:
      let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      return Data(scalars.map { UInt8(truncatingIfNeeded: $0.value) })
    case .utf16(let isBigEndian):
      var data = Data()
      for unit in String(decoding: text, as: UTF8.self).utf16 {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        data.append(isBigEndian ? high : low)
        data.append(isBigEndian ? low : high)
      }
      return data
    }
  }
}
