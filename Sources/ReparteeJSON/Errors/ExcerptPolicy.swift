/// What of the JSON may stand in an error's excerpt.
public struct ExcerptPolicy: Sendable, Equatable {
  /// Whether there are excerpts at all; true by default.
  public var isEnabled = true

  /// The longest line of an excerpt in characters, 100 by default, at least 20. A longer line is cut around the place.
  public var maximumWidth = 100

  /// A value is masked (`***`) if its key contains one of these, letter case, `_` and `-` aside.
  public var sensitiveKeys: Set<String> = ExcerptPolicy.standardSensitiveKeys

  /// `password`, `passwd`, `passphrase`, `secret`, `token`, `apikey`, `accesskey`, `privatekey`, `authorization`,
  /// `credential`, `cookie`, `session`, `signature`, `assertion`, `cardnumber`, `cvv`, `iban`, `ssn`.
  public static let standardSensitiveKeys: Set<String> = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey",
    "authorization", "credential", "cookie", "session", "signature", "assertion",
    "cardnumber", "cvv", "iban", "ssn",
  ]

  public init() {}

  public init(isEnabled: Bool, maximumWidth: Int = 100, sensitiveKeys: Set<String> = standardSensitiveKeys) {
    self.isEnabled = isEnabled
    self.maximumWidth = maximumWidth
    self.sensitiveKeys = sensitiveKeys
  }

  /// No excerpts.
  public static let off = ExcerptPolicy(isEnabled: false)
}
