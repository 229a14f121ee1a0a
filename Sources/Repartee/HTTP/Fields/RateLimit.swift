/// The remaining quota of a rate limit; <doc:Retrying> has the fields that are read.
public struct RateLimit: Sendable, Hashable {
  /// The name of the quota: that of its policy, or the words that distinguish the names of its fields, such as
  /// `tokens`; nil if it has none.
  public let name: String?
  /// What is counted: the policy's unit, `tokens` if the name has that word, or else `requests`.
  public let unit: String
  /// The size of the quota; nil if unknown.
  public let limit: Int?
  /// What is left of the quota; a negative number is 0.
  public let remaining: Int
  /// When the quota is reset; nil if unknown or negative.
  public let reset: RetryAfter?
  /// The length of the window to which the limit applies; nil if unknown.
  public let window: Duration?
  /// Whether the quota refills gradually, so that a request may succeed before ``reset``, when the quota is full.
  public let refillsGradually: Bool

  /// Nil if `remaining` does not fit an `Int`, which has 32 bits on watchOS; such a limit is nil.
  init?(
    remaining: Double?, limit: Double?, reset: RetryAfter?, name: String? = nil, unit: String? = nil,
    window: Duration? = nil, refillsGradually: Bool = false
  ) {
    guard let remaining, let count = Int(exactly: max(remaining, 0).rounded(.down)) else { return nil }
    self.remaining = count
    self.limit = limit.flatMap { $0 < 0 ? nil : Int(exactly: $0.rounded(.down)) }
    self.reset = reset
    self.name = name
    self.unit = unit ?? (name?.lowercased().contains("token") == true ? "tokens" : "requests")
    self.window = window
    self.refillsGradually = refillsGradually
  }
}
