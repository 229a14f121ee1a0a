#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Standard types, encoded as by `Encodable`.

extension String: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Bool: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Int: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Int8: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Int16: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Int32: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Int64: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension UInt: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension UInt8: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension UInt16: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension UInt32: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension UInt64: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension URL: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(absoluteString) }
}

extension UUID: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(uuidString) }
}

extension JSONValue: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension JSONNumber: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { json.append(self) }
}

extension Double: JSONEncodable {
  /// Writes the number, without a fraction if it is integral.
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try json.append(self) }
}

extension Float: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try json.append(self) }
}

extension Date: JSONEncodable {
  /// Writes the date with the strategy ``JSONCoder/dates``.
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try json.append(self) }
}

extension Data: JSONEncodable {
  /// Writes the data with the strategy ``JSONCoder/data``.
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try json.append(self) }
}

extension Decimal: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.write(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try json.append(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  /// Writes nil as null; a nil member of an object is left out.
  @inlinable public func write(to json: inout JSONWriter) throws { try json.write(self) }

  @inlinable public func _write(forKey key: StaticString, to json: inout JSONWriter) throws {
    if let value = self { try value._write(forKey: key, to: &json) }
  }

  @inlinable public func _writeWhole(to json: inout JSONWriter) throws {
    if let value = self { try value._writeWhole(to: &json) } else { json.appendNull() }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  @inlinable public func write(to json: inout JSONWriter) throws { try json.write(self) }

  @inlinable public func _writeWhole(to json: inout JSONWriter) throws {
    json.beginArray()
    for element in self {
      json.nextElement()
      try element._writeWhole(to: &json)
    }
    json.endArray()
  }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
  /// Writes an object with sorted keys, which no key strategy changes.
  @inlinable public func write(to json: inout JSONWriter) throws { try json.write(self) }

  @inlinable public func _writeWhole(to json: inout JSONWriter) throws {
    json.beginDictionary()
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      json.nextMember(key)
      try value._writeWhole(to: &json)
    }
    json.endDictionary()
  }
}
