#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Where a ``JSONEncodable`` is written to: members of an object, or one value.
///
/// Unsafe: `bytes` has room for `capacity` bytes, of which `count` are written; each append makes room first. It is freed at the
/// end, unless it was taken.
public struct JSONWriter: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity: Int
  private var value = Value()
  /// Where a value was written that had another one already.
  private var misplaced: [any CodingKey]?
  private let options: JSONOptions

  /// What was written of the value that is being written.
  @usableFromInline struct Value {
    fileprivate var start = 0
    fileprivate var isObject = false
  }

  init(_ options: JSONOptions) {
    self.options = options
    capacity = 256
    bytes = .allocate(capacity: capacity)
  }

  deinit {
    bytes.deallocate()
  }

  // MARK: - Values

  /// Writes a member of the object that the value is; nothing where it is a nil `Optional`.
  ///
  /// Keys are written as ``JSONCoder/keys`` says. A key that is written twice is in the object twice.
  @inlinable public mutating func write<Member: JSONEncodable>(
    _ member: Member, forKey key: StaticString
  ) throws {
    try member._write(forKey: key, to: &self)
  }

  /// The same of a type that is only an `Encodable`.
  @_disfavoredOverload
  public mutating func write<Member: Encodable>(_ member: Member, forKey key: StaticString) throws {
    if let optional = member as? any Nullable, optional.isNull { return }
    begin(key)
    try append(encoding: member)
  }

  /// Writes this as the value, which has no members then.
  @inlinable public mutating func write<Value: JSONEncodable>(_ value: Value) throws {
    beginOnly()
    try value._writeWhole(to: &self)
  }

  /// The same of a type that is only an `Encodable`.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ value: Value) throws {
    beginOnly()
    try append(encoding: value)
  }

  /// Writes null as the value.
  public mutating func writeNull() {
    beginOnly()
    put("null")
  }

  /// Writes null as a member.
  public mutating func writeNull(forKey key: StaticString) {
    begin(key)
    put("null")
  }

  // MARK: - What they are made of

  @usableFromInline mutating func begin() -> Value {
    let outer = value
    value = Value(start: count)
    return outer
  }

  @usableFromInline mutating func end(_ outer: Value) {
    if value.isObject {
      put(UInt8(ascii: "}"))
    } else if count == value.start {
      put("{}")
    }
    value = outer
  }

  @usableFromInline mutating func begin(_ key: StaticString) {
    if value.isObject {
      put(UInt8(ascii: ","))
    } else {
      if count != value.start { noteMisplaced() }
      value.isObject = true
      put(UInt8(ascii: "{"))
    }
    if options.values.keys.isPlain, key.hasPointerRepresentation {
      append(quoted: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    } else {
      append(options.encoded("\(key)"))
    }
    put(UInt8(ascii: ":"))
  }

  @usableFromInline mutating func beginOnly() {
    if value.isObject || count != value.start { noteMisplaced() }
  }

  private mutating func noteMisplaced() {
    // What follows is no JSON any more, so that the first place counts.
    misplaced =
      misplaced ?? JSONCoder.openPath(of: UnsafeBufferPointer(start: bytes, count: value.start)).components
  }

  @usableFromInline mutating func beginArray() { put(UInt8(ascii: "[")) }

  @usableFromInline mutating func endArray() { put(UInt8(ascii: "]")) }

  /// What comes before an element of an array.
  @usableFromInline mutating func nextElement() {
    if bytes[count &- 1] != UInt8(ascii: "[") { put(UInt8(ascii: ",")) }
  }

  @usableFromInline mutating func beginDictionary() { put(UInt8(ascii: "{")) }

  @usableFromInline mutating func endDictionary() { put(UInt8(ascii: "}")) }

  /// A key that is data: no strategy touches it.
  @usableFromInline mutating func nextMember(_ key: String) {
    if bytes[count &- 1] != UInt8(ascii: "{") { put(UInt8(ascii: ",")) }
    append(key)
    put(UInt8(ascii: ":"))
  }

  /// The text; an error where a value wrote more than one.
  consuming func text() throws -> Data {
    if let misplaced {
      // Without the text, which may hold secrets.
      throw EncodingError.invalidValue(
        JSONValue.null,
        EncodingError.Context(
          codingPath: misplaced,
          debugDescription: "write(to:) writes members or one value: this wrote a second one, or both."))
    }
    return Data(bytes: bytes, count: count)
  }

  /// A string in quotes.
  static func quoted(_ string: String) -> String {
    var writer = JSONWriter(.standard)
    writer.append(string)
    return String(decoding: UnsafeBufferPointer(start: writer.bytes, count: writer.count), as: UTF8.self)
  }

  private var coder: JSONCoder { JSONCoder(options) }

  /// Where the next value is written.
  private var path: [any CodingKey] {
    JSONCoder.openPath(of: UnsafeBufferPointer(start: bytes, count: count)).components
  }

  private func invalid(_ value: Any, _ reason: String) -> any Error {
    EncodingError.invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
  }

  private mutating func append(encoding value: some Encodable) throws {
    let data = try coder.encodeByFoundation(value)
    reserve(data.count)
    data.copyBytes(to: bytes + count, count: data.count)
    count &+= data.count
  }

  // MARK: - Scalars

  @usableFromInline mutating func appendNull() { put("null") }

  mutating func append(_ value: Bool) { put(value ? "true" : "false") }

  mutating func append<T: FixedWidthInteger>(_ value: T) {
    // More than any of 128 bits has.
    reserve(40)
    if value == 0 {
      bytes[count] = UInt8(ascii: "0")
      count &+= 1
      return
    }
    if value < 0 {
      bytes[count] = UInt8(ascii: "-")
      count &+= 1
    }
    let first = count
    if var rest = UInt64(exactly: value.magnitude) {
      while rest != 0 {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        bytes[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
        count &+= 1
        rest = quotient
      }
    } else {
      var rest = value.magnitude
      while rest != 0 {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        bytes[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
        count &+= 1
        rest = quotient
      }
    }
    var digits = UnsafeMutableBufferPointer(start: bytes + first, count: count &- first)
    digits.reverse()
  }

  mutating func append(_ value: Double) throws {
    if abs(value) < 1e15, let integer = Int64(exactly: value), integer != 0 { return append(integer) }
    guard value.isFinite else { return try append(nonConforming: value) }
    append(shortest: value.description)
  }

  mutating func append(_ value: Float) throws {
    guard value.isFinite else { return try append(nonConforming: value) }
    append(shortest: value.description)
  }

  /// Without a fraction that is zero.
  private mutating func append(shortest text: String) {
    var text = text
    text.withUTF8 { digits in
      let isWhole =
        digits.count > 2 && digits[digits.count - 2] == UInt8(ascii: ".") && digits.last == UInt8(ascii: "0")
      put(UnsafeBufferPointer(start: digits.baseAddress, count: isWhole ? digits.count - 2 : digits.count))
    }
  }

  private mutating func append<F: BinaryFloatingPoint>(nonConforming value: F) throws {
    guard case .strings(let positive, let negative, let nan) = options.values.floats else {
      throw invalid(value, "JSON has no \(value): set JSONCoder.floats, or leave it out.")
    }
    append(value.isNaN ? nan : value < 0 ? negative : positive)
  }

  mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { append(quoted: $0) }
  }

  mutating func append(_ value: Decimal) throws {
    guard let number = JSONNumber(value) else { throw invalid(value, "JSON has no number for it.") }
    append(number)
  }

  mutating func append(_ number: JSONNumber) {
    var text = number.text
    text.withUTF8 { put($0) }
  }

  mutating func append(_ date: Date) throws {
    switch options.values.dates {
    case .iso8601:
      reserve(26)
      bytes[count] = UInt8(ascii: "\"")
      let room = UnsafeMutableBufferPointer(start: bytes + count + 1, count: ISO8601Writer.longestText)
      guard let length = ISO8601Writer.write(date.timeIntervalSinceReferenceDate, to: room) else {
        throw invalid(date, "ISO 8601 has four digits for the year.")
      }
      count &+= length &+ 1
      put(UInt8(ascii: "\""))
    case .secondsSince1970: try append(date.timeIntervalSince1970)
    case .millisecondsSince1970: try append(1000 * date.timeIntervalSince1970)
    case .deferredToDate: try append(date.timeIntervalSinceReferenceDate)
    case .text(_, let format): append(format(date))
    case .custom: try append(encoding: date)
    }
  }

  mutating func append(_ data: Data) throws {
    switch options.values.data {
    case .base64: append(data.base64EncodedString())
    case .deferredToData:
      beginArray()
      for byte in data {
        nextElement()
        append(byte)
      }
      endArray()
    case .custom: try append(encoding: data)
    }
  }

  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let value): append(value)
    case .number(let number): append(number)
    case .string(let string): append(string)
    case .array(let elements):
      beginArray()
      for element in elements {
        nextElement()
        append(element)
      }
      endArray()
    case .object(let members):
      beginDictionary()
      for (key, value) in members {
        nextMember(key)
        append(value)
      }
      endDictionary()
    }
  }

  // MARK: - Bytes

  @inline(__always) private mutating func reserve(_ needed: Int) {
    if capacity &- count < needed { grow(needed) }
  }

  @inline(never) private mutating func grow(_ needed: Int) {
    capacity = max(capacity * 2, count + needed)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }

  @inline(__always) private mutating func put(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count &+= 1
  }

  private mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    (bytes + count).update(from: start, count: text.count)
    count &+= text.count
  }

  /// A string, with escapes where RFC 8259, section 7, wants them: the quote, the backslash and U+0000 to U+001F.
  private mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    // Each byte may become six. Of a long text those are counted that do.
    let escapes = text.count <= 256 ? text.count : text.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    reserve(text.count &+ escapes &* 5 &+ 10)
    bytes[count] = UInt8(ascii: "\"")
    var out = bytes + count + 1
    if var source = text.baseAddress {
      let end = source + text.count
      while true {
        while end - source >= 8 {
          let word = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
          let quote = word ^ 0x2222_2222_2222_2222
          let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
          // The top bit of a byte is set where the byte is one of those, or above one of those.
          let stops =
            ((quote &- 0x0101_0101_0101_0101) & ~quote | (backslash &- 0x0101_0101_0101_0101) & ~backslash
              | (word &- 0x2020_2020_2020_2020) & ~word) & 0x8080_8080_8080_8080
          if stops != 0 { break }
          UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
          source += 8
          out += 8
        }
        var left = min(end - source, 8)
        while left > 0 {
          let byte = source.pointee
          source += 1
          left -= 1
          if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            out.pointee = byte
            out += 1
          } else {
            out = JSONWriter.escape(byte, to: out)
          }
        }
        if source == end { break }
      }
    }
    out.pointee = UInt8(ascii: "\"")
    count = out - bytes + 1
  }

  private static func escape(
    _ byte: UInt8, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    start[0] = UInt8(ascii: "\\")
    let short: UInt8
    switch byte {
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
    default:
      start[1] = UInt8(ascii: "u")
      start[2] = UInt8(ascii: "0")
      start[3] = UInt8(ascii: "0")
      start[4] = UInt8(ascii: "0") + byte >> 4
      start[5] = byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10
      return start + 6
    }
    start[1] = short
    return start + 2
  }
}
