/// Masks the secrets of a URL (RFC 3986) or a form: the user information (`user:password@`), the values of items
/// (`name=value` in a query, a form, or after `;`), and path segments that look like tokens.
extension SecretText {
  fileprivate static let tokenPrefixes = [
    "sk_", "rk_", "pk_", "sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-",
    "xoxp-", "xoxa-", "xoxe-", "xoxs-", "xapp-", "AIza", "ya29.", "SG.", "npm_", "pypi-", "hf_", "dop_v1_",
    "shpat_", "shpss_", "whsec_", "key-",
  ]

  /// Whether the text goes on with `//`.
  func isAuthority(at index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/") && bytes[index + 1] == UInt8(ascii: "/")
  }

  func endOfURL(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 <= 0x20 || "\"'`<>\\{}|^".utf8.contains($0) } ?? bytes.count
  }

  mutating func readURL(_ range: Range<Int>) {
    var start = range.lowerBound
    var endOfPath = endOfPath(in: range)
    if let authority = startOfAuthority(in: start..<endOfPath) {
      let end = bytes[authority..<endOfPath].firstIndex(of: UInt8(ascii: "/")) ?? endOfPath
      // A database's parameters follow its host: `sqlserver://host;password=…`.
      start = bytes[authority..<end].firstIndex(of: UInt8(ascii: ";")) ?? end
      for item in bytes[start..<(start < end ? range.upperBound : end)].split(separator: UInt8(ascii: ";")) {
        readItem(item, isInCallback: false)
      }
      // A password may contain `/`, `?`, `#`, or a character that ends a URL in a text, although RFC 3986 forbids it.
      let at = bytes[authority..<endOfPath].lastIndex(of: UInt8(ascii: "@"))
      if let at, at < end || bytes[authority..<at].contains(UInt8(ascii: ":")) { mask.hide(authority..<at) }
      let passwordMayGoOn = at.map { $0 < end && end == endOfPath } ?? hasPassword(bytes[authority..<end])
      if passwordMayGoOn, let at = lastAtSign(in: endOfPath..<range.upperBound, isInHost: at != nil) {
        mask.hide(authority..<at)
        guard at < range.upperBound else { return }
        endOfPath = self.endOfPath(in: at..<range.upperBound)
        start = bytes[at..<endOfPath].firstIndex(of: UInt8(ascii: "/")) ?? endOfPath
      }
    }
    readPath(start..<endOfPath)
    guard endOfPath < range.upperBound else { return }
    let fragment = bytes[endOfPath..<range.upperBound].firstIndex(of: UInt8(ascii: "#")) ?? range.upperBound
    if fragment > endOfPath { readItems(endOfPath + 1..<fragment) }
    if fragment < range.upperBound { readFragment(fragment + 1..<range.upperBound) }
  }

  private func endOfPath(in range: Range<Int>) -> Int {
    bytes[range].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? range.upperBound
  }

  /// The last `@` in the range and the 256 bytes after it. With `isInHost` the search ends at a slash.
  private func lastAtSign(in range: Range<Int>, isInHost: Bool) -> Int? {
    let rest = bytes[range.upperBound...].prefix(256).prefix { $0 > 0x20 && !"\"'`<>".utf8.contains($0) }
    let text = bytes[range.lowerBound..<rest.endIndex]
    let end = isInHost ? text.firstIndex(of: UInt8(ascii: "/")) : nil
    return text[..<(end ?? text.endIndex)].lastIndex(of: UInt8(ascii: "@"))
  }

  /// Whether the authority has a password or the beginning of one: what follows the colon is not a port.
  private func hasPassword(_ authority: ArraySlice<UInt8>) -> Bool {
    // The colons of an IPv6 address are in brackets.
    let host = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    guard let colon = authority[host...].firstIndex(of: UInt8(ascii: ":")) else { return false }
    let port = authority[(colon + 1)...]
    return !(1...5).contains(port.count) || !port.allSatisfy { $0 &- 0x30 < 10 }
  }

  private func startOfAuthority(in range: Range<Int>) -> Int? {
    if isAuthority(at: range.lowerBound) { return range.lowerBound + 2 }
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")), isAuthority(at: colon + 1) else {
      return nil
    }
    let scheme = bytes[range.lowerBound..<colon]
    return scheme.contains(UInt8(ascii: "/")) ? nil : colon + 3
  }

  /// A fragment has items, `#access_token=…`, or a path with a query, `#/route?code=…`.
  private mutating func readFragment(_ range: Range<Int>) {
    let questionMark = bytes[range].firstIndex(of: UInt8(ascii: "?"))
    readPath(range.lowerBound..<(questionMark ?? range.lowerBound))
    readItems((questionMark.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound)
  }

  private mutating func readPath(_ range: Range<Int>) {
    var before: ArraySlice<UInt8> = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? range.upperBound
      if end > start { before = readSegment(start..<end, after: before) }
      start = end + 1
    }
  }

  /// Masks the segment and its parameters (`users;v=2`) where they are secret; returns the segment without parameters.
  private mutating func readSegment(_ range: Range<Int>, after before: ArraySlice<UInt8>) -> ArraySlice<UInt8>
  {
    var end = bytes[range].firstIndex(of: UInt8(ascii: ";")) ?? range.upperBound
    let text = percentDecoded(bytes[range.lowerBound..<end])
    let followsSecretName = redaction.isSecret(before) && text.hasLettersAndDigits
    if followsSecretName || text.looksLikeToken || text.looksLikeTokenSegment || isKnownSecret(text) {
      mask.hide(range.lowerBound..<end)
    }
    while end < range.upperBound {
      let start = end + 1
      end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ";")) ?? range.upperBound
      readItem(bytes[start..<end], isInCallback: false)
    }
    return text
  }

  private func isKnownSecret(_ text: ArraySlice<UInt8>) -> Bool {
    guard let segments = redaction.values?.segments, !segments.isEmpty else { return false }
    return segments.contains(Array(text))
  }

  func items(in range: Range<Int>) -> [ArraySlice<UInt8>] { bytes[range].split(separator: UInt8(ascii: "&")) }

  /// Whether the items are those of an OAuth request or callback (RFC 6749, section 4.1), whose `state` is secret.
  func isCallback(_ items: [ArraySlice<UInt8>]) -> Bool {
    items.contains { item in
      let text = item.prefix { $0 != UInt8(ascii: "=") }
      // In a text, other words may precede the name of the first item.
      let start = text.lastIndex { !Self.isWordByte($0) }.map { $0 + 1 } ?? text.startIndex
      let name = percentDecoded(text[start...])
      if name.elementsEqual("response_type".utf8) { return true }
      // No authorization server issues codes of fewer than 6 bytes.
      return name.elementsEqual("code".utf8) && item.endIndex - text.endIndex > 6
    }
  }

  mutating func readItems(_ range: Range<Int>) {
    let items = items(in: range)
    let isCallback = isCallback(items)
    // `;` may separate items: in `a=1;b=2`, all after the first `=` is hidden if `a` or `b` is secret.
    for item in items { readItem(item, isInCallback: isCallback) }
  }

  private mutating func readItem(_ item: ArraySlice<UInt8>, isInCallback: Bool) {
    guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else {
      // An item without a name may be a credential.
      let text = percentDecoded(item)
      let isEscaped = text.count < item.count
      if text.looksLikeToken || redaction.hasWord(text) || isEscaped && holdsSecret(text) {
        mask.hide(item.startIndex..<item.endIndex)
      }
      return
    }
    var name = item[..<equals]
    // In HTML, `&amp;` separates items.
    if name.starts(with: "amp;".utf8) { name = name.dropFirst(4) }
    let value = item[(equals + 1)...]
    let text = percentDecoded(value)
    let secrecy = redaction.secrecy(of: percentDecoded(name), isItem: true)
    let isNamed = secrecy.map { $0.covers(text) && ($0.parameter != .state || isInCallback) } ?? false
    if isNamed || text.looksLikeToken || holdsSecret(text) { mask.hide(value.startIndex..<value.endIndex) }
  }
}

