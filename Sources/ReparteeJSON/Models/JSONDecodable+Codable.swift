extension JSONDecodable {
  public init(from decoder: any Decoder) throws {
    if type(of: decoder) == TapeDecoder.self, let tape = decoder as? TapeDecoder {
      try self.init(json: try tape.reader(for: Self.self))
    } else {
      let json = JSONCoder()
      self = try json.decode(Self.self, from: try json.encode(JSONValue(from: decoder)))
    }
  }
}
