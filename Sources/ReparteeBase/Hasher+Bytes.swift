extension Hasher {
  /// As ``Hasher/combine(_:)``, but texts that Unicode counts as equal differ.
  package mutating func combine(bytesOf text: String) {
    var (word, count) = (0 as UInt64, 0)
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { combine(word) }
    }
    combine(word)
    combine(count)
  }
}
