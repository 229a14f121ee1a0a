/// What of the JSON may stand in an error's excerpt.
public struct ExcerptPolicy: Sendable, Equatable {
  /// Whether there are excerpts at all; true by default.
  public var isEnabled: Bool

  /// The longest line of an excerpt in characters, without the number before it, 100 by default; less than 20 is taken
  /// for 20, more than 1,000 for 1,000. A longer line is cut around the place. From 70 on the excerpt says why it does
  /// not show the rest of what is no JSON.
  public var maximumWidth: Int

  /// Which values are masked (`***`), by the names of their members. A client adds its own redaction to this.
  public var redaction: Redaction

  /// Excerpts, all settings at their defaults unless you say otherwise.
  public init(isEnabled: Bool = true, maximumWidth: Int = 100, redaction: Redaction = Redaction()) {
    self.isEnabled = isEnabled
    self.maximumWidth = maximumWidth
    self.redaction = redaction
  }

  /// No excerpts.
  public static let off = ExcerptPolicy(isEnabled: false)
}
