/// Which values are secret under a name.
struct Secrecy {
  /// A parameter of an OAuth callback (RFC 6749, section 4.1.2).
  enum Parameter { case code, state }

  /// The fewest characters of a secret string; with 0, every value is secret.
  var least = 0
  var hasNumbers = false
  /// The same for strings of an array.
  var leastOfElements: Int?
  /// Only card numbers are secret.
  var isCard = false
  var parameter: Parameter?

  var isAlways: Bool { least == 0 }

  /// Nil if all elements are secret, or none.
  var ofElements: Secrecy? {
    guard !isAlways, parameter == nil else { return nil }
    var elements = self
    elements.least = leastOfElements ?? least
    return elements
  }

  func covers(_ text: some Collection<UInt8>) -> Bool {
    if isAlways { return true }
    guard isCard else { return text.lazy.filter { $0 & 0xC0 != 0x80 }.prefix(least).count == least }
    let digits = text.filter { $0 &- 0x30 < 10 }.count
    return digits >= least && text.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x20 || $0 == UInt8(ascii: "-") }
  }

  func coversNumber(_ text: Span<UInt8>) -> Bool {
    if isAlways { return true }
    guard hasNumbers, text.count >= least else { return false }
    for index in text.indices where text[index] &- 0x30 >= 10 { return false }
    return true
  }

  static let everyday: [[UInt8]: Secrecy] = {
    var table: [[UInt8]: Secrecy] = [:]
    func add(_ names: String, _ secrecy: Secrecy) {
      for name in names.split(separator: " ") { table[Array(name.utf8)] = secrecy }
    }
    add("mfacode otp otpcode totp usercode", oneTimeCode)
    add("access dsn hmac nonce pat private pw refresh sid sign webhook", Secrecy(least: 8))
    add("mnemonic seed", Secrecy(least: 8, leastOfElements: 1))
    add("backupcodes", Secrecy(least: 8, hasNumbers: true, leastOfElements: 4))
    add("pan", Secrecy(least: 8, hasNumbers: true, isCard: true))
    add("code", Secrecy(least: 6, parameter: .code))
    add("state", Secrecy(least: 8, parameter: .state))
    return table
  }()

  static let oneTimeCode = Secrecy(least: 6, hasNumbers: true)
}

extension Redaction {
  func secrecy(of name: ArraySlice<UInt8>, isItem: Bool = false) -> Secrecy? {
    name.count > Self.longestName ? Secrecy() : secrecy(of: SimplifiedName(name), isItem: isItem)
  }

  func secrecy(of name: SimplifiedName, isItem: Bool = false) -> Secrecy? {
    if name.bytes.isEmpty || isException(name) { return nil }
    if hasOwnWord(name) { return Secrecy() }
    if let secrecy = Secrecy.everyday[Array(name.bytes[name.component...])] { return secrecy }
    if Self.oneTimeCodes.contains(Array(name.lastPart)) { return Secrecy.oneTimeCode }
    return isSecret(name, isItem: isItem) ? Secrecy() : nil
  }

  /// `isItem` for a query or a form.
  package func isSecret(_ name: some StringProtocol, value: some Collection<UInt8>, isItem: Bool = false)
    -> Bool
  {
    guard let secrecy = secrecy(of: Array(name.utf8)[...], isItem: isItem) else { return false }
    if secrecy.parameter == .state || secrecy.parameter == .code && !isItem { return false }
    return secrecy.covers(value)
  }
}
