/// Reads keys and bare items from the beginning of a structured field (RFC 9651, sections 4.2.3.1 to 4.2.10).
struct StructuredFieldReader {
  var rest: Substring.UTF8View

  mutating func key() -> String? {
    guard let first = rest.first, first == UInt8(ascii: "*") || first.isLowercaseLetter else { return nil }
    return take { $0.isLowercaseLetter || $0.isDigit || "_-.*".utf8.contains($0) }
  }

  mutating func bareItem() -> StructuredField.BareItem? {
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "?"):
      rest.removeFirst()
      if skip("1") { return .boolean(true) }
      return skip("0") ? .boolean(false) : nil
    case UInt8(ascii: ":"): return bytes()
    case UInt8(ascii: "@"):
      rest.removeFirst()
      guard case .integer(let seconds)? = number() else { return nil }
      return .date(seconds)
    case UInt8(ascii: "%"): return displayString()
    case UInt8(ascii: "-"): return number()
    case let byte where byte.isDigit: return number()
    case let byte where byte.isLetter || byte == UInt8(ascii: "*"):
      return .token(take { $0.isTokenCharacter || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") })
    default: return nil
    }
  }

  /// Reads at most 15 digits, or 12 and a fraction of at most 3 (section 4.2.4).
  private mutating func number() -> StructuredField.BareItem? {
    let sign = skip("-") ? -1 : 1
    guard let whole = digits(upTo: 15), !whole.isEmpty else { return nil }
    guard skip(".") else { return Int(whole).map { .integer(sign * $0) } }
    guard whole.utf8.count <= 12, let fraction = digits(upTo: 3), !fraction.isEmpty,
      let value = Double("\(whole).\(fraction)")
    else { return nil }
    return .decimal(Double(sign) * value)
  }

  /// Reads all digits that follow; nil if there are more than `limit`.
  private mutating func digits(upTo limit: Int) -> Substring? {
    let digits = rest.prefix(limit + 1).prefix(while: \.isDigit)
    guard digits.count <= limit else { return nil }
    rest = rest[digits.endIndex...]
    return Substring(digits)
  }

  private mutating func string() -> StructuredField.BareItem? {
    rest.removeFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return .string(String(decoding: value, as: UTF8.self))
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
        else { return nil }
        value.append(escaped)
      case 0x20...0x7E: value.append(byte)
      default: return nil
      }
    }
    return nil
  }

  /// Reads Base64; padding may be missing, and bits that belong to no byte may be set (section 4.2.7).
  private mutating func bytes() -> StructuredField.BareItem? {
    rest.removeFirst()
    var decoded: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0  // characters in a group of four
    var padding = 0
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: ":") {
        guard count != 1, padding == 0 || count + padding == 4 else { return nil }
        if count > 1 { decoded.append(UInt8(truncatingIfNeeded: bits >> (count == 2 ? 4 : 10))) }
        if count == 3 { decoded.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return .bytes(decoded)
      }
      if byte == UInt8(ascii: "=") {
        padding += 1
        guard count >= 2, count + padding <= 4 else { return nil }
        continue
      }
      guard padding == 0, let value = byte.base64Value else { return nil }
      bits = bits << 6 | value
      count += 1
      if count == 4 {
        for shift in [16, 8, 0] { decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
        (bits, count) = (0, 0)
      }
    }
    return nil
  }

  /// Reads UTF-8 with percent signs before two hexadecimal digits in lower case (section 4.2.10).
  private mutating func displayString() -> StructuredField.BareItem? {
    guard skip("%"), skip("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        return String(validating: bytes, as: UTF8.self).map(StructuredField.BareItem.displayString)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.lowercaseHexValue, let low = rest.popFirst()?.lowercaseHexValue
        else {
          return nil
        }
        bytes.append(high << 4 | low)
      case 0x20...0x7E: bytes.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private mutating func take(_ matches: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: matches)
    rest = rest[taken.endIndex...]
    return String(Substring(taken))
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipSpaces() {
    rest = rest.drop { $0 == 0x20 }
  }

  mutating func skipSpacesAndTabs() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isLetter: Bool {
    isLowercaseLetter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
  fileprivate var lowercaseHexValue: UInt8? {
    if isDigit { return self - UInt8(ascii: "0") }
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) ? self - UInt8(ascii: "a") + 10 : nil
  }
  fileprivate var base64Value: UInt32? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(self - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(self - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
