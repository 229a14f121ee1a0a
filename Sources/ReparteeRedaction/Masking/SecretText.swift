/// Finds secrets in text of any kind: a log, markup, a form, the contents of a JSON string.
///
/// Secret is what follows a secret name and `=` or `:`, to the end of its quotes or line (after `=` also to `&`); the
/// contents of elements with secret names; the word after `Bearer`, `Basic` or another scheme; what looks like a token;
/// and secrets in URLs. Text in braces is read as JSON. After a secret name alone in quotes or in an element, nothing
/// is shown. Names are also found where HTML escapes what is around them (`&quot;password&quot;:`).
///
/// In a text that is not an excerpt, a PEM key ends at its last line, and braces around what is not JSON are text.
struct SecretText {
  let bytes: [UInt8]
  let redaction: Redaction
  let depth: Int
  let isExcerpt: Bool
  var mask: Mask
  private var index = 0
  /// HTML whose tags are escaped, as in a page that shows code.
  private var isUnescaped = false
  /// Elements without an end.
  private var placeholders: Set<[UInt8]> = []
  private var brokenObject: Int?
  /// Before this, braces are text: none is read as JSON twice.
  private var firstObject = 0
  /// The `<` of the current tag, and of the last with hidden values.
  private var tag: Int?
  private var hiddenTag: Int?
  /// Examined once.
  private var query: (range: Range<Int>, isCallback: Bool)?
  /// The end of the last item examined, or of what looks like one.
  private var itemEnd = 0
  /// Read as JSON.
  private var objects: [Range<Int>] = []

  init(_ bytes: [UInt8], _ redaction: Redaction, depth: Int = 0, isExcerpt: Bool = true) {
    self.bytes = bytes
    self.redaction = redaction
    self.depth = depth
    self.isExcerpt = isExcerpt
    mask = Mask(count: bytes.count)
  }

  mutating func readText() {
    while index < bytes.count, !mask.isCut {
      switch bytes[index] {
      case UInt8(ascii: ":") where isAuthority(at: index + 1):
        let end = endOfURL(from: index)
        readURL(index + 1..<end)
        index = end
      case UInt8(ascii: "{") where isObject(at: index): readObject()
      case let byte where Self.isWordByte(byte): readWord()
      case UInt8(ascii: "<"):
        tag = index
        index += 1
      case UInt8(ascii: ">"):
        tag = nil
        index += 1
      default: index += 1
      }
    }
  }

  /// Reads what is in HTML again, without one layer of escapes. Strings of JSON have theirs.
  mutating func readEscapedText() {
    var start = 0
    for object in objects + [bytes.count..<bytes.count] {
      if start < object.lowerBound { readEscapedText(in: start..<object.lowerBound) }
      start = object.upperBound
    }
  }

  private mutating func readEscapedText(in range: Range<Int>) {
    let ampersand = UInt8(ascii: "&")
    let layer = bytes[range].withSpan { Layer(decoding: $0, places: nil, only: ampersand) }
    guard let layer else { return }
    if depth >= 5 { return mask.hideRest(from: range.lowerBound) }
    var inner = SecretText(layer.bytes, redaction, depth: depth + 1, isExcerpt: isExcerpt)
    inner.isUnescaped = true
    inner.readText()
    func place(_ index: Int) -> Int { range.lowerBound + layer.places[min(index, layer.bytes.count)] }
    for piece in inner.mask.pieces {
      mask.hide(place(piece.range.lowerBound)..<place(piece.range.upperBound))
    }
    if inner.mask.isCut { mask.hideRest(from: place(inner.mask.end), isBroken: inner.mask.isBroken) }
  }

  // MARK: Words

