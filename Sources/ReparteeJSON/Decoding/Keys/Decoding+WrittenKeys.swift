/// A key is read from the name that the coder writes for it, before other names that the strategy converts to it.
extension Decoding {
  /// `found` is the value under a name that converts to the key; 0 for none.
  @inline(never) func findWritten(_ key: Span<UInt8>, in object: Int, before found: Int) -> Int {
    if snakeKeys, found != 0, tape.matches(tape[found - 1], key) { return found }
    let written = find(name: options.encoded(key.string(isASCII: false)), in: object)
    if written == 0 { return found }
    tape.markRead(written)
    return written
  }

  /// Looks through few keys, and makes an index of many or escaped ones.
  private func find(name: String, in object: Int) -> Int {
    let end = tape[object].next
    var key = object + 1
    for _ in 0..<Decoding.scanLimit {
      if key >= end { return 0 }
      if tape[key].isEscaped { break }
      if name.withBytes({ tape.matches(tape[key], $0) }) { return key + 1 }
      key = tape.after(key + 1)
    }
    return indexed(name, in: object)
  }

  /// The keys of a type that accepts only some names, under names that do not convert to them, such as `imageURL` under
  /// `image_url`. Looks at the first 64 names.
  func writtenKeys<Key: CodingKey>(of object: Int, _ type: Key.Type) -> [Key] {
    var keys: [Key] = []
    var index = object + 1
    for _ in 0..<Decoding.scanLimit where index < tape[object].next {
      if Key(stringValue: name(of: index)) == nil, let key: Key = writtenKey(tape.string(at: tape[index])) {
        keys.append(key)
      }
      index = tape.after(index + 1)
    }
    return keys
  }

  private func writtenKey<Key: CodingKey>(_ name: String) -> Key? {
    for candidate in snakeKeys ? camelCases(ofSnakeCase: name) : [name] {
      if let key = Key(stringValue: candidate), options.encoded(candidate) == name { return key }
    }
    return nil
  }
}

extension Span<UInt8> {
  /// False unless `.snakeCase` certainly converts the key to a name that converts back to it: ASCII letters and digits,
  /// the first one in lower case, and each capital before a small letter. In words after the first, a digit before a
  /// small letter converts back to another key.
  @inline(__always) var isRegularCamelCase: Bool {
    var previous = UInt8(ascii: "A")
    var isInFirstWord = true
    for index in indices {
      let byte = self[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        if !isInFirstWord, previous.isASCIIDigit { return false }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if index == 0 || previous.isASCIICapital { return false }
        isInFirstWord = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if previous.isASCIICapital { return false }
      default: return false
      }
      previous = byte
    }
    return !previous.isASCIICapital
  }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isASCIICapital: Bool { self &- UInt8(ascii: "A") < 26 }
}
