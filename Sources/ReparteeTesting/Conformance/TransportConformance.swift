public import Repartee
import ReparteeRedaction

/// The requirements of every `Transport`, as claims that run one by one over real sockets.
///
/// Each claim starts an HTTP/1.1 server on a free loopback port, sends it requests, and checks what both sides
/// received. See the guide "Writing a transport" of `Repartee`.
///
/// ```swift
/// @Test(arguments: TransportConformance.claims)
/// func conforms(_ claim: TransportConformance.Claim) async throws {
///   try await claim.run(MyTransport())
/// }
/// ```
///
/// Without Swift Testing, use a ``Report``. Minor versions can add claims.
public enum TransportConformance {
  /// All claims, in reading order; each name is unique.
  public static let claims: [Claim] =
    requests + heads + privacy + bodies + codings + failures + limits + time + cancellation + endings
    + connections

  /// Returns the claims without those that a transport does not fulfill.
  ///
  /// - Throws: A ``Violation`` for a name that no claim has.
  public static func claims(except exceptions: [Exception]) throws(Violation) -> [Claim] {
    try exceptions.removed(from: claims, of: "TransportConformance")
  }

  /// Runs all claims but the exceptions, one after the other.
  ///
  /// ```swift
  /// let report = try await TransportConformance.report(
  ///   on: MyTransport())
  /// XCTAssertTrue(report.holds, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - exceptions: The claims that it does not fulfill.
  ///   - limit: The time limit of each claim; two minutes by default.
  /// - Throws: A ``Violation`` for an exception that names no claim.
  public static func report(
    on transport: some Transport, except exceptions: [Exception] = [], within limit: Duration = .seconds(120)
  ) async throws(Violation) -> Report {
    await Report(on: try claims(except: exceptions), except: exceptions) { claim in
      await claim.outcome(transport, within: limit)
    }
  }

  /// The results of all claims.
  public typealias Report = ConformanceReport<Claim>

  /// A requirement for a transport.
  public struct Claim: Sendable, Identifiable, CustomStringConvertible {
    /// The claim, as a sentence.
    public let name: String
    /// The source of the requirement: a section of an RFC, or a symbol.
    public let reference: String

    public var id: String { name }
    public var description: String { name }

    private let body: @Sendable (any Transport) async throws -> Void

    init(
      _ name: String, _ reference: String, _ body: @escaping @Sendable (any Transport) async throws -> Void
    ) {
      self.name = name
      self.reference = reference
      self.body = body
    }

    /// Runs the claim; throws a ``Violation`` if it does not hold or end within `limit`, by default two minutes.
    ///
    /// A late claim is cancelled, not awaited. Several claims can share a transport; some use it concurrently. When
    /// this returns, the claim's server has stopped.
    public func run(
      _ transport: some Transport, within limit: Duration = .seconds(120)
    ) async throws(Violation) {
      try await outcome(transport, within: limit).get()
    }

    func outcome(_ transport: any Transport, within limit: Duration) async -> Result<Void, Violation> {
      await Violation.outcome(of: name, reference, within: limit) { [body] in try await body(transport) }
    }
  }

  /// A claim that a transport or a store does not fulfill.
  public struct Exception: Sendable {
    /// The name of the claim.
    public let name: String
    /// The reason.
    public let reason: String

    /// Creates an exception.
    public init(_ name: String, because reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  /// Why a claim does not hold.
  public struct Violation: Error, CustomStringConvertible {
    /// The name of the claim.
    public let claim: String
    /// The source of the requirement; see ``Claim/reference``.
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
}
