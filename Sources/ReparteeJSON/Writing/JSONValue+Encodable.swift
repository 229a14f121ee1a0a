extension JSONValue: Encodable {
  /// Encodes the value: unchanged with ``JSONCoder``, otherwise as a dictionary, an array or a scalar.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TextEncoder { return try encoder.write { $0.append(self) } }
    switch self {
    case .object(let object):
      var container = encoder.singleValueContainer()
      try container.encode(
        Dictionary(object.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
    case .array(let array):
      var container = encoder.unkeyedContainer()
      for value in array { try container.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .number(let number): try JSONValue.encode(number, into: &container)
      default: try container.encodeNil()
      }
    }
  }

  private static func encode(_ number: JSONNumber, into container: inout any SingleValueEncodingContainer)
    throws
  {
    if let value = number.integer(as: Int64.self) {
      try container.encode(value)
    } else if let value = number.integer(as: UInt64.self) {
      try container.encode(value)
    } else if JSONNumber(number.double) != number, let value = number.decimal, JSONNumber(value) == number {
      try container.encode(value)
    } else {
      try container.encode(number.double)
    }
  }
}

extension JSONNumber: Encodable {
  public func encode(to encoder: any Encoder) throws { try JSONValue.number(self).encode(to: encoder) }
}
