public import Repartee
import ReparteeJSON

extension TransportConformance {
  /// Runs all claims but the exceptions, one after the other, and says of each what came of it.
  ///
  /// ```swift
  /// let report = try await TransportConformance.report(on: MyTransport())
  /// XCTAssertTrue(report.holds, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - exceptions: What it does not fulfil. These claims are not run.
  ///   - limit: How long each claim may take, see ``Claim/run(_:within:)``.
  /// - Throws: A ``Violation`` for an exception from no claim.
  public static func report(
    on transport: some Transport, except exceptions: [Exception] = [], within limit: Duration = .seconds(120)
  ) async throws(Violation) -> Report {
    var report = Report(exceptions: exceptions)
    for claim in try claims(except: exceptions) {
      switch await claim.outcome(transport, within: limit) {
      case .success: report.held.append(claim)
      case .failure(let violation): report.violations.append(violation)
      }
    }
    return report
  }

  /// What came of all claims.
  public struct Report: Sendable, CustomStringConvertible {
    /// The claims that hold.
    public fileprivate(set) var held: [Claim] = []
    /// Why the others do not.
    public fileprivate(set) var violations: [Violation] = []
    /// What was not run, and why.
    public let exceptions: [Exception]

    fileprivate init(exceptions: [Exception]) {
      self.exceptions = exceptions
    }

    /// Whether all that were run hold.
    public var holds: Bool { violations.isEmpty }

    /// A line for each claim that does not hold or was left out, with the reason, and one that counts.
    public var description: String { TransportConformance.lines(held: held.count, violations, exceptions) }
  }

  /// What a report says.
  static func lines(held: Int, _ violations: [Violation], _ exceptions: [Exception]) -> String {
    let lines =
      violations.map { "✗ \($0)" }
      + exceptions.map { "– \($0.name), left out: \(Shown.text($0.reason, limit: Shown.message))" }
    let counts = "\(held) claims hold, \(violations.count) do not, \(exceptions.count) are left out"
    return (lines + [counts]).joined(separator: "\n")
  }
}
