#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Encoding {
  func text<T: Encodable>(of value: T) throws -> Data {
    try encode(value)
    if lastIsEmpty {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(T.self) did not encode any values."))
    }
    if parts.isEmpty { return try writer.text() }
    var whole = JSONWriter(options)
    try append(to: &whole)
    return try whole.text()
  }

  func append(_ value: some Encodable, to whole: inout JSONWriter) throws {
    try encode(value)
    try append(to: &whole)
  }

  @inline(__always) func encode(by body: (TextEncoder) throws -> Void) rethrows {
    let outer = beginValue()
    defer { value = outer }
    try body(TextEncoder(self))
    close()
  }

  /// Recursive, so its stack frame is kept small.
  func encode<T: Encodable>(_ value: T) throws {
    if let known = knownType(T.self) { return try encode(value, known) }
    if !plainKeys { return try encodeConverting(value) }
    try encode { encoder in try value.encode(to: encoder) }
  }

  @inline(never) private func encode<T>(_ value: T, _ known: KnownType) throws {
    switch known {
    case .string: writer.append(same(value, as: String.self))
    case .bool: writer.append(same(value, as: Bool.self))
    case .integer: writer.append(same(value, as: Int.self))
    case .double: try encode(same(value, as: Double.self))
    case .date: try encode(same(value, as: Date.self))
    case .data: try encode(same(value, as: Data.self))
    case .url: writer.append(same(value, as: URL.self).absoluteString)
    case .decimal: try write { try $0.append(same(value, as: Decimal.self)) }
    case .value: writer.append(same(value, as: JSONValue.self))
    case .strings: encodeArray(same(value, as: [String].self)) { $0.append($1) }
    case .integers: encodeArray(same(value, as: [Int].self)) { $0.append($1) }
    case .doubles: try encodeArray(same(value, as: [Double].self), encode)
    case .doubleRows: try encodeArray(same(value, as: [[Double]].self)) { try encodeArray($0, encode) }
    case .dates: try encodeArray(same(value, as: [Date].self), encode)
    case .stringsByKey: try encodeMembers(of: same(value, as: [String: String].self)) { $0 }
    }
  }

  /// Keeps the cast out of `encode`.
  @inline(never) private func encodeConverting<T: Encodable>(_ value: T) throws {
    if let value = value as? any EncodableByName { return try value.encode(by: self) }
    try encode { encoder in try value.encode(to: encoder) }
  }

  func encode(_ value: Double) throws { try write { try $0.append(value) } }
  func encode(_ value: Float) throws { try write { try $0.append(value) } }

  func encode(_ date: Date) throws {
    switch options.values.dates.kind {
    case .custom(_, let encode): try self.encode { encoder in try encode(date, encoder) }
    case .text(_, let format?): writer.append(format(date))
    default: try write { try $0.append(date) }
    }
  }

  func encode(_ data: Data) throws {
    if case .custom(_, let encode) = options.values.data.kind {
      try self.encode { encoder in try encode(data, encoder) }
    } else {
      try write { try $0.append(data) }
    }
  }

  func write(_ body: (inout JSONWriter) throws -> Void) throws {
    do { try body(&writer) } catch EncodingError.invalidValue(let value, let context) {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: path, debugDescription: context.debugDescription))
    }
  }

  private func encodeArray<E>(_ elements: [E], _ append: (inout JSONWriter, E) -> Void) {
    writer.beginArray()
    for element in elements {
      writer.nextElement()
      append(&writer, element)
    }
    writer.endArray()
  }

  private func encodeArray<E>(_ elements: [E], _ encode: (E) throws -> Void) throws {
    try self.encode { encoder in
      _ = open(.array, encoder.id)
      for element in elements { try self.element(encoder.id) { try encode(element) } }
    }
  }

  /// The keys are data.
  func encodeMembers<Key, Value: Encodable>(of dictionary: [Key: Value], _ name: (Key) -> String) throws {
    try encode { encoder in
      _ = open(.object, encoder.id)
      for (key, value) in dictionary { try member(named: name(key), encoder.id) { try encode(value) } }
    }
  }
}

protocol EncodableByName {
  func encode(by encoding: Encoding) throws
}

extension Dictionary: EncodableByName where Key: CodingKeyRepresentable, Value: Encodable {
  func encode(by encoding: Encoding) throws {
    if Key.self == String.self {
      try encoding.encodeMembers(of: self) { same($0, as: String.self) }
    } else {
      try encoding.encodeMembers(of: self) { $0.codingKey.stringValue }
    }
  }
}
