/// Splits and joins the words of names, as Swift's API guidelines spell them.
enum Names {
  /// The words of a name in any style: `list_messages`, `listMessages`, `HTTPResponse`, `PUT /a/{b}`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(name.unicodeScalars)
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for (index, character) in characters.enumerated() {
      guard isLetter(character) || isDigit(character) || (!word.isEmpty && isMark(character)) else {
        // An apostrophe is part of its word: `user's`.
        if character != "'" && character != "’" { end() }
        continue
      }
      if index > 0, character.properties.isUppercase {
        let before = characters[index - 1]
        let after = index + 1 < characters.count ? characters[index + 1] : " "
        let startsWord = before.properties.isLowercase || isDigit(before)
        // The last capital of a run starts the next word: `HTTPResponse`. A plural's `s` does not: `userIDs`.
        let endsRun =
          before.properties.isUppercase && after.properties.isLowercase
          && !(after == "s"
            && (index + 2 == characters.count || !characters[index + 2].properties.isLowercase))
        if startsWord || endsRun { end() }
      }
      word.unicodeScalars.append(character)
    }
    end()
    return words
  }

  /// `ListMessages`
  static func type(_ name: String, acronyms: Bool = true) -> String {
    let isShouted = name == name.uppercased()
    return identifier(
      words(of: name).map { capitalized($0, acronyms: acronyms, isShouted: isShouted) }.joined(),
      fallback: "Value")
  }

  /// `listMessages`
  static func member(_ name: String, acronyms: Bool = true) -> String {
    let words = words(of: name)
    guard let first = words.first else { return "value" }
    let start = first.lowercased()
    let isShouted = name == name.uppercased()
    let rest = words.dropFirst().map { capitalized($0, acronyms: acronyms, isShouted: isShouted) }
    return identifier(start + rest.joined(), fallback: "value")
  }

  /// The singular of an English plural, for the type of an array's elements; nil if it is unknown.
  static func singular(_ name: String) -> String? {
    let lower = name.lowercased()
    if lower.hasSuffix("people") { return name.dropLast(5) + "erson" }
    if lower.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
    if ["statuses", "aliases", "bonuses"].contains(where: lower.hasSuffix) {
      return String(name.dropLast(2))
    }
    if lower.hasSuffix("sses") || lower.hasSuffix("xes") || lower.hasSuffix("ches") || lower.hasSuffix("shes")
    {
      return String(name.dropLast(2))
    }
    guard lower.hasSuffix("s"), name.count > 2 else { return nil }
    for suffix in ["ss", "us", "is", "news", "series", "species"] where lower.hasSuffix(suffix) { return nil }
    return String(name.dropLast())
  }

  /// A name as it stands in a declaration, in backticks where it is a keyword.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static func identifier(_ name: String, fallback: String) -> String {
    guard let first = name.unicodeScalars.first else { return fallback }
    return isDigit(first) || isCombining(first) ? "_" + name : name
  }

  /// Of a word: the vertical tilde counts as a letter, and is in no identifier of Swift.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && scalar != "\u{2E2F}"
  }

  /// A sign on the letter before, as Indic and Thai texts have them; not one that selects how an emoji looks.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
      && !(0xFE00...0xFE0F).contains(scalar.value)
  }

  /// Those that can't be the first character: they stand on the one before.
  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    [0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F].contains { $0.contains(scalar.value) }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x30 && scalar.value <= 0x39
  }

  /// Capitals within a name that has small letters, too, are an abbreviation, and stay: `UserPIIResponse`.
  private static func capitalized(_ word: String, acronyms: Bool, isShouted: Bool) -> String {
    let lower = word.lowercased()
    if acronyms {
      if Self.acronyms.contains(lower) { return lower.uppercased() }
      if let spelling = Self.spellings[lower] { return spelling }
      if lower.hasSuffix("s"), Self.acronyms.contains(String(lower.dropLast())) {
        return lower.dropLast().uppercased() + "s"
      }
    }
    return word.prefix(1).uppercased()
      + (isShouted ? word.dropFirst().lowercased() : String(word.dropFirst()))
  }

  private static let acronyms: Set<String> = [
    "ach", "acl", "ai", "api", "bic", "cdn", "cors", "cpu", "crl", "csr", "css", "csv", "cvc", "cve", "cvss",
    "cwe", "db", "dkim", "dm", "dns", "epss", "ghsa", "gif", "gpg", "gps", "gpu", "html", "http", "https",
    "iban", "id", "ip", "iso", "jpeg", "json", "jwt", "ldap", "lfs", "llm", "mfa", "mms", "nfc", "ocr",
    "oidc",
    "os", "otp", "pdf", "png", "qr", "rtc", "saml", "sbom", "scim", "sdk", "sepa", "sip", "sku", "sms", "sql",
    "ssh", "ssl", "sso", "svg", "tcp", "tls", "totp", "ttl", "udp", "ui", "uid", "uri", "url", "utc", "uuid",
    "vat", "vpc", "xml",
  ]

  /// Words with capitals of their own.
  private static let spellings = [
    "github": "GitHub", "graphql": "GraphQL", "ipv4": "IPv4", "ipv6": "IPv6", "mysql": "MySQL",
    "oauth": "OAuth", "oauth2": "OAuth2", "openid": "OpenID", "postgresql": "PostgreSQL", "webrtc": "WebRTC",
  ]

  static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case",
    "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
    "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}

/// Names that are in use in one scope.
struct NameScope {
  private var taken: Set<String>
  /// For each name that needed a number, the next one to try.
  private var numbers: [String: Int] = [:]

  init(taken: Set<String> = []) { self.taken = taken }

  /// Takes the first of these names that is free, or the last one with a number.
  mutating func take(_ names: String...) -> String { take(names) }

  mutating func take(_ names: [String]) -> String {
    for name in names where taken.insert(name).inserted { return name }
    let last = names.last ?? "value"
    var number = numbers[last] ?? 2
    while !taken.insert("\(last)\(number)").inserted { number += 1 }
    numbers[last] = number + 1
    return "\(last)\(number)"
  }

  func contains(_ name: String) -> Bool { taken.contains(name) }
}
