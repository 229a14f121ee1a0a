extension CacheStoreConformance {
  /// Runs all claims but the exceptions, one after the other, and says of each what came of it.
  ///
  /// ```swift
  /// let report = try await CacheStoreConformance.report { limit in MyStore(limit: limit) }
  /// XCTAssertTrue(report.holds, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - exceptions: What the store does not fulfil. These claims are not run.
  ///   - time: How long each claim may take, see ``Claim/run(within:_:)``.
  ///   - makeStore: Makes a store without entries.
  /// - Throws: A `Violation` for an exception from no claim.
  public static func report(
    except exceptions: [Exception] = [], within time: Duration = .seconds(120),
    _ makeStore: @escaping StoreMaker
  ) async throws(Violation) -> Report {
    var report = Report(exceptions: exceptions)
    for claim in try claims(except: exceptions) {
      switch await claim.outcome(within: time, makeStore) {
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
    public var description: String {
      TransportConformance.lines(held: held.count, violations, exceptions)
    }
  }
}
