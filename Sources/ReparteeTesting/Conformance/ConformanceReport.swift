import Repartee
import ReparteeRedaction

/// The results of the claims of ``TransportConformance`` or ``CacheStoreConformance``.
public struct ConformanceReport<Claim: Sendable>: Sendable, CustomStringConvertible {
  /// The claims that hold.
  public private(set) var held: [Claim] = []
  /// Why other claims do not hold.
  public private(set) var violations: [TransportConformance.Violation] = []
  /// The claims that were not run.
  public let exceptions: [TransportConformance.Exception]

  /// Whether all claims that ran hold.
  public var holds: Bool { violations.isEmpty }

  /// A line for each claim that does not hold or was not run, and one with the counts.
  public var description: String {
    let lines =
      violations.map { "✗ \($0)" }
      + exceptions.map {
        "– \($0.name), left out: \(DisplayText.text($0.reason, limit: DisplayText.message))"
      }
    let counts = "\(held.count) claims hold, \(violations.count) do not, \(exceptions.count) are left out"
    return (lines + [counts]).joined(separator: "\n")
  }

  init(
    on claims: [Claim], except exceptions: [TransportConformance.Exception],
    _ outcome: (Claim) async -> Result<Void, TransportConformance.Violation>
  ) async {
    self.exceptions = exceptions
    for claim in claims {
      switch await outcome(claim) {
      case .success: held.append(claim)
      case .failure(let violation): violations.append(violation)
      }
    }
  }
}

extension [TransportConformance.Exception] {
  func removed<Claim: Identifiable>(
    from claims: [Claim], of suite: String
  ) throws(TransportConformance.Violation) -> [Claim] where Claim.ID == String {
    for exception in self where !claims.contains(where: { $0.id == exception.name }) {
      throw TransportConformance.Violation(
        claim: exception.name, reference: "\(suite).claims", detail: "no claim has this name")
    }
    return claims.filter { claim in !contains { $0.name == claim.id } }
  }
}

extension TransportConformance.Violation {
  static func outcome(
    of claim: String, _ reference: String, within limit: Duration,
    _ body: @escaping @Sendable () async throws -> Void
  ) async -> Result<Void, Self> {
    await Limited.run(within: limit, body).mapError { error in
      let detail =
        switch error {
        case let mismatch as Mismatch: mismatch.detail
        case let late as Limited.Late: late.detail
        case let error as TransportError: "it threw \(error.kind): \(error)"
        default: "it threw \(error)"
        }
      return Self(claim: claim, reference: reference, detail: detail)
    }
  }
}
