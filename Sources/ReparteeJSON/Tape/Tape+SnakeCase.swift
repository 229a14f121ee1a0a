let snakeLimit = 64

/// For keys of ASCII letters, digits and underscores, as `camelCase(fromSnakeCase:)`.
extension Tape {
  /// Nil for other keys, and more than `snakeLimit` bytes.
  @inline(__always)
  func withCamelCase<R>(of node: Node, _ body: (Span<UInt8>) -> R) -> R? {
    guard node.length <= snakeLimit, !node.isEscaped, node.isASCII else { return nil }
    return withTemporary(0 as UInt8, count: snakeLimit) { name in
      guard let count = withBytes(of: node, { writeCamelCase($0, to: &name) }) else { return nil }
      return body(name.span.extracting(first: count))
    }
  }

  /// False only if the converted key is not `name`.
  @inline(__always)
  func mayBeCamelCase(of node: Node, _ name: Span<UInt8>) -> Bool {
    let underscore = UInt8(ascii: "_")
    // Conversion only removes underscores and changes the case of letters.
    guard name.count <= node.length else { return false }
    return withBytes(of: node) { key in
      var (inKey, inName) = (0, 0)
      while true {
        while key.byte(at: inKey) == underscore { inKey += 1 }
        while name.byte(at: inName) == underscore { inName += 1 }
        guard let byte = key.byte(at: inKey), let other = name.byte(at: inName) else { break }
        guard (byte ^ other) & ~0x20 == 0 else { return false }
        inKey += 1
        inName += 1
      }
      return inKey == key.count && inName == name.count
    }
  }

  /// Writes no more bytes than the key has.
  private func writeCamelCase(_ key: Span<UInt8>, to name: inout MutableSpan<UInt8>) -> Int? {
    let underscore = UInt8(ascii: "_")
    var start = 0
    while key.byte(at: start) == underscore { start += 1 }
    var end = key.count
    while end > start, key[end - 1] == underscore { end -= 1 }
    var written = 0
    var isInner = false
    var afterLetter = false
    for index in key.indices {
      var byte = key[index]
      if byte == underscore {
        if index < start || index >= end {
          name[written] = byte
          written += 1
        } else {
          isInner = true
          afterLetter = false
        }
        continue
      }
      // Below 26 and 10 only for letters and digits: other bytes wrap around.
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      guard isLetter || byte &- UInt8(ascii: "0") < 10 else { return nil }
      // In all parts but the first, a letter is uppercase exactly if no letter precedes it.
      if isLetter { byte = isInner && !afterLetter ? byte & ~0x20 : byte | 0x20 }
      afterLetter = isLetter
      name[written] = byte
      written += 1
    }
    // A key of one part does not change.
    if !isInner { for index in key.indices { name[index] = key[index] } }
    return written
  }
}
