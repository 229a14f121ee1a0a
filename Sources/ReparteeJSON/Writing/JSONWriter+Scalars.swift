#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONWriter {
  @usableFromInline mutating func appendNull() { put("null") }

  mutating func append(_ value: Bool) { put(value ? "true" : "false") }

  mutating func append<T: FixedWidthInteger>(_ value: T) {
    // The sign, and more digits than needed for the bits.
    buffer.append(atMost: T.bitWidth / 3 + 2) { room in
      if value == 0 { return room.append(UInt8(ascii: "0")) }
      if value < 0 { room.append(UInt8(ascii: "-")) }
      let first = room.written
      if var rest = UInt64(exactly: value.magnitude) {
        while rest != 0 {
          let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
          room.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
          rest = quotient
        }
      } else {
        var rest = value.magnitude
        while rest != 0 {
          let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
          room.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
          rest = quotient
        }
      }
      room.reverse(from: first)
    }
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
    text.withBytes { digits in
      let isWhole =
        digits.count > 2 && digits[digits.count - 2] == UInt8(ascii: ".")
        && digits[digits.count - 1] == UInt8(ascii: "0")
      buffer.append(isWhole ? digits.extracting(droppingLast: 2) : digits)
    }
  }

  private mutating func append<F: BinaryFloatingPoint>(nonConforming value: F) throws {
    guard case .strings(let positive, let negative, let nan) = options.values.floats.kind else {
      throw invalid(value, "JSON has no \(value): set JSONCoder.floats, or leave it out.")
    }
    append(value.isNaN ? nan : value < 0 ? negative : positive)
  }

  @inline(__always) mutating func append(_ string: String) {
    string.withBytes { buffer.append(quoted: $0) }
  }

  mutating func append(_ value: Decimal) throws {
    guard let number = JSONNumber(value) else { throw invalid(value, "JSON has no number for this value.") }
    append(number)
  }

  mutating func append(_ number: JSONNumber) {
    number.text.withBytes { buffer.append($0) }
  }

  mutating func append(_ date: Date) throws {
    switch options.values.dates.kind {
    case .iso8601, .text(_, nil):
      let start = count
      let isWritten = buffer.append(atMost: ISO8601Writer.longestText + 2) { room in
        room.append(UInt8(ascii: "\""))
        defer { room.append(UInt8(ascii: "\"")) }
        return ISO8601Writer.write(date.timeIntervalSinceReferenceDate, to: &room)
      }
      if !isWritten {
        buffer.cut(to: start)
        throw invalid(date, "ISO 8601 has four digits for the year.")
      }
    case .secondsSince1970: try append(date.timeIntervalSince1970)
    case .millisecondsSince1970: try append(1000 * date.timeIntervalSince1970)
    case .deferredToDate: try append(date.timeIntervalSinceReferenceDate)
    case .text(_, let format?): append(format(date))
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
