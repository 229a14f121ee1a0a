extension JSONEncodable {
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TextEncoder {
      try encoder.write { try _writeWhole(to: &$0) }
    } else {
      try JSONCoder().decode(JSONValue.self, from: JSONCoder().text(of: self)).encode(to: encoder)
    }
  }
}
