/// A reader of structured field values (RFC 9651): lists and dictionaries of items with parameters.
///
/// Inner lists are read and left out; a value that is not well formed gives nil, as section 4.2 has it: a field
/// that does not parse is ignored as a whole.
struct StructuredField {
  enum BareItem: Equatable {
    case integer(Int)
    case decimal(Double)
    case string(String)
    case token(String)
    /// Base64, not decoded.
    case bytes(String)
    case boolean(Bool)
    /// Seconds since 1970.
    case date(Int)
    case innerList
  }

  struct Item: Equatable {
    var value: BareItem
    var parameters: [String: BareItem]
  }

  private var rest: Substring.UTF8View

  /// The members of a list.
  static func list(_ text: String) -> [Item]? {
    var reader = StructuredField(rest: text[...].utf8)
    return reader.members { reader in reader.item() }
  }

  /// The members of a dictionary, in order.
  static func dictionary(_ text: String) -> [(key: String, item: Item)]? {
    var reader = StructuredField(rest: text[...].utf8)
    return reader.members { reader in
      guard let key = reader.key() else { return nil }
      if reader.skip("=") {
        guard let item = reader.item() else { return nil }
        return (key, item)
      }
      guard let parameters = reader.parameters() else { return nil }
      return (key, Item(value: .boolean(true), parameters: parameters))
    }
  }

  private mutating func members<Member>(_ member: (inout StructuredField) -> Member?) -> [Member]? {
    var members: [Member] = []
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    skipSpaces()
    while !rest.isEmpty {
      guard let next = member(&self) else { return nil }
      members.append(next)
      if rest.isEmpty { return members }
      skipSpacesAndTabs()
      guard skip(",") else { return nil }
      skipSpacesAndTabs()
      if rest.isEmpty { return nil }
    }
    return members
  }

  private mutating func item() -> Item? {
    guard let value = rest.first == UInt8(ascii: "(") ? innerList() : bareItem(),
      let parameters = parameters()
    else { return nil }
    return Item(value: value, parameters: parameters)
  }

  private mutating func innerList() -> BareItem? {
    guard skip("(") else { return nil }
    while true {
      skipSpaces()
      if skip(")") { return .innerList }
      guard bareItem() != nil, parameters() != nil else { return nil }
      guard rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: ")") else { return nil }
    }
  }

  private mutating func parameters() -> [String: BareItem]? {
    var parameters: [String: BareItem] = [:]
    while skip(";") {
      skipSpaces()
      guard let key = key() else { return nil }
      if skip("=") {
        guard let value = bareItem() else { return nil }
        parameters[key] = value
      } else {
        parameters[key] = .boolean(true)
      }
    }
    return parameters
  }

  private mutating func key() -> String? {
    guard let first = rest.first, first == UInt8(ascii: "*") || first.isLowercaseLetter else { return nil }
    return take { $0.isLowercaseLetter || $0.isDigit || "_-.*".utf8.contains($0) }
  }

  private mutating func bareItem() -> BareItem? {
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "?"):
      rest.removeFirst()
      if skip("1") { return .boolean(true) }
      return skip("0") ? .boolean(false) : nil
    case UInt8(ascii: ":"):
      rest.removeFirst()
      let encoded = take { $0.isLetter || $0.isDigit || "+/=".utf8.contains($0) }
      return skip(":") ? .bytes(encoded) : nil
    case UInt8(ascii: "@"):
      rest.removeFirst()
      guard case .integer(let seconds)? = number() else { return nil }
      return .date(seconds)
    case UInt8(ascii: "%"): return displayString()
    case UInt8(ascii: "-"): return number()
    case let byte where byte.isDigit: return number()
    case let byte where byte.isLetter || byte == UInt8(ascii: "*"):
      return .token(take { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~:/".utf8.contains($0) })
    default: return nil
    }
  }

  /// At most 15 digits, or 12 and a fraction of at most 3 (section 4.2.4).
  private mutating func number() -> BareItem? {
    let sign = skip("-") ? -1 : 1
    let whole = take(\.isDigit)
    guard !whole.isEmpty else { return nil }
    if skip(".") {
      let fraction = take(\.isDigit)
      guard whole.count <= 12, (1...3).contains(fraction.count), let value = Double("\(whole).\(fraction)")
      else { return nil }
      return .decimal(Double(sign) * value)
    }
    guard whole.count <= 15, let value = Int(whole) else { return nil }
    return .integer(sign * value)
  }

  private mutating func string() -> BareItem? {
    rest.removeFirst()
    var value = ""
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return .string(value)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
        else { return nil }
        value.unicodeScalars.append(Unicode.Scalar(escaped))
      case 0x20...0x7E: value.unicodeScalars.append(Unicode.Scalar(byte))
      default: return nil
      }
    }
    return nil
  }

  /// UTF-8 with percent signs before two digits in lower case (section 4.2.10).
  private mutating func displayString() -> BareItem? {
    guard skip("%"), skip("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self).map(BareItem.string)
      case UInt8(ascii: "%"):
        let digits = take { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        guard digits.utf8.count >= 2, let value = UInt8(digits.prefix(2), radix: 16) else { return nil }
        bytes.append(value)
        bytes += digits.utf8.dropFirst(2)
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

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == 0x20 }
  }

  private mutating func skipSpacesAndTabs() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isLetter: Bool {
    isLowercaseLetter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
