extension JSONElements {
  mutating func advance() throws(JSONError) -> JSONElement? {
    while true {
      switch state {
      case .inKey, .inMember, .inElement:
        guard try state == .inElement ? collect() : check() else { return nil }
        switch state {
        case .inKey:
          key = try keyIsLong ? nil : checkedKey()
          let level = opened.count - 1
          keyLeadsOn = !opened[level] && key.map(path[level].hasSameBytes) == true
          state = .afterKey
        case .inMember: state = opened.isEmpty ? .end : .afterMember
        default:
          state = framing == .concatenated ? .start : .afterElement
          return takeElement()
        }
        continue
      default: break
      }
      guard let byte = try nextByte() else { return nil }
      try step(byte)
    }
  }

  private mutating func nextByte() throws(JSONError) -> UInt8? {
    while cursor < chunk.count {
      let byte = chunk[cursor]
      let offset = chunkOffset + cursor
      let isMark = offset == markLength && offset < 3 && byte == [0xEF, 0xBB, 0xBF][offset]
      if isMark { markLength += 1 }
      guard isMark || markLength == 0 || markLength == 3 else {
        throw unexpected(byte, "the rest of a byte order mark")
      }
      if byte == ValueCollector.recordSeparator, framing == .concatenated {
        hasSeparators = true
      } else if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 && !isMark {
        return byte
      }
      cursor += 1
      if byte == 0x0A { lineCount += 1 }
      if byte == 0x0A || isMark { lineStart = chunkOffset + cursor }
    }
    return nil
  }

