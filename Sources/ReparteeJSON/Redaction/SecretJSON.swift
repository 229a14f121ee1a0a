/// A reader that finds the secrets in bytes that should be JSON: the values of members with secret names, whatever they
/// are, and secrets in strings, which may be JSON, forms or URLs themselves.
///
/// It follows the grammar of RFC 8259, which alone distinguishes a name from a value: from the first invalid token on,
/// nothing is shown. Values may follow one another. It makes one pass, without the tape, to the end of what is shown.
/// For a text that is known to be JSON, one pass to the end of the text serves any number of places (``SecretPlaces``).
///
/// A text that is not an excerpt is kept instead of the original (``MaskedBytes``): its strings are examined whatever
/// their length, and numbers may have any length and be `NaN` or infinite.
///
/// Unsafe: reads `bytes[index]` only where `index < bytes.count`.
struct SecretJSON {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let redaction: Redaction
  /// The ranges that can be shown, in order; strings elsewhere are not examined.
  private let shown: [Range<Int>]
  private let end: Int
  private let depth: Int
  private let isExcerpt: Bool
  /// Whether to stop after the first value.
  private let isAlone: Bool
  private(set) var index = 0
  var mask: Mask

  private enum Expectation { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd }
  private var expectation = Expectation.value
  private var containers: [Container] = []
  /// Whether an object or an array was read to its end.
  private var hasContainer = false
  /// The secret value that is being read: its start, and the number of containers around it.
  private var secret: (start: Int, level: Int)?

  /// An open container. `{"name": "password", "value": "x"}` and `["password", "x"]` are pairs of a name and a value,
  /// too.
  private struct Container {
    let isObject: Bool
    /// Whether the container has a secret name: then its `value`, and in an array what follows, is secret.
    var isSecretNamed = false
    /// The value of a member `value`, whose name may come after it.
    var value: Range<Int>?
    /// The role that the current member has in the pair.
    var role = Role.none
  }

  private enum Role { case none, name, value }