  private mutating func readWord() {
    var start = index
    while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
    // An ampersand in a script.
    let escape =
      start > 0 && bytes[start - 1] == UInt8(ascii: "\\")
      ? ["u0026", "x26"].first { bytes[start..<index].starts(with: $0.utf8) } : nil
    start += escape?.utf8.count ?? 0
    let word = bytes[start..<index]
    if word.starts(with: "-----BEGIN".utf8) { return readKey(from: start) }
    if word.looksLikeToken { return mask.hide(start..<index) }
    var name = word
    if word.contains(UInt8(ascii: "%")) {
      let decoded = percentDecoded(word)
      // For example, a nested query.
      if holdsSecret(decoded) { return mask.hide(start..<index) }
      name = decoded
    }
    if Self.schemes.contains(SimplifiedName(word).bytes), readCredentials() { return }
    let isItem = isItem(from: start, isAfterAmpersand: escape != nil)
    if isItem, let secrecy = redaction.secrecy(of: name, isItem: true), !secrecy.isAlways {
      readItem(from: start, secrecy)
    } else if redaction.isSecret(name, isItem: isItem) {
      readAfterSecretName(from: start)
    } else if isPartName(at: start), redaction.secrecy(of: name, isItem: true) != nil {
      mask.hideRest(from: index)
    }
  }

  /// Whether the content of a part is the name's value: `Content-Disposition: form-data; name="sid"`.
  private func isPartName(at start: Int) -> Bool {
    guard start > 0, bytes[start - 1] == UInt8(ascii: "\"") || bytes[start - 1] == UInt8(ascii: "=") else {
      return false
    }
    let line = bytes[..<start].suffix(200).reversed().prefix { !isLineEnd($0) }.reversed()
    let text = String(decoding: line, as: UTF8.self).lowercased()
    return text.hasPrefix("content-disposition:") && (text.hasSuffix(" name=\"") || text.hasSuffix(" name="))
  }

