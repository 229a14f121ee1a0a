let snakeLimit = 64

/// Converts keys of ASCII letters, digits and underscores as `camelCase(fromSnakeCase:)` does.
///
/// Unsafe: writes at most `count <= snakeLimit` bytes, one for each that it reads.
extension Tape {
  @inline(__always)
  func withCamelCase<R>(of node: Node, _ body: (UnsafePointer<UInt8>, Int) -> R) -> R? {
    guard node.length <= snakeLimit, !node.isEscaped, node.isASCII else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: snakeLimit) { buffer in
      guard let out = buffer.baseAddress,
        let count = writeCamelCase(bytes + node.offset, node.length, to: out)
      else { return nil }
      return body(out, count)
    }
  }

  /// Returns false only if the converted key is not `name`.
  @inline(__always)
  func mayBeCamelCase(of node: Node, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let underscore = UInt8(ascii: "_")
    let key = bytes + node.offset
    // Conversion only removes underscores and changes the case of letters.
    guard name.count <= node.length else { return false }
    var (inKey, inName) = (0, 0)
    while true {
      while inKey < node.length, key[inKey] == underscore { inKey &+= 1 }
      while inName < name.count, name[inName] == underscore { inName &+= 1 }
      guard inKey < node.length, inName < name.count else { break }
      guard (key[inKey] ^ name[inName]) & ~0x20 == 0 else { return false }
      inKey &+= 1
      inName &+= 1
    }
    return inKey == node.length && inName == name.count
  }

  private func writeCamelCase(
    _ key: UnsafePointer<UInt8>, _ count: Int, to out: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    let underscore = UInt8(ascii: "_")
    var start = 0
    while start < count, key[start] == underscore { start &+= 1 }
    var end = count
    while end > start, key[end &- 1] == underscore { end &-= 1 }
    var written = 0
    var isInner = false
    var afterLetter = false
    for index in 0..<count {
      var byte = key[index]
      if byte == underscore {
        if index < start || index >= end {
          out[written] = byte
          written &+= 1
        } else {
          isInner = true
          afterLetter = false
        }
        continue
      }
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      guard isLetter || byte &- UInt8(ascii: "0") < 10 else { return nil }
      // In all parts but the first, a letter is uppercase exactly if no letter comes before it.
      if isLetter { byte = isInner && !afterLetter ? byte & ~0x20 : byte | 0x20 }
      afterLetter = isLetter
      out[written] = byte
      written &+= 1
    }
    // A key of one part does not change.
    if !isInner { out.update(from: key, count: count) }
    return written
  }
}