  /// - Parameters:
  ///   - end: Where to stop reading; nil for the end of what is shown.
  ///   - isExcerpt: Whether the text is only shown.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ redaction: Redaction, shown: [Range<Int>], until end: Int? = nil,
    depth: Int = 0, isAlone: Bool = false, isExcerpt: Bool = true
  ) {
    self.isExcerpt = isExcerpt
    self.isAlone = isAlone
    self.bytes = bytes
    self.redaction = redaction
    self.shown = shown
    self.end = end ?? shown.last?.upperBound ?? 0
    self.depth = depth
    mask = Mask(count: bytes.count)
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
  }

  mutating func read() {
    while true {
      while index < bytes.count, isSpace(bytes[index]) { index += 1 }
      guard index < bytes.count, index < end || isPairOpen else { break }
      let start = index
      if !readToken() {
        mask.hideRest(from: secret?.start ?? min(start, index), isBroken: true)
        break
      }
      if isAlone, containers.isEmpty { break }
    }
    // Hides what was not read to its end.
    if let secret { mask.hide(secret.start..<bytes.count, isValue: true) }
    for container in containers {
      container.value.map { mask.hide($0, isValue: true, isGuess: !container.isSecretNamed) }
    }
  }

  /// Whether the reader has stopped within a secret value, or where one may follow a name.
  var isInSecret: Bool { secret != nil || containers.contains(where: \.isSecretNamed) }

  /// Whether the name of a value may still come, within 4 KiB.
  private var isPairOpen: Bool {
    index < end + 4_096 && containers.contains { $0.value != nil }
  }

  /// Reads one token; returns false if it is invalid. Then `index` is where the hidden part begins, or after that.
  private mutating func readToken() -> Bool {
    let byte = bytes[index]
    switch (expectation, byte) {
    case (.value, UInt8(ascii: "\"")), (.valueOrEnd, UInt8(ascii: "\"")):
      return readString(isKey: false)
    case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
      return readString(isKey: true)
    case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
      beginValue()
      containers.append(Container(isObject: true))
      expectation = .keyOrEnd
    case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
      beginValue()
      containers.append(Container(isObject: false))
      expectation = .valueOrEnd
    case (.commaOrEnd, UInt8(ascii: ",")) where !containers.isEmpty:
      expectation = containers[containers.count - 1].isObject ? .key : .value
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")):
      close()
    case (.commaOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "}")):
      guard let last = containers.last, last.isObject == (byte == UInt8(ascii: "}")) else { return false }
      close()
    case (.value, _), (.valueOrEnd, _): return readScalar()
    // Objects and arrays may follow one another. A string or a number may be the rest of a member.
    case (.commaOrEnd, UInt8(ascii: "{")), (.commaOrEnd, UInt8(ascii: "[")):
      guard containers.isEmpty, hasContainer else { return false }
      expectation = .value
      return readToken()
    default: return false
    }
    index += 1
    return true
  }

  private mutating func close() {
    containers.removeLast()
    hasContainer = true
    endValue(at: index + 1)
  }

  private mutating func beginValue() {
    guard secret == nil, let last = containers.last else { return }
    if !last.isObject, last.isSecretNamed { secret = (index, containers.count) }
    if last.role == .value { containers[containers.count - 1].value = index..<bytes.count }
  }

  private mutating func endValue(at end: Int) {
    expectation = .commaOrEnd
    if let current = secret, current.level == containers.count {
      mask.hide(current.start..<end, isValue: true)
      secret = nil
    }
    guard let last = containers.indices.last else { return }
    if containers[last].role == .value, let value = containers[last].value {
      containers[last].value = value.lowerBound..<end
    }
    settlePair(at: last)
    containers[last].role = .none
  }

  private mutating func settlePair(at last: Int) {
    guard containers[last].isObject, containers[last].isSecretNamed, let value = containers[last].value else {
      return
    }
    mask.hide(value, isValue: true)
    containers[last].value = nil
  }

  /// Reads a number or a literal.
  private mutating func readScalar() -> Bool {
    let start = index
    var end = index
    while end < bytes.count, !isSpace(bytes[end]), !",]}:\"{[".utf8.contains(bytes[end]) { end += 1 }
    let isWhole = end < bytes.count
    guard isScalar(start..<end, isWhole: isWhole) else { return false }
    beginValue()
    index = end
    endValue(at: end)
    return true
  }

  private func isScalar(_ range: Range<Int>, isWhole: Bool) -> Bool {
    if isExcerpt, range.count > 400 { return false }
    let text = bytes[range]
    for literal in ["true", "false", "null"]
    where isWhole ? text.elementsEqual(literal.utf8) : literal.utf8.starts(with: text) { return true }
    // A number: -? int frac? exp?, or the beginning of one at the end of the bytes.
    var rest = text
    func digits() -> Int {
      let count = rest.prefix { $0 &- 0x30 < 10 }.count
      rest = rest.dropFirst(count)
      return count
    }
    func ends() -> Bool { rest.isEmpty && !isWhole }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if ends() { return true }
    let isZero = rest.first == UInt8(ascii: "0")
    let count = digits()
    guard count == 1 || (count > 1 && !isZero) else { return !isExcerpt && isNonFinite(text) }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if ends() { return true }
      guard digits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      if ends() { return true }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Returns whether a text is a number as some servers write it, although JSON does not have it.
  private func isNonFinite(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    ["NaN", "Infinity", "-Infinity"].contains { text.elementsEqual($0.utf8) }
  }

  /// Reads a string, and after a key its colon. A string without a colon may not be a key.
  private mutating func readString(isKey: Bool) -> Bool {
    let start = index
    if !isKey { beginValue() }
    let (end, isString) = endOfString(from: start)
    let isInside = secret != nil
    if !isInside { lookInto(start + 1..<(isString && end > start + 1 ? end - 1 : end)) }
    guard isString else {
      index = end
      return false
    }
    index = end
    if !isKey {
      if !isInside { takeForName(start..<end) }
      endValue(at: end)
      return true
    }
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    guard index < bytes.count else {
      mask.hide(start..<end, isValue: true)
      return true
    }
    guard bytes[index] == UInt8(ascii: ":") else {
      index = start
      return false
    }
    index += 1
    expectation = .value
    if !isInside { begin(member: text(of: start..<end)) }
    return true
  }

  private mutating func begin(member name: [UInt8]) {
    let last = containers.count - 1
    let plain = SimplifiedName(name[...]).bytes
    let isPairName = Self.pairNames.contains(plain)
    containers[last].role = isPairName ? .name : Self.pairValues.contains(plain) ? .value : .none
    // `key` is a secret name, but in {"key": "password", "value": "x"} it is followed by the name of a pair.
    guard redaction.isSecret(name[...]), !(isPairName && nextIsSecretName()) else { return }
    var value = index
    while value < bytes.count, isSpace(bytes[value]) { value += 1 }
    if value < bytes.count { secret = (value, containers.count) }
  }

  private func nextIsSecretName() -> Bool {
    var start = index
    while start < bytes.count, isSpace(bytes[start]) { start += 1 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return false }
    let (end, isString) = endOfString(from: start)
    return isString && end - start <= 100 && redaction.isSecret(text(of: start..<end)[...])
  }

  /// Examines a string that is the name of a pair.
  private mutating func takeForName(_ range: Range<Int>) {
    guard let last = containers.indices.last, range.count <= 100 else { return }
    guard !containers[last].isObject || containers[last].role == .name else { return }
    if redaction.isSecret(text(of: range)[...]) { containers[last].isSecretNamed = true }
  }

  private static let pairNames = Set(
    ["name", "key", "header", "field", "param", "parameter", "id", "k"].map { Array($0.utf8) })
  private static let pairValues = Set(["value", "val", "v"].map { Array($0.utf8) })

  /// Returns the end of the string that begins here, its quote included; at an invalid byte, its index and false.
  private func endOfString(from start: Int) -> (end: Int, isString: Bool) {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return (index + 1, true)
      case 0..<0x20: return (index, false)
      case UInt8(ascii: "\\"):
        let length = escapeLength(at: index)
        if length == 0 { return (index, false) }
        index = min(index + length, bytes.count)
      default: index += 1
      }
    }
    return (bytes.count, true)
  }

  /// Returns the number of bytes of an escape; 0 if it is invalid. A truncated escape counts in full.
  private func escapeLength(at index: Int) -> Int {
    guard index + 1 < bytes.count else { return 2 }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"):
      for digit in bytes[min(index + 2, bytes.count)..<min(index + 6, bytes.count)]
      where hexValue(digit) == nil { return 0 }
      return 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    default: return 0
    }
  }

  /// Returns the contents of a string, unescaped and without quotes.
  private func text(of range: Range<Int>) -> [UInt8] {
    let isWhole = range.count > 1 && bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    return unescaped(range.lowerBound + 1..<(isWhole ? range.upperBound - 1 : range.upperBound)).bytes
  }

  /// Masks the secrets within a string.
  mutating func lookInto(_ range: Range<Int>) {
    guard shown.contains(where: range.overlaps) else { return }
    if depth >= 5 || isExcerpt && range.count > 16 << 10 {
      mask.hide(range)
      return
    }
    // Without escapes, the places need no memory.
    let isPlain = !bytes[range].contains(UInt8(ascii: "\\"))
    let (text, places) = isPlain ? (bytes: Array(bytes[range]), places: [Int]()) : unescaped(range)
    func place(_ index: Int) -> Int { isPlain ? range.lowerBound + index : places[index] }
    let inner = redaction.mask(of: text, depth: depth + 1, isExcerpt: isExcerpt)
    for piece in inner.pieces where piece.range.lowerBound < inner.end {
      mask.hide(place(piece.range.lowerBound)..<place(min(piece.range.upperBound, text.count)))
    }
    if inner.isCut { mask.hide(place(min(inner.end, text.count))..<range.upperBound) }
  }

  /// Returns the unescaped bytes of a string, and for each of them, and for their end, its index in the source.
  private func unescaped(_ range: Range<Int>) -> (bytes: [UInt8], places: [Int]) {
    var text: [UInt8] = []
    var places: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      var scalar = UInt32(bytes[index])
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        text.append(bytes[index])
        places.append(start)
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "n"): scalar = 0x0A
      case UInt8(ascii: "r"): scalar = 0x0D
      case UInt8(ascii: "t"): scalar = 0x09
      case UInt8(ascii: "b"): scalar = 0x08
      case UInt8(ascii: "f"): scalar = 0x0C
      case UInt8(ascii: "u"):
        let end = min(index + 4, range.upperBound)
        scalar = bytes[index..<end].reduce(0) { $0 << 4 | UInt32(hexValue($1) ?? 0) }
        index = end
        if let low = lowSurrogate(at: index, before: range.upperBound), 0xD800..<0xDC00 ~= scalar {
          scalar = 0x1_0000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
      case let other: scalar = UInt32(other)
      }
      // Half a surrogate pair alone is not a letter or digit, so any replacement will do.
      for byte in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 {
        text.append(byte)
        places.append(start)
      }
    }
    places.append(range.upperBound)
    return (text, places)
  }

  /// Returns the escaped low half of a surrogate pair at an index; nil if there is none.
  private func lowSurrogate(at index: Int, before end: Int) -> UInt32? {
    guard end - index >= 6, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    let low = bytes[index + 2..<index + 6].reduce(0) { $0 << 4 | UInt32(hexValue($1) ?? 0) }
    return 0xDC00..<0xE000 ~= low ? low : nil
  }
}

func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}
