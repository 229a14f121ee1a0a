import ReparteeRedaction

/// The results of all claims that every transport, stage or cache store has to fulfill.
///
/// ```swift
/// let report = try await ConformanceReport(on: MyTransport())
/// XCTAssertTrue(report.holds, "\(report)")
/// ```
public struct ConformanceReport<Subject: Sendable>: Sendable, CustomStringConvertible {
  /// The claims that hold.
  public private(set) var held: [ConformanceClaim<Subject>] = []
  /// Why other claims do not hold.
  public private(set) var violations: [ConformanceViolation] = []
  /// The names of the claims that were not run, each with the reason.
  public let exceptions: [String: String]

  /// Whether all claims that ran hold.
  public var holds: Bool { violations.isEmpty }

  /// A line for each claim that does not hold or was not run, and one with the counts.
  public var description: String {
    let lines =
      violations.map { "✗ \($0)" }
      + exceptions.sorted { $0.key < $1.key }.map { name, reason in
        "– \(name), left out: \(DisplayText.text(reason, limit: DisplayText.message))"
      }
    let counts = "\(held.count) claims hold, \(violations.count) do not, \(exceptions.count) are left out"
    return (lines + [counts]).joined(separator: "\n")
  }

  init(
    of claims: [ConformanceClaim<Subject>], except exceptions: [String: String], within limit: Duration,
    _ make: @escaping ConformanceClaim<Subject>.Make
  ) async throws(ConformanceViolation) {
    self.exceptions = exceptions
    for claim in try exceptions.removed(from: claims) {
      switch await claim.result(within: limit, make) {
      case .success: held.append(claim)
      case .failure(let violation): violations.append(violation)
      }
    }
  }
}
