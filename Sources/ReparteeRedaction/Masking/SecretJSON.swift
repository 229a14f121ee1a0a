/// Finds secrets in bytes that should be JSON: values of secret names, and in strings, which may be JSON, forms or
/// URLs.
///
/// From the first token that RFC 8259 forbids, all is hidden: a name can't be distinguished from a value there. Values
/// may follow one another. A text that is not an excerpt replaces the original (``MaskedBytes``): all its strings are
/// examined, and numbers may have any length, be `NaN` or infinite.
///
/// Each function gets the bytes of `init`: a type with a span could not be stored.
package struct SecretJSON {
  private let redaction: Redaction
  private let shown: [Range<Int>]
  private let end: Int
  private let depth: Int
  let isExcerpt: Bool
  private let isAlone: Bool
  private(set) var index = 0
  package var mask: Mask

  private enum Expectation { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd }
  private var expectation = Expectation.value
  private var containers: [Container] = []
  private var hasContainer = false
  /// The start of the secret value being read, and the number of open containers.
  private var secret: (start: Int, level: Int)?

  /// `{"name": "password", "value": "x"}` and `["password", "x"]` are pairs, too.
  private struct Container {
    let isObject: Bool
    /// What the pair's name makes secret: its `value`, or what follows in an array.
    var named: Secrecy?
    /// The value of a pair whose name may follow.
    var value: Range<Int>?
    /// Without a `value`, a `key` is a secret.
    var hasValue = false
    var key: Range<Int>?
    var role = Role.none
    var isKey = false
    /// What is secret in the current member or element, unless all is.
    var secrecy: Secrecy?
    var code: Range<Int>?
    var state: Range<Int>?

    var isSecretNamed: Bool { named?.isAlways ?? false }
    var isKeySecret: Bool { key != nil && !hasValue }
  }

  private enum Role { case none, name, value }

  /// - Parameter end: Where to stop; nil for the end of the shown part.
  package init(
    _ bytes: Span<UInt8>, _ redaction: Redaction, shown: [Range<Int>], until end: Int? = nil,
    depth: Int = 0, isAlone: Bool = false, isExcerpt: Bool = true
  ) {
    self.isExcerpt = isExcerpt
    self.isAlone = isAlone
    self.redaction = redaction
    self.shown = shown
    self.end = end ?? shown.last?.upperBound ?? 0
    self.depth = depth
    mask = Mask(count: bytes.count)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  package mutating func read(_ bytes: Span<UInt8>) {
    while true {
      while index < bytes.count, isSpace(bytes[index]) { index += 1 }
      guard index < bytes.count, index < end || isPairOpen else { break }
      let start = index
      if !readToken(bytes) {
        mask.hideRest(from: secret?.start ?? min(start, index), isBroken: true)
        break
      }
      if isAlone, containers.isEmpty { break }
    }
    // A value that was not read to its end.
    if let secret { mask.hide(secret.start..<bytes.count, isValue: true) }
    for container in containers {
      container.value.map { mask.hide($0, isValue: true, isGuess: container.named == nil) }
      if container.isKeySecret { container.key.map { mask.hide($0, isValue: true, isGuess: true) } }
    }
  }

  /// Whether the place is in a secret value, or where one may follow.
  var isInSecret: Bool { secret != nil || containers.contains(where: \.isSecretNamed) }

  /// Whether a value's name may follow, within 4 KiB.
  private var isPairOpen: Bool {
    index < end + 4_096 && containers.contains { $0.value != nil || $0.isKeySecret }
  }

  /// False at an invalid token: `index` is then at the start of the hidden part, or after it.
  private mutating func readToken(_ bytes: Span<UInt8>) -> Bool {
    let byte = bytes[index]
    switch (expectation, byte) {
    case (.value, UInt8(ascii: "\"")), (.valueOrEnd, UInt8(ascii: "\"")):
      return readString(bytes, isKey: false)
    case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
      return readString(bytes, isKey: true)
    case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
      beginValue(bytes)
      containers.append(Container(isObject: true))
      expectation = .keyOrEnd
    case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
      beginValue(bytes)
      let elements = secret == nil ? containers.last?.secrecy?.ofElements : nil
      containers.append(Container(isObject: false, secrecy: elements))
      expectation = .valueOrEnd
    case (.commaOrEnd, UInt8(ascii: ",")) where !containers.isEmpty:
      expectation = containers[containers.count - 1].isObject ? .key : .value
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")):
      close(bytes)
    case (.commaOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "}")):
      guard let last = containers.last, last.isObject == (byte == UInt8(ascii: "}")) else { return false }
      close(bytes)
    case (.value, _), (.valueOrEnd, _): return readScalar(bytes)
    // Only objects and arrays follow one another: a string or a number may be the rest of a member.
    case (.commaOrEnd, UInt8(ascii: "{")), (.commaOrEnd, UInt8(ascii: "[")):
      guard containers.isEmpty, hasContainer else { return false }
      expectation = .value
      return readToken(bytes)
    default: return false
    }
    index += 1
    return true
  }

  private mutating func close(_ bytes: Span<UInt8>) {
    let container = containers.removeLast()
    if container.isKeySecret, let key = container.key { mask.hide(key, isValue: true) }
    hasContainer = true
    endValue(at: index + 1, in: bytes)
  }

  private mutating func beginValue(_ bytes: Span<UInt8>) {
    guard secret == nil, let last = containers.last else { return }
    if !last.isObject, last.isSecretNamed { secret = (index, containers.count) }
    if last.role == .value { containers[containers.count - 1].value = index..<bytes.count }
  }

  private mutating func endValue(at end: Int, in bytes: Span<UInt8>) {
    expectation = .commaOrEnd
    if let current = secret, current.level == containers.count {
      mask.hide(current.start..<end, isValue: true)
      secret = nil
    }
    guard let last = containers.indices.last else { return }
    if containers[last].role == .value, let value = containers[last].value {
      containers[last].value = value.lowerBound..<end
    }
    guard containers[last].isObject else { return }
    settlePair(at: last, in: bytes)
    containers[last].role = .none
    containers[last].isKey = false
    containers[last].secrecy = nil
  }

  private mutating func settlePair(at last: Int, in bytes: Span<UInt8>) {
    guard let named = containers[last].named, let value = containers[last].value else { return }
    containers[last].value = nil
    if named.isAlways || isSecret(value, named, in: bytes) { mask.hide(value, isValue: true) }
  }

  private func isSecret(_ value: Range<Int>, _ secrecy: Secrecy, in bytes: Span<UInt8>) -> Bool {
    let isCut = value.upperBound == bytes.count
    guard bytes[value.lowerBound] == UInt8(ascii: "\"") else {
      return secrecy.coversNumber(bytes.extracting(value)) || isCut && secrecy.hasNumbers
    }
    if isCut, value.count == 1 || bytes[value.upperBound - 1] != UInt8(ascii: "\"") { return true }
    // Far above the limits for strings.
    return value.count > 1_000 ? !secrecy.isCard : secrecy.covers(text(of: value, in: bytes))
  }

  /// Returns whether the current member's value is secret as such.
  private mutating func take(_ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard let last = containers.indices.last else { return false }
    if containers[last].isKey {
      if let other = containers[last].key { mask.hide(other, isValue: true) }
      containers[last].key = value
    }
    guard let secrecy = containers[last].secrecy, isSecret(value, secrecy, in: bytes) else { return false }
    switch secrecy.parameter {
    case nil:
      mask.hide(value, isValue: true)
      return true
    case .code: containers[last].code = isWord(value, in: bytes) ? nil : value
    case .state: containers[last].state = isWord(value, in: bytes) ? nil : value
    }
    if let code = containers[last].code, let state = containers[last].state {
      mask.hide(code, isValue: true)
      mask.hide(state, isValue: true)
    }
    return false
  }

  /// A word such as `not_found`, not of a callback.
  private func isWord(_ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    if value.count > 100 { return false }
    let text = text(of: value, in: bytes).filter { $0 != UInt8(ascii: "_") && $0 != 0x20 }
    return !text.isEmpty && (text.allSatisfy { $0 &- 0x61 < 26 } || text.allSatisfy { $0 &- 0x41 < 26 })
  }

  private mutating func readScalar(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    var end = index
    while end < bytes.count, !isSpace(bytes[end]), !",]}:\"{[".utf8.contains(bytes[end]) { end += 1 }
    let isWhole = end < bytes.count
    let text = bytes.extracting(start..<end)
    guard isScalar(text, isWhole: isWhole) else { return false }
    beginValue(bytes)
    if secret == nil, !take(start..<end, in: bytes), text.count >= SecretValues.shortest,
      redaction.values?.isFound(in: text) ?? false
    {
      mask.hide(start..<end, isValue: true)
    }
    index = end
    endValue(at: end, in: bytes)
    return true
  }

  /// A string without a colon may be no key.
  private mutating func readString(_ bytes: Span<UInt8>, isKey: Bool) -> Bool {
    let start = index
    if !isKey { beginValue(bytes) }
    let (end, isString) = endOfString(from: start, in: bytes)
    let isInside = secret != nil
    if !isInside, isKey || !take(start..<end, in: bytes) {
      lookInto(start + 1..<(isString && end > start + 1 ? end - 1 : end), of: bytes)
    }
    guard isString else {
      index = end
      return false
    }
    index = end
    if !isKey {
      if !isInside || secret?.level == containers.count { takeForName(start..<end, in: bytes) }
      endValue(at: end, in: bytes)
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
    if !isInside { begin(member: text(of: start..<end, in: bytes), in: bytes) }
    return true
  }

  private mutating func begin(member text: [UInt8], in bytes: Span<UInt8>) {
    let last = containers.count - 1
    let name = SimplifiedName(text[...])
    let isPairName = Self.pairNames.contains(name.bytes)
    containers[last].role = isPairName ? .name : Self.pairValues.contains(name.bytes) ? .value : .none
    if containers[last].role == .value { containers[last].hasValue = true }
    let isLong = text.count > Redaction.longestName
    let isKnown = isLong || runsOnFromSecretName(text)
    guard let secrecy = isKnown ? Secrecy() : redaction.secrecy(of: name) else { return }
    guard secrecy.isAlways else { return containers[last].secrecy = secrecy }
    var value = index
    while value < bytes.count, isSpace(bytes[value]) { value += 1 }
    guard value < bytes.count else { return }
    // In {"key": "page", "value": "x"}, the secret name `key` is that of a pair.
    let isContainer = bytes[value] == UInt8(ascii: "{") || bytes[value] == UInt8(ascii: "[")
    if isPairName, !isContainer, !redaction.hasOwnWord(name) {
      containers[last].isKey = true
    } else {
      secret = (value, containers.count)
    }
  }

  /// A secret name without its closing quote runs on to the next: `{"token:{a":{"b":"x"}}`.
  private func runsOnFromSecretName(_ text: [UInt8]) -> Bool {
    guard text.contains(where: Self.endsName) else { return false }
    return text.split(whereSeparator: Self.endsName).contains { redaction.isSecret($0) }
  }

  /// May follow a name, and is in none.
  private static func endsName(_ byte: UInt8) -> Bool { ":={}[],\"\\'&<>".utf8.contains(byte) }

  private mutating func takeForName(_ range: Range<Int>, in bytes: Span<UInt8>) {
    guard let last = containers.indices.last, range.count <= 100 else { return }
    guard !containers[last].isObject || containers[last].role == .name else { return }
    let name = SimplifiedName(text(of: range, in: bytes)[...])
    if redaction.isSecret(name) {
      containers[last].named = Secrecy()
    } else if containers[last].isObject, let secrecy = redaction.secrecy(of: name), secrecy.parameter == nil {
      containers[last].named = secrecy
    }
  }

  private static let pairNames = Set(
    ["name", "key", "header", "field", "param", "parameter", "id", "k"].map { Array($0.utf8) })
  private static let pairValues = Set(["value", "val", "v"].map { Array($0.utf8) })

  package mutating func lookInto(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard shown.contains(where: range.overlaps) else { return }
    if depth >= 5 || isExcerpt && range.count > 16 << 10 {
      mask.hide(range)
      return
    }
    // Without escapes, the places need no memory.
    let isPlain = !bytes.contains(UInt8(ascii: "\\"), in: range)
    let (text, places) =
      isPlain ? (bytes: bytes.array(range), places: []) : unescaped(range, in: bytes)
    func place(_ index: Int) -> Int { isPlain ? range.lowerBound + index : places[index] }
    let inner = redaction.mask(of: text, depth: depth + 1, isExcerpt: isExcerpt)
    for piece in inner.pieces where piece.range.lowerBound < inner.end {
      mask.hide(place(piece.range.lowerBound)..<place(min(piece.range.upperBound, text.count)))
    }
    if inner.isCut { mask.hide(place(min(inner.end, text.count))..<range.upperBound) }
  }
}
