#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONWriter {
  @usableFromInline mutating func appendNull() { put("null") }

  mutating func append(_ value: Bool) { put(value ? "true" : "false") }

  mutating func append<T: FixedWidthInteger>(_ value: T) {
    // More than any integer of 128 bits needs.
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

  private mutating func append(shortest text: String) {
    var text = text
    text.withUTF8 { digits in
      let isWhole =
        digits.count > 2 && digits[digits.count - 2] == UInt8(ascii: ".") && digits.last == UInt8(ascii: "0")
      put(UnsafeBufferPointer(start: digits.baseAddress, count: isWhole ? digits.count - 2 : digits.count))
    }
  }

  private mutating func append<F: BinaryFloatingPoint>(nonConforming value: F) throws {
    guard case .strings(let positive, let negative, let nan) = options.values.floats.kind else {
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
    switch options.values.dates.kind {
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
    switch options.values.data.kind {
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
}
