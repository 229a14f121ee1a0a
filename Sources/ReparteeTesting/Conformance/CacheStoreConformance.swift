import Repartee
public import ReparteeCaching

/// The requirements of every `CacheStore`, as claims that run one by one.
///
/// Each claim makes a store, inserts entries and checks what the store returns. The suite depends on no testing
/// framework: with Swift Testing the claims are the arguments of a test; with XCTest, or without a framework, use a
/// ``Report``.
///
/// ```swift
/// @Test(arguments: CacheStoreConformance.claims)
/// func conforms(_ claim: CacheStoreConformance.Claim) async throws {
///   try await claim.run { limit in MyStore(limit: limit) }
/// }
/// ```
///
/// A store that does not fulfill all claims leaves some out by name, with a reason: ``claims(except:)``.
///
/// Minor versions can add claims.
public enum CacheStoreConformance {
  /// Makes a store without entries that keeps at most `limit` bytes, or somewhat fewer: heads, bodies and what it adds
  /// to them. The function is called once for each claim. Some claims use the store concurrently.
  public typealias StoreMaker = @Sendable (_ limit: Int) async throws -> any CacheStore

  /// The reason why a claim does not hold.
  public typealias Violation = TransportConformance.Violation
  /// A claim that a store does not fulfill, with the reason.
  public typealias Exception = TransportConformance.Exception

  /// All claims, in reading order: finding, bodies, hostile names, replacing, updating, removing, bounds, concurrency.
  /// Each name is unique.
  public static let claims: [Claim] =
    finding + storedBodies + hostileNames + replacing + updating + removing + bounds + concurrency

  /// Returns all claims but those that a store does not fulfill.
  ///
  /// - Throws: A `Violation` for a name that no claim has, so that no exception outlives its claim.
  public static func claims(except exceptions: [Exception]) throws(Violation) -> [Claim] {
    try exceptions.removed(from: claims, of: "CacheStoreConformance")
  }

  /// Runs all claims but the exceptions, one after the other, and returns their results.
  ///
  /// ```swift
  /// let report = try await CacheStoreConformance.report { limit in
  ///   MyStore(limit: limit)
  /// }
  /// XCTAssertTrue(report.holds, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - exceptions: The claims that the store does not fulfill. They are not run.
  ///   - time: How long each claim may take, see ``Claim/run(within:_:)``.
  ///   - makeStore: Makes a store without entries.
  /// - Throws: A `Violation` for an exception that names no claim.
  public static func report(
    except exceptions: [Exception] = [], within time: Duration = .seconds(120),
    _ makeStore: @escaping StoreMaker
  ) async throws(Violation) -> Report {
    await Report(on: try claims(except: exceptions), except: exceptions) { claim in
      await claim.outcome(within: time, makeStore)
    }
  }

  /// The results of all claims.
  public typealias Report = ConformanceReport<Claim>

  /// A requirement for a store.
  public struct Claim: Sendable, Identifiable, CustomStringConvertible {
    /// The claim, as a sentence.
    public let name: String
    /// The source of the requirement: a symbol of Repartee.
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
    /// It is also a violation if the store does not return within `time`. The claim is then cancelled, and not waited
    /// for.
    ///
    /// - Parameters:
    ///   - time: How long the claim may take. The default is two minutes: it is meant for stores that hang, not for
    ///     busy machines.
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
