extension Redaction {
  /// A text body, or the beginning of one: the values of secret members of JSON, or fields of a form, masked.
  func masked(body: String, of type: MediaType?) -> String {
    if type?.subtype == "x-www-form-urlencoded" { return masked(form: body[...]) }
    let bytes = Array(body.utf8)
    var masked: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let start = index
      guard bytes[start] == UInt8(ascii: "\"") else {
        masked.append(bytes[start])
        index += 1
        continue
      }
      index = bytes.endOfString(from: start)
      masked += bytes[start..<index]
      let colon = bytes.endOfSpace(from: index)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { continue }
      guard isSecret(String(decoding: bytes[start..<index], as: UTF8.self)) else { continue }
      let value = bytes.endOfSpace(from: colon + 1)
      masked += bytes[index..<value] + Array("\"\(Self.mask)\"".utf8)
      index = bytes.endOfValue(from: value)
    }
    return String(decoding: masked, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The end of the JSON string that begins here, its closing quote included.
  fileprivate func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < count, self[index] != UInt8(ascii: "\"") {
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(index + 1, count)
  }

  fileprivate func endOfSpace(from start: Int) -> Int {
    self[start...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? count
  }

  /// The end of the JSON value that begins here, with all that is in it.
  fileprivate func endOfValue(from start: Int) -> Int {
    var index = start
    var depth = 0
    while index < count {
      switch self[index] {
      case UInt8(ascii: "\""):
        index = endOfString(from: index) - 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
      index += 1
    }
    return count
  }
}