  /// Whether the word begins an item of a query or a form: another is before it, or after it.
  private mutating func isItem(from start: Int, isAfterAmpersand: Bool) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return false }
    if isAfterAmpersand || start > 0 && "?&#".utf8.contains(bytes[start - 1]) { return true }
    if itemEnd < index {
      itemEnd = bytes[index...].firstIndex(where: Self.endsItem) ?? bytes.count
    }
    return itemEnd < bytes.count && bytes[itemEnd] == UInt8(ascii: "&")
  }

  private static func endsItem(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'`<>\\{}|^&#".utf8.contains(byte) }

  private mutating func readItem(from start: Int, _ secrecy: Secrecy) {
    if secrecy.parameter == .state, !isInCallback(start) { return }
    // A long value is no card number, and is read only once.
    let rest = secrecy.isCard ? bytes[index...].prefix(100) : bytes[index...]
    let end = rest.firstIndex(where: Self.endsItem) ?? rest.endIndex
    let value = index + 1..<end
    guard secrecy.covers(percentDecoded(bytes[value])) else { return }
    mask.hide(value)
    index = end
  }

  private mutating func isInCallback(_ item: Int) -> Bool {
    if let query, query.range.contains(item) { return query.isCallback }
    var start = item
    let first = query?.range.upperBound ?? 0
    func endsQuery(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "&") && Self.endsItem(byte) }
    while start > first, bytes[start - 1] != UInt8(ascii: "?"), !endsQuery(bytes[start - 1]) { start -= 1 }
    let range = start..<(bytes[item...].firstIndex(where: endsQuery) ?? bytes.count)
    let isCallback = isCallback(items(in: range))
    query = (range, isCallback)
    return isCallback
  }

  private mutating func readAfterSecretName(from start: Int) {
    if isElementName(at: start) { return readElement(bytes[start..<index]) }
    var next = index
    while next < bytes.count, "\"'`\\ \t])".utf8.contains(bytes[next]) { next += 1 }
    if next < bytes.count, bytes[next] == UInt8(ascii: "=") || bytes[next] == UInt8(ascii: ":") {
      return readValue(from: next)
    }
    if hideAttributes(besides: start) { return }
    // In an object that is not JSON, a pair's value may precede its name.
    if standsAlone(start..<index) { mask.hideRest(from: min(index, brokenObject ?? index)) }
  }

  /// Masks values beside a secret name: `<input name=csrf value=x>`. Returns whether the name has no quotes.
  private mutating func hideAttributes(besides name: Int) -> Bool {
    guard let tag, name > tag + 1 else { return false }
    let before = bytes[name - 1]
    let isQuoted = "\"'".utf8.contains(before) && bytes[name - 2] == UInt8(ascii: "=")
    guard isQuoted || before == UInt8(ascii: "=") else { return false }
    if hiddenTag != tag {
      hiddenTag = tag
      var place = tag + 1
      while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "<") {
        let start = place
        while place < bytes.count, Self.isWordByte(bytes[place]) { place += 1 }
        let attribute = SimplifiedName(bytes[start..<place]).bytes
        guard place > start, place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
          place = max(place, start + 1)
          continue
        }
        let value = attributeValue(from: place + 1)
        if Self.attributes.contains(attribute) { mask.hide(value) }
        place = value.upperBound
      }
    }
    return !isQuoted
  }

  private func attributeValue(from start: Int) -> Range<Int> {
    guard start < bytes.count, "\"'".utf8.contains(bytes[start]) else {
      return start..<(bytes[start...].firstIndex { isSpace($0) || "<>".utf8.contains($0) } ?? bytes.count)
    }
    let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) ?? bytes.count - 1
    return start..<max(end, start) + 1
  }

  private static let attributes = Set(["value", "content"].map { Array($0.utf8) })

  /// Alone in quotes or an element, not in a sentence.
  private func standsAlone(_ word: Range<Int>) -> Bool {
    let quotes = "\"'`\\".utf8
    func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0x20 }
    func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 || byte >= 0x80 }
    let before = byte(word.lowerBound - 1)
    let after = byte(word.upperBound)
    if before == UInt8(ascii: ">") { return after == UInt8(ascii: "<") }
    guard quotes.contains(before) || quotes.contains(after) else { return false }
    if byte(word.lowerBound - 2) == UInt8(ascii: "=") { return true }
    if after == 0x20 { return false }
    var next = word.upperBound
    while quotes.contains(byte(next)) { next += 1 }
    // A sentence: 'password' is too short.
    return !(next > word.upperBound && byte(next) == 0x20 && isLetter(byte(next + 1)))
      && !(next > word.upperBound && ".!?".utf8.contains(byte(next)))
  }

  private mutating func readValue(from sign: Int) {
    let isColon = bytes[sign] == UInt8(ascii: ":")
    var start = sign + 1
    while start < bytes.count, "=> \t".utf8.contains(bytes[start]) { start += 1 }
    guard start < bytes.count else { return index = start }
    let first = bytes[start]
    // The end of a value on the next lines, or on several, is unknown.
    if isLineEnd(first) || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return mask.hideRest(from: start)
    }
    index = start
    if "\"'`".utf8.contains(first) {
      index += 1
      while index < bytes.count, bytes[index] != first {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      index = min(index + 1, bytes.count)
    }
    // The value is not in quotes, or what follows the quotes shows that they did not end it.
    if index == start
      || (index < bytes.count && !isSpace(bytes[index]) && !",;&}])>".utf8.contains(bytes[index]))
    {
      while index < bytes.count, !isLineEnd(bytes[index]), isColon || bytes[index] != UInt8(ascii: "&") {
        index += 1
      }
      // Lines that continue the value.
      while isColon, index + 1 < bytes.count, isLineEnd(bytes[index]),
        bytes[index + 1] == 0x20 || bytes[index + 1] == 0x09 || bytes[index + 1] == 0x0A
      {
        index += 1
        while index < bytes.count, !isLineEnd(bytes[index]) { index += 1 }
      }
    }
    mask.hide(start..<index)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// A key or a certificate (RFC 7468).
  private mutating func readKey(from start: Int) {
    if isExcerpt { return mask.hideRest(from: start) }
    while index < bytes.count, !bytes[index...].starts(with: "-----END".utf8) { index += 1 }
    guard index < bytes.count else { return mask.hideRest(from: start) }
    while index < bytes.count, !isLineEnd(bytes[index]) { index += 1 }
    mask.hide(start..<index)
  }

  /// The word after `Bearer` and other schemes, except a challenge's parameter (`Bearer realm="x"`).
  private mutating func readCredentials() -> Bool {
    var start = index
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    var end = start
    while end < bytes.count, !isSpace(bytes[end]), !",;\"'<>\\".utf8.contains(bytes[end]) { end += 1 }
    guard start > index, end > start, bytes[start] != UInt8(ascii: "="), bytes[start] != UInt8(ascii: ":")
    else {
      return false
    }
    let isParameter =
      end < bytes.count && bytes[end] == UInt8(ascii: "\"") && bytes[end - 1] == UInt8(ascii: "=")
    if isParameter { return false }
    mask.hide(start..<end)
    index = end
    return true
  }

  private static let schemes = Set(["bearer", "basic", "negotiate", "dpop", "ntlm"].map { Array($0.utf8) })

  // MARK: Markup and objects

  /// Whether the name follows `<` or `<prefix:`.
  private func isElementName(at start: Int) -> Bool {
    var before = start
    if before > 0, bytes[before - 1] == UInt8(ascii: ":") {
      before -= 1
      while before > 0, start - before < 100, Self.isWordByte(bytes[before - 1]) { before -= 1 }
    }
    return before > 0 && bytes[before - 1] == UInt8(ascii: "<")
  }

  private mutating func readElement(_ name: ArraySlice<UInt8>) {
    let start = index
    let isPlaceholder = placeholders.contains(Array(name))
    while index < bytes.count, !isPlaceholder {
      guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/")
      else {
        index += 1
        continue
      }
      let tag = bytes[(index + 2)...].prefix { Self.isWordByte($0) || $0 == UInt8(ascii: ":") }
      if tag.split(separator: UInt8(ascii: ":")).last?.elementsEqual(name) == true {
        mask.hide(start..<index)
        // A property list: `<key>password</key><string>…`.
        let content = bytes[start..<index].drop { $0 != UInt8(ascii: ">") }.dropFirst()
        if content.count <= 100, redaction.isSecret(content) { mask.hideRest(from: index) }
        index = tag.endIndex
        return
      }
      index = max(tag.endIndex, index + 2)
    }
    // `&lt;token&gt;` in a page's text. Each name is searched for once, so there is a limit.
    guard isUnescaped, !isExcerpt, isPlaceholder || placeholders.count < 8 else {
      return mask.hideRest(from: start)
    }
    placeholders.insert(Array(name))
    index = bytes[start...].firstIndex { $0 == UInt8(ascii: "<") || isLineEnd($0) } ?? bytes.count
    mask.hide(start..<index)
  }

  /// Whether the brace begins an object, and not a placeholder or code.
  private func isObject(at brace: Int) -> Bool {
    guard depth < 5, brace >= firstObject,
      let next = bytes[(brace + 1)...].first(where: { !isSpace($0) })
    else { return false }
    return next == UInt8(ascii: "\"")
  }

  private mutating func readObject() {
    let inner = json(from: index)
    for piece in inner.mask.pieces {
      mask.hide(piece.range.lowerBound + index..<piece.range.upperBound + index, isValue: piece.isValue)
    }
    guard inner.mask.isCut, !isExcerpt, !inner.isOpen else {
      if inner.mask.isCut { mask.hideRest(from: index + inner.mask.end, isBroken: true) }
      let end = index + max(inner.end, 1)
      objects.append(index..<end)
      index = end
      return
    }
    brokenObject = index
    firstObject = index + max(inner.end, 1)
    index += 1
  }

  /// `end` counts from `start`.
  private func json(from start: Int) -> (mask: Mask, end: Int, isOpen: Bool) {
    let end = bytes[start...]
    let rest = end.span
    var reader = SecretJSON(
      rest, redaction, shown: [0..<rest.count], depth: depth + 1, isAlone: true, isExcerpt: isExcerpt)
    reader.read(rest)
    let count = rest.count
    let isOpen = reader.isInSecret || reader.mask.pieces.contains { $0.range.upperBound == count }
    return (reader.mask, reader.index, isOpen)
  }

  func holdsSecret(_ text: ArraySlice<UInt8>) -> Bool {
    depth >= 5 || !redaction.mask(of: Array(text), depth: depth + 1, isExcerpt: isExcerpt).isEmpty
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80 || "_-.%".utf8.contains(byte)
  }
}
