public import Repartee

extension ConformanceClaim<any Transport> {
  /// All claims about transports, in reading order.
  ///
  /// Each starts an HTTP/1.1 server on a free loopback port and sends it requests, over real sockets. See the guide
  /// "Writing a transport" of `Repartee`.
  public static var all: [Self] { TransportClaims.all }

  /// Returns the claims without those that your transport does not fulfill, each by its name, with the reason.
  ///
  /// - Throws: A ``ConformanceViolation`` for a name that no claim has.
  public static func all(except exceptions: [String: String]) throws(ConformanceViolation) -> [Self] {
    try exceptions.removed(from: all)
  }

  /// Runs the claim; throws if it does not hold or end within `limit`, by default two minutes.
  ///
  /// A late claim is cancelled, not awaited. Several claims can share a transport; some use it concurrently. When
  /// this returns, the claim's server has stopped.
  public func run(
    _ transport: some Transport, within limit: Duration = .seconds(120)
  ) async throws(ConformanceViolation) {
    try await result(within: limit) { _ in transport }.get()
  }

  init(
    _ name: String, _ reference: String, _ body: @escaping @Sendable (any Transport) async throws -> Void
  ) {
    self.init(name, reference: reference) { make in try await body(make(ClaimInput())) }
  }
}

extension ConformanceReport<any Transport> {
  /// Runs all claims about transports but the exceptions, one after the other.
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - exceptions: The names of the claims that it does not fulfill, each with the reason.
  ///   - limit: The time limit of each claim; two minutes by default.
  /// - Throws: A ``ConformanceViolation`` for an exception that names no claim.
  public init(
    on transport: some Transport, except exceptions: [String: String] = [:],
    within limit: Duration = .seconds(120)
  ) async throws(ConformanceViolation) {
    try await self.init(of: TransportClaims.all, except: exceptions, within: limit) { _ in transport }
  }
}

enum TransportClaims {
  typealias Claim = ConformanceClaim<any Transport>

  static let all: [Claim] =
    requests + heads + privacy + bodies + codings + failures + limits + time + cancellation + endings
    + connections
}
