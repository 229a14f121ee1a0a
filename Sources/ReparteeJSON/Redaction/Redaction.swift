/// Which values are secrets, by their names: members of JSON, elements of XML, fields of forms, query items, header
/// fields. Their values read `***` wherever an error, a request or a response is shown; what is sent and what is
/// decoded does not change.
///
/// A name is that of a secret if it contains one of the ``standardWords``, or of ``words``, whatever its letter case,
/// and whatever stands between its letters and digits: `X-Api-Key`, `api_key` and `apiKey` all contain `apikey`. So is
/// a name whose last part is `auth`, `cvc`, `otp`, `pass`, `pin` or `sig` (`card[cvc]`, `user_pin`), the name `key`
/// (also `filter[key]`), and in queries and forms the names `code` and `ticket`, which may be OAuth's and CAS's there.
///
/// The standard words can't be taken away, but single names can be excepted:
///
/// ```swift
/// client.redaction.words.append("diagnosis")
/// client.redaction.exceptions.append("next_page_token")
/// ```
public struct Redaction: Sendable, Hashable {
  /// Words of your own, beside the standard ones. Of each, only letters and digits count; a word without any is
  /// ignored.
  public var words: [String] { didSet { ownWords = Self.simplified(words) } }

  /// Whole names that are no secrets, although they contain a word.
  public var exceptions: [String] { didSet { ownExceptions = Set(Self.simplified(exceptions)) } }

  private var ownWords: [[UInt8]]
  private var ownExceptions: Set<[UInt8]>

  /// The standard words and these.
  public init(adding words: [String] = [], except exceptions: [String] = []) {
    self.words = words
    self.exceptions = exceptions
    ownWords = Self.simplified(words)
    ownExceptions = Set(Self.simplified(exceptions))
  }

  /// The words that every redaction has.
  public static let standardWords: [String] = [
    "accesskey", "accountkey", "apikey", "appkey", "applicationkey", "assertion", "authkey", "authorization",
    "bearer", "cardnumber", "codeverifier", "connectionstring", "cookie", "credential", "csrf", "cvv",
    "devicecode", "encryptionkey", "functionskey", "iban", "jwt", "masterkey", "oobcode", "passcode",
    "passphrase", "passwd", "password", "privatekey", "pwd", "recoverycode", "samlresponse", "secret",
    "securitycode", "session", "sharedkey", "signature", "signingkey", "ssn", "subscriptionkey", "token",
    "uploadid", "verificationcode", "xsrf",
  ]

  /// What stands in the place of a secret.
  package static let mask = "***"

  /// The standard words by their first letter.
  private static let standard: [[[UInt8]]] = {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for word in simplified(standardWords) { table[Int(word[0])].append(word) }
    return table
  }()
  private static let lastParts = Set(simplified(["auth", "cvc", "otp", "pass", "pin", "sig"]))
  private static let wholeNames = Set(simplified(["key", "xkey"]))
  private static let itemNames = Set(simplified(["code", "ticket"]))

  /// A name longer than this many bytes is taken for that of a secret.
  private static let longestName = 512

  /// Whether a name is that of a secret; `isItem` where it stands in a query or a form.
  package func isSecret(_ name: some StringProtocol, isItem: Bool = false) -> Bool {
    isSecret(Array(name.utf8)[...], isItem: isItem)
  }

  func isSecret(_ name: ArraySlice<UInt8>, isItem: Bool = false) -> Bool {
    if name.count > Self.longestName { return true }
    let name = SimplifiedName(name)
    if name.bytes.isEmpty || ownExceptions.contains(name.bytes) { return false }
    if Self.wholeNames.contains(Array(name.bytes[name.component...]))
      || Self.lastParts.contains(Array(name.lastPart))
    {
      return true
    }
    if isItem, Self.itemNames.contains(name.bytes) { return true }
    return name.contains(oneOf: Self.standard) || ownWords.contains(where: name.contains)
  }

  /// Whether every word of `other` is one of this.
  package func covers(_ other: Redaction) -> Bool { Set(other.ownWords).isSubset(of: ownWords) }

  /// The words of both. Exceptions of both: they were named one by one.
  package func union(_ other: Redaction) -> Redaction {
    if self == other { return self }
    return Redaction(
      adding: words + other.words.filter { !words.contains($0) },
      except: exceptions + other.exceptions.filter { !exceptions.contains($0) })
  }

  private static func simplified(_ names: [String]) -> [[UInt8]] {
    names.map { SimplifiedName(Array($0.utf8)[...]).bytes }.filter { !$0.isEmpty }
  }
}

/// The letters and digits of a name, in lower case.
struct SimplifiedName {
  private(set) var bytes: [UInt8] = []
  /// Where what stands in the last brackets begins, or behind the last dot.
  private(set) var component = 0
  private var start = 0
  private var isBroken = false
  private var isComponentBroken = false

  /// From the last capital, or the last character that is no letter or digit, on; a number at the end aside.
  var lastPart: ArraySlice<UInt8> {
    var part = bytes[start...]
    while let last = part.last, part.count > 1, (0x30...0x39).contains(last) { part.removeLast() }
    return part
  }

  init(_ name: ArraySlice<UInt8>) {
    guard name.allSatisfy({ $0 < 0x80 }) else {
      for scalar in String(decoding: name, as: UTF8.self).unicodeScalars { append(scalar) }
      return
    }
    bytes.reserveCapacity(name.count)
    var wasLower = false
    for byte in name {
      let isUpper = byte &- 0x41 < 26
      guard isUpper || byte &- 0x61 < 26 || byte &- 0x30 < 10 else {
        isBroken = true
        isComponentBroken = isComponentBroken || (byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-"))
        wasLower = false
        continue
      }
      beginPart(if: isUpper && wasLower)
      wasLower = !isUpper
      bytes.append(isUpper ? byte | 0x20 : byte)
    }
  }

  /// Whether one of the words is in it, which stand in a table by their first letter.
  func contains(oneOf words: [[[UInt8]]]) -> Bool {
    for (start, byte) in bytes.enumerated() {
      for word in words[Int(byte)] where bytes[start...].starts(with: word) { return true }
    }
    return false
  }

  /// Whether a word is in it.
  func contains(_ word: [UInt8]) -> Bool {
    guard bytes.count >= word.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      word.withUnsafeBufferPointer { word in
        (0...bytes.count - word.count).contains { start in
          bytes[start] == word[0] && word.indices.allSatisfy { bytes[start + $0] == word[$0] }
        }
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    // Of a letter with a mark, written as two characters, the mark is a part of the letter.
    guard properties.isAlphabetic || properties.numericType != nil else {
      isBroken = isBroken || properties.canonicalCombiningClass == .notReordered
      return
    }
    beginPart(if: properties.isUppercase && bytes.last != nil)
    bytes += properties.lowercaseMapping.utf8
  }

  private mutating func beginPart(if isCapital: Bool) {
    if isBroken || isCapital { start = bytes.count }
    if isComponentBroken { component = bytes.count }
    isBroken = false
    isComponentBroken = false
  }
}
