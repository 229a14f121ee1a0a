public import ReparteeRedaction

/// A policy for excerpts of the JSON in errors.
public struct ExcerptPolicy: Sendable, Equatable {
  /// Whether errors have excerpts; true by default.
  public var isEnabled: Bool

  /// The maximum length of a line in characters, without its line number: 20 to 1,000 (clamped), 100 by default.
  ///
  /// A longer line is cut around the place. From 70 on, the excerpt says why the rest of a text that is not JSON is
  /// hidden.
  public var maximumWidth: Int

  /// The values that are masked (`***`). A client adds its own redaction.
  public var redaction: Redaction

  /// Creates a policy.
  public init(isEnabled: Bool = true, maximumWidth: Int = 100, redaction: Redaction = Redaction()) {
    self.isEnabled = isEnabled
    self.maximumWidth = maximumWidth
    self.redaction = redaction
  }

  /// A policy without excerpts.
  public static let off = ExcerptPolicy(isEnabled: false)
}
