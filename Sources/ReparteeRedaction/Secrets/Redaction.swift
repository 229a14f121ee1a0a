/// The names whose values are secret, in JSON, XML, forms, queries and header fields. Errors, requests and responses
/// show `***` instead; what is sent and decoded does not change.
///
/// A name is secret if its letters and digits, in any case, contain one of the ``standardWords`` or ``words``:
/// `X-Api-Key`, `api_key` and `apiKey` contain `apikey`. Also secret are names whose last part is `auth`, `cvc`, `otp`,
/// `pass`, `pin`, `sig` or `totp` (`card[cvc]`, `user_pin`), the names `key` (also `filter[key]`) and `x-key`, and
/// `ticket` in queries and forms.
///
/// In queries, forms and JSON, everyday words make only some values secret. Strings of 8 or more characters: `access`,
/// `backup_codes`, `dsn`, `hmac`, `mnemonic`, `nonce`, `pat`, `private`, `pw`, `refresh`, `seed`, `sid`, `sign` and
/// `webhook`. Strings and numbers of 6 or more: `mfa_code`, `otp`, `otp_code`, `totp` and `user_code`. Of 8 or more
/// digits: `pan`. In an OAuth callback: `code` and `state`.
///
/// Values of 8 or more bytes that a credential sets on a request, or that are secret in its URL and header fields, are
/// masked wherever the call shows them, in any case, also percent-encoded or escaped. So are those of the call's
/// earlier requests.
///
/// Standard words can't be removed, but single names can be excepted:
///
/// ```swift
/// client.redaction.words.append("diagnosis")
/// client.redaction.exceptions.append("next_page_token")
/// ```
public struct Redaction: Sendable, Hashable {
  /// Custom words. Only letters and digits count; a word without any is ignored.
  public var words: [String] {
    get { own?.words ?? [] }
    set { own = Own(newValue, exceptions) }
  }

  /// Whole names that are not secret, although they contain a word.
  public var exceptions: [String] {
    get { own?.exceptions ?? [] }
    set { own = Own(words, newValue) }
  }

  package var source: (any SecretSource)?

  /// Nil without words and exceptions: a call makes many copies.
  private var own: Own?

  private final class Own: Sendable {
    let words: [String]
    let exceptions: [String]
    let simplifiedWords: [[UInt8]]
    let simplifiedExceptions: Set<[UInt8]>

    init?(_ words: [String], _ exceptions: [String]) {
      if words.isEmpty, exceptions.isEmpty { return nil }
      self.words = words
      self.exceptions = exceptions
      simplifiedWords = Redaction.simplified(words)
      simplifiedExceptions = Set(Redaction.simplified(exceptions))
    }
  }

  /// Creates a redaction with further words, and with exceptions.
  public init(adding words: [String] = [], except exceptions: [String] = []) {
    own = Own(words, exceptions)
  }

  /// The words of every redaction.
  public static let standardWords: [String] = [
    "accesskey", "accountkey", "apikey", "appkey", "applicationkey", "assertion", "authkey", "authorization",
    "bearer", "cardnumber", "codeverifier", "connectionstring", "cookie", "credential", "csrf", "cvv",
    "devicecode", "encryptionkey", "functionskey", "iban", "jwt", "masterkey", "oobcode", "passcode",
    "passphrase", "passwd", "password", "privatekey", "pwd", "recoverycode", "samlresponse", "secret",
    "securitycode", "session", "sharedkey", "signature", "signingkey", "ssn", "subscriptionkey", "token",
    "uploadid", "verificationcode", "xsrf",
  ]

  package static let mask = "***"

  private static let standard: [[[UInt8]]] = {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for word in simplified(standardWords) { table[Int(word[0])].append(word) }
    return table
  }()
  private static let lastParts = Set(simplified(["auth", "cvc", "otp", "pass", "pin", "sig", "totp"]))
  private static let wholeNames = Set(simplified(["key", "mfa_code", "otp_code", "user_code", "xkey"]))
  static let oneTimeCodes = Set(simplified(["otp", "totp"]))
  private static let itemNames = Set(simplified(["code", "ticket"]))

  /// The longest name that is examined, in bytes; a longer one is secret.
  static let longestName = 512

  /// `isItem` for a query or a form.
  package func isSecret(_ name: some StringProtocol, isItem: Bool = false) -> Bool {
    isSecret(Array(name.utf8)[...], isItem: isItem)
  }

  func isSecret(_ name: ArraySlice<UInt8>, isItem: Bool = false) -> Bool {
    if name.count > Self.longestName { return true }
    return isSecret(SimplifiedName(name), isItem: isItem)
  }

  func isSecret(_ name: SimplifiedName, isItem: Bool = false) -> Bool {
    if name.bytes.isEmpty || isException(name) { return false }
    let whole = Array(name.bytes[name.component...])
    if Self.wholeNames.contains(whole) || Self.lastParts.contains(Array(name.lastPart)) { return true }
    if isItem, Self.itemNames.contains(name.bytes) { return true }
    return name.contains(oneOf: Self.standard) || hasOwnWord(name)
  }

  func isException(_ name: SimplifiedName) -> Bool { own?.simplifiedExceptions.contains(name.bytes) ?? false }

  func hasOwnWord(_ name: SimplifiedName) -> Bool {
    own?.simplifiedWords.contains(where: name.contains) ?? false
  }

  func hasWord(_ text: ArraySlice<UInt8>) -> Bool {
    own?.simplifiedWords.contains(SimplifiedName(text).bytes) ?? false
  }

  package func covers(_ other: Redaction) -> Bool {
    Set(other.own?.simplifiedWords ?? []).isSubset(of: own?.simplifiedWords ?? [])
  }

  package func union(_ other: Redaction) -> Redaction {
    if self == other { return self }
    var union = Redaction(
      adding: words + other.words.filter { !words.contains($0) },
      except: exceptions + other.exceptions.filter { !exceptions.contains($0) })
    union.source = source ?? other.source
    return union
  }

  public static func == (one: Redaction, other: Redaction) -> Bool {
    one.words == other.words && one.exceptions == other.exceptions
      && (one.source === other.source
        || one.values?.texts == other.values?.texts
          && one.values?.segments == other.values?.segments)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words)
    hasher.combine(exceptions)
  }

  private static func simplified(_ names: [String]) -> [[UInt8]] {
    names.map { SimplifiedName(Array($0.utf8)[...]).bytes }.filter { !$0.isEmpty }
  }
}