  private mutating func step(_ byte: UInt8) throws(JSONError) {
    switch state {
    case .start:
      if framing == .concatenated { return begin(.inElement, byte) }
      try open(byte)
    case .afterOpeningBrace where byte == UInt8(ascii: "}"): try closeObject()
    case .afterOpeningBrace, .beforeKey:
      guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, "a key in double quotes") }
      begin(.inKey, byte)
    case .afterKey:
      try expect(byte, ":", "':'")
      if keyLeadsOn { opened[opened.count - 1] = true }
      state = keyLeadsOn ? .start : .beforeMember
    case .beforeMember: begin(.inMember, byte)
    case .afterMember where byte == UInt8(ascii: "}"): try closeObject()
    case .afterMember:
      try expect(byte, ",", "',' or '}'")
      state = .beforeKey
    case .afterOpeningBracket where byte == UInt8(ascii: "]"), .afterElement where byte == UInt8(ascii: "]"):
      surroundings?.resume(at: cursor)
      cursor += 1
      state = opened.isEmpty ? .end : .afterMember
    case .afterOpeningBracket, .beforeElement:
      // Decoding rejects what is not a value, except a byte order mark, which may begin a text on its own.
      if byte == 0xEF { throw unexpected(byte, "a value") }
      begin(.inElement, byte)
    case .afterElement:
      try expect(byte, ",", "',' or ']'")
      state = .beforeElement
    case .end: throw unexpected(byte, "nothing after the value")
    case .inKey, .inMember, .inElement: break
    }
  }

  /// Opens the array, or an object on the way to it. Another value is a member beside it, if that is tolerated.
  private mutating func open(_ byte: UInt8) throws(JSONError) {
    let isArray = opened.count == path.count
    let (bracket, expected): (Unicode.Scalar, String) = isArray ? ("[", "an array") : ("{", "an object")
    if byte != UInt8(ascii: bracket) {
      let arrayError = unexpected(byte, expected)
      if surroundings?.tolerates(arrayError) == true { return begin(.inMember, byte) }
    }
    try expect(byte, bracket, expected)
    if isArray { surroundings?.pause(chunk, at: cursor) } else { opened.append(false) }
    state = isArray ? .afterOpeningBracket : .afterOpeningBrace
  }

  private mutating func begin(_ state: State, _ byte: UInt8) {
    collector.start(at: chunkOffset + cursor, with: byte)
    checker = ValueChecker(maximumDepth: checker.maximumDepth)
    keyIsLong = false
    self.state = state
  }

  private mutating func expect(_ byte: UInt8, _ wanted: Unicode.Scalar, _ expected: String) throws(JSONError)
  {
    guard byte == UInt8(ascii: wanted) else { throw unexpected(byte, expected) }
    cursor += 1
  }

  private mutating func closeObject() throws(JSONError) {
    let level = opened.count - 1
    if !opened[level] {
      let missing = error(
        .keyNotFound, at: path.prefix(opened.count), expected: "the key \"\(path[level])\"", found: "")
      guard surroundings?.tolerates(missing) == true else { throw missing }
    }
    cursor += 1
    opened.removeLast()
    state = opened.isEmpty ? .end : .afterMember
  }

  private mutating func collect() throws(JSONError) -> Bool {
    if collector.take(chunk, &cursor, limit: maximumElementSize) {
      // A bracket, comma or colon in place of a value.
      if collector.bytes.isEmpty, cursor < chunk.count { throw unexpected(chunk[cursor], "a value") }
      return true
    }
    // The next byte shows whether a scalar of exactly the limit is complete.
    if collector.bytes.count >= maximumElementSize, !collector.isScalar || cursor < chunk.count {
      throw tooLarge()
    }
    return false
  }

  /// An error at the value's start, however the chunks are cut.
  private func tooLarge() -> JSONError {
    error(
      .size, at: place, expected: "at most \(maximumElementSize) bytes a value", found: "more",
      offset: collector.offset)
  }

  /// Collects of a key at most six bytes for each of the wanted key's, at least 1 KiB.
  private mutating func check() throws(JSONError) -> Bool {
    let first = cursor
    let isComplete: Bool
    do throws(ValueChecker.Fault) {
      isComplete = try checker.take(chunk, &cursor)
    } catch {
      if error.isDepth { throw self.error(.depth, at: place, expected: error.expected, found: "more") }
      throw unexpected(chunk[cursor], error.expected)
    }
    if state == .inKey {
      let longest = max(1 << 10, 6 * path[opened.count - 1].utf8.count + 2)
      keyIsLong = keyIsLong || collector.bytes.count + cursor - first > longest
      if !keyIsLong { collector.add(chunk[first..<cursor]) }
    }
    return isComplete
  }

  private func checkedKey() throws(JSONError) -> String {
    do {
      return try JSONCoder().decode(String.self, from: collector.bytes)
    } catch {
      throw error.moved(to: JSONPath(place.map { .key($0) }), by: collector.offset)
    }
  }

  private var place: [String] {
    switch state {
    case .inMember where opened.isEmpty: []
    case .beforeMember, .inMember: path.prefix(opened.count - 1) + (key.map { [$0] } ?? [])
    case .afterOpeningBrace, .beforeKey, .inKey, .afterKey, .afterMember:
      Array(path.prefix(opened.count - 1))
    case .start, .afterOpeningBracket, .beforeElement, .inElement, .afterElement, .end:
      Array(path.prefix(opened.count))
    }
  }

  private mutating func takeElement() -> JSONElement {
    defer { count += 1 }
    return element(collector.bytes, at: collector.offset)
  }

  func element(_ bytes: [UInt8], at offset: Int) -> JSONElement {
    let base = JSONPath(path.map { .key($0) })
    return JSONElement(
      bytes: bytes, offset: offset, index: count, path: base.appending(.index(count)),
      line: framing == .lines ? lineCount + 1 : nil,
      indentation: framing == .lines ? offset - lineStart : 0)
  }

  mutating func nextLine() throws(JSONError) -> JSONElement? {
    while true {
      if state == .start {
        guard let byte = try nextByte() else { return nil }
        begin(.inElement, byte)
      }
      let end = chunk[cursor...].firstIndex(of: 0x0A)
      collector.add(chunk[cursor..<(end ?? chunk.count)])
      // A CR before LF is part of the line ending.
      guard collector.bytes.count - (collector.bytes.last == 0x0D ? 1 : 0) <= maximumElementSize else {
        throw tooLarge()
      }
      cursor = end ?? chunk.count
      guard end != nil else { return nil }
      state = .start
      return takeElement()
    }
  }

  func error(_ kind: JSONError.Kind, expected: String, found: String, hint: String? = nil) -> JSONError {
    error(kind, at: place, expected: expected, found: found, hint: hint)
  }

  private func unexpected(_ byte: UInt8, _ expected: String) -> JSONError {
    let found = byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    let isMarkup = byte == UInt8(ascii: "<") && chunkOffset + cursor < 64
    return error(
      .syntax, expected: expected, found: found,
      hint: isMarkup
        ? "HTML or XML, not JSON: an error or login page, or a wrong URL" : nil)
  }

  func error(
    _ kind: JSONError.Kind, at keys: some Sequence<String>, expected: String, found: String,
    hint: String? = nil, offset: Int? = nil
  ) -> JSONError {
    JSONError(
      storage: JSONError.Storage(
        kind: kind,
        path: JSONPath(keys.map { .key($0) } + (framing == .concatenated ? [.index(count)] : [])),
        position: JSONError.Position(offset: offset ?? chunkOffset + cursor, line: nil, column: nil),
        expected: expected,
        found: found, availableKeys: [], hint: hint, secretDepth: nil, excerpt: nil, underlying: nil))
  }
}
