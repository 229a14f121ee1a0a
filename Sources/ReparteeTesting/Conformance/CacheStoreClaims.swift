public import ReparteeCaching

extension ConformanceClaim<any CacheStore> {
  /// All claims about cache stores, in reading order.
  ///
  /// Each inserts entries into an empty store and checks what it returns. See the guide "Writing a cache store" of
  /// `ReparteeCaching`.
  public static var all: [Self] { CacheStoreClaims.all }

  /// Returns the claims without those that your store does not fulfill, each by its name, with the reason.
  ///
  /// - Throws: A ``ConformanceViolation`` for a name that no claim has.
  public static func all(except exceptions: [String: String]) throws(ConformanceViolation) -> [Self] {
    try exceptions.removed(from: all)
  }

  /// Runs the claim; throws if it does not hold or end within `time`, by default two minutes.
  ///
  /// ```swift
  /// try await claim.run { limit in MyStore(limit: limit) }
  /// ```
  ///
  /// A late claim is cancelled, not awaited.
  ///
  /// - Parameters:
  ///   - time: The time limit.
  ///   - makeStore: Makes an empty store of at most `limit` bytes, or somewhat fewer, counting heads, bodies and the
  ///     store's overhead. It is called once; some claims use the store concurrently.
  public func run(
    within time: Duration = .seconds(120),
    _ makeStore: @escaping @Sendable (_ limit: Int) async throws -> any CacheStore
  ) async throws(ConformanceViolation) {
    try await result(within: time) { input in try await makeStore(input.limit) }.get()
  }

  init(
    _ name: String, _ reference: String, limit: Int = ClaimInput().limit,
    _ body: @escaping @Sendable (any CacheStore) async throws -> Void
  ) {
    self.init(name, reference: reference) { make in try await body(make(ClaimInput(limit: limit))) }
  }
}

extension ConformanceReport<any CacheStore> {
  /// Runs all claims about cache stores but the exceptions, one after the other.
  ///
  /// ```swift
  /// let report = try await ConformanceReport<any CacheStore> { limit in
  ///   MyStore(limit: limit)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - exceptions: The names of the claims that the store does not fulfill, each with the reason.
  ///   - time: The time limit of each claim; two minutes by default.
  ///   - makeStore: Makes an empty store of at most `limit` bytes, as for a ``ConformanceClaim``.
  /// - Throws: A ``ConformanceViolation`` for an exception that names no claim.
  public init(
    except exceptions: [String: String] = [:], within time: Duration = .seconds(120),
    _ makeStore: @escaping @Sendable (_ limit: Int) async throws -> any CacheStore
  ) async throws(ConformanceViolation) {
    try await self.init(of: CacheStoreClaims.all, except: exceptions, within: time) { input in
      try await makeStore(input.limit)
    }
  }
}

enum CacheStoreClaims {
  typealias Claim = ConformanceClaim<any CacheStore>

  static let all: [Claim] =
    finding + storedBodies + hostileNames + replacing + updating + removing + bounds + concurrency
}
