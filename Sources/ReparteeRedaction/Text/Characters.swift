@inline(__always)
package func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}

/// Decodes each `%XX`, and each plus as a space.
package func percentDecoded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  if !text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) { return text }
  var decoded: [UInt8] = []
  var rest = text
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), rest.count >= 2, let high = hexValue(rest[rest.startIndex]),
      let low = hexValue(rest[rest.startIndex + 1])
    {
      decoded.append(high << 4 | low)
      rest = rest.dropFirst(2)
    } else {
      decoded.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
    }
  }
  return decoded[...]
}
