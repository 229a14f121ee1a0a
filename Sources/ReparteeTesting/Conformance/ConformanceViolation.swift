import ReparteeRedaction

/// Why a claim does not hold.
public struct ConformanceViolation: Error, CustomStringConvertible {
  /// The name of the claim.
  public let claim: String
  /// The source of the requirement; see ``ConformanceClaim/reference``.
  public let reference: String
  /// What was expected and what happened instead, in one line of at most 1,000 characters.
  public let detail: String

  init(claim: String, reference: String, detail: String) {
    self.claim = claim
    self.reference = reference
    self.detail = DisplayText.text(detail)
  }

  /// The claim, the reference and the detail.
  public var description: String { "\(claim) (\(reference)): \(detail)" }
}
