#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The types of the standard library and of Foundation, as an `Encodable` writes them.

extension String: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Bool: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Int: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Int8: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Int16: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Int32: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Int64: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Int128: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UInt: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UInt8: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UInt16: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UInt32: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UInt64: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UInt128: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension URL: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(absoluteString) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension UUID: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(uuidString) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension JSONValue: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension JSONNumber: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Double: JSONEncodable {
  /// A value without a fraction is written without one.
  public func write(to json: inout JSONWriter) throws { try json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Float: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Date: JSONEncodable {
  /// By ``JSONCoder/dates``.
  public func write(to json: inout JSONWriter) throws { try json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Data: JSONEncodable {
  /// By ``JSONCoder/data``.
  public func write(to json: inout JSONWriter) throws { try json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Decimal: JSONEncodable {
  public func write(to json: inout JSONWriter) throws { try json.append(self) }
  public func _writeWhole(to json: inout JSONWriter) throws { try write(to: &json) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  /// Nil is null, and left out where it is a member.
  @inlinable public func write(to json: inout JSONWriter) throws { try _writeWhole(to: &json) }

  @inlinable public func _write(forKey key: StaticString, to json: inout JSONWriter) throws {
    if let value = self { try value._write(forKey: key, to: &json) }
  }

  @inlinable public func _writeWhole(to json: inout JSONWriter) throws {
    if let value = self { try value._writeWhole(to: &json) } else { json.appendNull() }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  @inlinable public func write(to json: inout JSONWriter) throws { try _writeWhole(to: &json) }

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
  /// Keys are data: strategies leave them alone. They are written sorted.
  @inlinable public func write(to json: inout JSONWriter) throws { try _writeWhole(to: &json) }

  @inlinable public func _writeWhole(to json: inout JSONWriter) throws {
    json.beginDictionary()
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      json.nextMember(key)
      try value._writeWhole(to: &json)
    }
    json.endDictionary()
  }
}
