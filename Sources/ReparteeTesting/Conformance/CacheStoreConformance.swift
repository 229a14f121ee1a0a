public import Repartee

/// What every `CacheStore` has to do, as claims that are run one by one.
///
/// A claim makes a store of its own, puts entries into it, and looks at what comes out. It depends on no testing
/// framework: with Swift Testing the claims are the arguments of a test, with XCTest or none a ``Report`` says it all.
///
/// ```swift
/// @Test(arguments: CacheStoreConformance.claims)
/// func conforms(_ claim: CacheStoreConformance.Claim) async throws {
///   try await claim.run { limit in MyStore(limit: limit) }
/// }
/// ```
///
/// A store that does not fulfil all of them leaves some out by name, with a reason: ``claims(except:)``.
///
/// Claims of each minor version may be more than of the one before.
public enum CacheStoreConformance {
  /// Makes a store without entries, which keeps so many bytes, or somewhat fewer: of heads, bodies and what it adds to
  /// them. It is called once for each claim, and the store is used concurrently by some.
  public typealias StoreMaker = @Sendable (_ limit: Int) async throws -> any CacheStore

  /// Why a claim does not hold.
  public typealias Violation = TransportConformance.Violation
  /// A claim that a store does not fulfil, and why.
  public typealias Exception = TransportConformance.Exception

  /// All claims, in an order that makes sense to a reader: finding, bodies, hostile names, replacing, updating,
  /// removing, bounds, concurrency. Each name is there once.
  public static let claims: [Claim] =
    finding + storedBodies + hostileNames + replacing + updating + removing + bounds + concurrency

  /// All claims but those that a store does not fulfil.
  ///
  /// - Throws: A `Violation` for a name that no claim has, so that no exception outlives its claim.
  public static func claims(except exceptions: [Exception]) throws(Violation) -> [Claim] {
    try exceptions.removed(from: claims, of: "CacheStoreConformance")
  }

  /// Runs all claims but the exceptions, one after the other, and says of each what came of it.
  ///
  /// ```swift
  /// let report = try await CacheStoreConformance.report { limit in
  ///   MyStore(limit: limit)
  /// }
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
    await Report(on: try claims(except: exceptions), except: exceptions) { claim in
      await claim.outcome(within: time, makeStore)
    }
  }

  /// What came of all claims.
  public typealias Report = ConformanceReport<Claim>

  /// One thing that a store has to do.
  public struct Claim: Sendable, Identifiable, CustomStringConvertible {
    /// What is claimed, in a sentence.
    public let name: String
    /// Where it says so: a symbol of Repartee.
    public let reference: String

    public var id: String { name }
    public var description: String { name }

    private let body: @Sendable (any CacheStore) async throws -> Void
    private let limit: Int

    init(
      _ name: String, _ reference: String, limit: Int = 64 << 20,
      _ body: @escaping @Sendable (any CacheStore) async throws -> Void
    ) {
      self.name = name
      self.reference = reference
      self.limit = limit
      self.body = body
    }

    /// Runs the claim; throws a `Violation` if it doesn't hold.
    ///
    /// What does not return is a violation as well, once `time` is over; it is cancelled then, and not waited for.
    ///
    /// - Parameters:
    ///   - time: How long it may take. It is for what hangs, not for a machine that is busy: the default is two
    ///     minutes.
    ///   - makeStore: Makes a store without entries.
    public func run(
      within time: Duration = .seconds(120), _ makeStore: @escaping StoreMaker
    ) async throws(Violation) {
      try await outcome(within: time, makeStore).get()
    }

    func outcome(within time: Duration, _ makeStore: @escaping StoreMaker) async -> Result<Void, Violation> {
      await Violation.outcome(of: name, reference, within: time) { [body, limit] in
        try await body(makeStore(limit))
      }
    }
  }
}