extension ArraySlice<UInt8> {
  /// Begins like a JWT (RFC 7519), or with a known prefix of tokens.
  var looksLikeToken: Bool {
    guard count >= 12 else { return false }
    if starts(with: "eyJ".utf8) { return true }
    if count == 20, starts(with: "AKIA".utf8) || starts(with: "ASIA".utf8) { return true }
    return SecretText.tokenPrefixes.contains { count >= $0.utf8.count + 8 && starts(with: $0.utf8) }
  }

  /// Has 20 or more characters of tokens, with letters and digits, and is neither a UUID nor words and numbers joined
  /// by `-`, `_` or `.`; or is the name and the token of a bot (`bot123:ABC`).
  fileprivate var looksLikeTokenSegment: Bool {
    if starts(with: "bot".utf8), let colon = firstIndex(of: UInt8(ascii: ":")),
      colon > startIndex + 3, self[startIndex + 3..<colon].allSatisfy({ $0 &- 0x30 < 10 })
    {
      return true
    }
    guard count >= 20, hasLettersAndDigits, !isUUID else { return false }
    guard allSatisfy({ SecretText.isWordByte($0) || "~+/=:,".utf8.contains($0) }) else { return false }
    return split(whereSeparator: { "-_.".utf8.contains($0) }).contains(where: \.hasLettersAndDigits)
  }

  fileprivate var hasLettersAndDigits: Bool {
    contains { $0 | 0x20 &- 0x61 < 26 } && contains { $0 &- 0x30 < 10 }
  }

  private var isUUID: Bool {
    count == 36
      && enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : hexValue(byte) != nil
      }
  }
}
