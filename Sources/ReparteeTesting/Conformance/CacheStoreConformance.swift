import Repartee
public import ReparteeCaching

/// The requirements of every `CacheStore`, as claims that run one by one.
///
/// Each claim makes a store, inserts entries and checks what it returns. See the guide "Writing a cache store" of
/// `ReparteeCaching`.
///
/// ```swift
/// @Test(arguments: CacheStoreConformance.claims)
/// func conforms(_ claim: CacheStoreConformance.Claim) async throws {
///   try await claim.run { limit in MyStore(limit: limit) }
/// }
/// ```
///
/// Without Swift Testing, use a ``Report``. Minor versions can add claims.
public enum CacheStoreConformance {
  /// Makes an empty store of at most `limit` bytes, or somewhat fewer: heads, bodies and what it adds to them.
  ///
  /// It is called once for each claim; some claims use the store concurrently.
  public typealias StoreMaker = @Sendable (_ limit: Int) async throws -> any CacheStore

  /// Why a claim does not hold.
  public typealias Violation = TransportConformance.Violation
  /// A claim that a store does not fulfill.
  public typealias Exception = TransportConformance.Exception

  /// All claims, in reading order; each name is unique.
  public static let claims: [Claim] =
    finding + storedBodies + hostileNames + replacing + updating + removing + bounds + concurrency

  /// Returns the claims without those that a store does not fulfill.
  ///
  /// - Throws: A `Violation` for a name that no claim has.
  public static func claims(except exceptions: [Exception]) throws(Violation) -> [Claim] {
    try exceptions.removed(from: claims, of: "CacheStoreConformance")
  }

  /// Runs all claims but the exceptions, one after the other.
  ///
  /// ```swift
  /// let report = try await CacheStoreConformance.report { limit in
  ///   MyStore(limit: limit)
  /// }
  /// XCTAssertTrue(report.holds, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - exceptions: The claims that the store does not fulfill.
  ///   - time: The time limit of each claim; two minutes by default.
  ///   - makeStore: Makes an empty store.
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
    /// The source of the requirement: a symbol.
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

    /// Runs the claim; throws a `Violation` if it does not hold or end within `time`, by default two minutes.
    ///
    /// A late claim is cancelled, not awaited.
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
