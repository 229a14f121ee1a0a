import ReparteeRedaction

/// Why a claim about a transport, a stage or a cache store does not hold, or one of a ``ContractCoverage``.
public struct ConformanceViolation: Error, CustomStringConvertible {
  /// The name of the claim.
  public let claim: String
  /// The source of the requirement; see ``ConformanceClaim/reference``.
  public let reference: String
  /// What was expected and what happened instead: one line of at most 1,000 characters, or of a ``ContractCoverage`` a
  /// line for each response.
  public let detail: String

  init(claim: String, reference: String, detail: String) {
    self.claim = claim
    self.reference = reference
    self.detail = DisplayText.text(detail)
  }

  init(claim: String, reference: String, lines: [String]) {
    self.claim = claim
    self.reference = reference
    self.detail = lines.map { DisplayText.text($0) }.joined(separator: "\n")
  }

  /// The claim, the reference and the detail.
  public var description: String { "\(claim) (\(reference)): \(detail)" }
}
