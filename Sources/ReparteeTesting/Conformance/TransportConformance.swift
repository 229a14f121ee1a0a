public import Repartee
import ReparteeJSON

/// What every `Transport` has to do, as claims that are run one by one over real sockets.
///
/// A claim starts an HTTP/1.1 server on a free port of the loopback interface, sends requests to it over the transport,
/// and looks at what arrived and at what came back. Nothing else is contacted. It depends on no testing framework: with
/// Swift Testing the claims are the arguments of a test, with XCTest or none a ``Report`` says it all.
///
/// ```swift
/// @Test(arguments: TransportConformance.claims)
/// func conforms(_ claim: TransportConformance.Claim) async throws {
///   try await claim.run(MyTransport())
/// }
/// ```
///
/// A transport that does not fulfil all of them leaves some out by name, with a reason: ``claims(except:)``.
///
/// Claims of each minor version may be more than of the one before.
public enum TransportConformance {
  /// All claims, in an order that makes sense to a reader: requests, heads, bodies, content codings, failures, limits,
  /// time, cancellation, connections. Each name is there once.
  public static let claims: [Claim] =
    requests + heads + privacy + bodies + codings + failures + limits + time + cancellation + endings
    + connections

  /// All claims but those that a transport does not fulfil.
  ///
  /// - Throws: A ``Violation`` for a name that no claim has, so that no exception outlives its claim.
  public static func claims(except exceptions: [Exception]) throws(Violation) -> [Claim] {
    try exceptions.removed(from: claims, of: "TransportConformance")
  }

  /// Runs all claims but the exceptions, one after the other, and says of each what came of it.
  ///
  /// ```swift
  /// let report = try await TransportConformance.report(
  ///   on: MyTransport())
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
    await Report(on: try claims(except: exceptions), except: exceptions) { claim in
      await claim.outcome(transport, within: limit)
    }
  }

  /// What came of all claims.
  public typealias Report = ConformanceReport<Claim>

  /// One thing that a transport has to do.
  public struct Claim: Sendable, Identifiable, CustomStringConvertible {
    /// What is claimed, in a sentence.
    public let name: String
    /// Where it says so: a section of an RFC, or a symbol of Repartee.
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

    /// Runs the claim; throws a ``Violation`` if it doesn't hold.
    ///
    /// A call that does not return, and what does not happen at all, is a violation as well, once `limit` is over; what
    /// the transport does then is cancelled, and not waited for. The server is gone when a claim has been run that
    /// holds.
    ///
    /// - Parameters:
    ///   - transport: It is used concurrently by some claims. It may be that of other claims as well.
    ///   - limit: How long it may take. It is for what hangs, not for a machine that is busy: the default is two
    ///     minutes.
    public func run(
      _ transport: some Transport, within limit: Duration = .seconds(120)
    ) async throws(Violation) {
      try await outcome(transport, within: limit).get()
    }

    func outcome(_ transport: any Transport, within limit: Duration) async -> Result<Void, Violation> {
      await Violation.outcome(of: name, reference, within: limit) { [body] in try await body(transport) }
    }
  }

  /// A claim that a transport, or a store, does not fulfil, and why.
  public struct Exception: Sendable {
    /// The claim's name.
    public let name: String
    /// Why it does not hold, for a ``Report`` and for who reads the test.
    public let reason: String

    /// An exception.
    public init(_ name: String, because reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  /// Why a claim does not hold.
  public struct Violation: Error, CustomStringConvertible {
    /// The claim's name.
    public let claim: String
    /// Where it says so: a section of an RFC, or a symbol of Repartee.
    public let reference: String
    /// What was expected, and what came instead, in one line of at most 1,000 characters.
    public let detail: String

    init(claim: String, reference: String, detail: String) {
      self.claim = claim
      self.reference = reference
      self.detail = Shown.text(detail)
    }

    /// Claim, reference and detail.
    public var description: String { "\(claim) (\(reference)): \(detail)" }
  }
}
