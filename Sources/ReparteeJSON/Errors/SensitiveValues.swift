/// Where values under sensitive keys stand in bytes that may or may not be JSON.
///
/// This reads leniently, without the tape, because the excerpt of a broken text must not give away a password either:
/// a value that does not end reaches to the end of the bytes.
///
/// Unsafe: reads `bytes[index]` only where `index < bytes.count`; a backslash at the end may take `index` one beyond, and
/// `skipString` takes it back.
enum SensitiveValues {
  static func ranges(
    in bytes: UnsafeBufferPointer<UInt8>, _ names: Set<String>, upTo limit: Int
  ) -> [Range<Int>] {
    guard !names.isEmpty else { return [] }
    var reader = Reader(bytes: bytes, names: names.map { Array(normalised($0).utf8) }.filter { !$0.isEmpty })
    reader.run(upTo: limit)
    return reader.ranges
  }

  /// Letter case, `_` and `-` aside.
  static func normalised(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    let names: [[UInt8]]
    /// The key at hand, normalised.
    var name: [UInt8] = []
    var ranges: [Range<Int>] = []
    var index = 0

    mutating func run(upTo limit: Int) {
      while index < limit {
        guard bytes[index] == UInt8(ascii: "\"") else {
          index += 1
          continue
        }
        let start = index + 1
        skipString()
        let end = index
        skipWhitespace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":"), end - start <= 256 else { continue }
        index += 1
        guard isSensitive(start..<max(start, end - 1)) else { continue }
        skipWhitespace()
        let value = index
        skipValue()
        if index > value { ranges.append(value..<index) }
      }
    }

    private mutating func isSensitive(_ range: Range<Int>) -> Bool {
      name.removeAll(keepingCapacity: true)
      for index in range {
        let byte = bytes[index]
        // Escapes and letters that are not ASCII are rare: those keys are read by the decoder's own rules.
        if byte == UInt8(ascii: "\\") || byte >= 0x80 { return isSensitiveText(range) }
        if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { continue }
        name.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
      }
      return nameHasOne()
    }

    private mutating func isSensitiveText(_ range: Range<Int>) -> Bool {
      let text = String(decoding: bytes[range], as: UTF8.self)
      let key = (try? JSONCoder().decode(String.self, from: Array("\"\(text)\"".utf8))) ?? text
      name = Array(SensitiveValues.normalised(key).utf8)
      return nameHasOne()
    }

    private func nameHasOne() -> Bool {
      names.contains { word in
        guard name.count >= word.count else { return false }
        return (0...name.count - word.count).contains { start in
          name[start] == word[0] && name[start..<start + word.count].elementsEqual(word)
        }
      }
    }

    private mutating func skipWhitespace() {
      while index < bytes.count {
        let byte = bytes[index]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
        index += 1
      }
    }

    private mutating func skipString() {
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      index = min(index + 1, bytes.count)
    }

    private mutating func skipValue() {
      var depth = 0
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\""):
          skipString()
          if depth == 0 { return }
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return }
          depth -= 1
          if depth == 0 {
            index += 1
            return
          }
        case UInt8(ascii: ",") where depth == 0: return
        case 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return }
        default: break
        }
        index += 1
      }
    }
  }
}
