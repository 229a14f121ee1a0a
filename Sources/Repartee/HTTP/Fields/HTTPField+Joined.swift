import HTTPTypes

extension HTTPField {
  /// Splits Set-Cookie fields joined with commas, against RFC 9110, section 5.3: at each comma before a name and `=`.
  static func setCookies(joined text: String) -> [String] {
    let bytes = Array(text.utf8)
    var fields: [ArraySlice<UInt8>] = []
    var start = 0
    for comma in bytes.indices where bytes[comma] == UInt8(ascii: ",") && beginsPair(bytes[(comma + 1)...]) {
      fields.append(bytes[start..<comma])
      start = comma + 1
    }
    fields.append(bytes[start...])
    return fields.map { String(decoding: $0.drop { $0 == 0x20 }, as: UTF8.self) }
  }

  private static func beginsPair(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop { $0 == 0x20 }
    let name = rest.prefix { $0 > 0x20 && !"=;,".utf8.contains($0) }
    return !name.isEmpty && rest[name.endIndex...].first == UInt8(ascii: "=")
  }
}
