import Repartee

/// A requirement of every transport, stage or cache store, which runs against yours.
///
/// `Subject` is `any Transport`, `any Stage` or `any CacheStore`. A claim makes requests or entries, and checks what
/// both sides received. Each claim is a test case:
///
/// ```swift
/// @Test(arguments: ConformanceClaim<any Transport>.all)
/// func conforms(
///   _ claim: ConformanceClaim<any Transport>
/// ) async throws {
///   try await claim.run(MyTransport())
/// }
/// ```
///
/// Without Swift Testing, use a ``ConformanceReport``. Minor versions can add claims.
public struct ConformanceClaim<Subject: Sendable>: Sendable, Identifiable, CustomStringConvertible {
  /// The claim, as a sentence that no other claim of this `Subject` has.
  public let name: String
  /// The source of the requirement: a section of an RFC, or a symbol.
  public let reference: String

  public var id: String { name }
  public var description: String { name }

  typealias Make = @Sendable (ClaimInput) async throws -> Subject
  typealias Body = @Sendable (@escaping Make) async throws -> Void

  private let body: Body

  init(_ name: String, reference: String, body: @escaping Body) {
    self.name = name
    self.reference = reference
    self.body = body
  }

  func result(within limit: Duration, _ make: @escaping Make) async -> Result<Void, ConformanceViolation> {
    await Limited.run(within: limit) { [body] in try await body(make) }.mapError { error in
      let detail =
        switch error {
        case let mismatch as Mismatch: mismatch.detail
        case let late as Limited.Late: late.detail
        case let error as TransportError: "it threw \(error.kind): \(error)"
        default: "it threw \(error)"
        }
      return ConformanceViolation(claim: name, reference: reference, detail: detail)
    }
  }
}

/// What a claim passes to the function that makes its subject.
struct ClaimInput: Sendable {
  /// The byte limit of a cache store.
  var limit = 64 << 20
  /// The clock of a stage.
  var clock = SkippingClock()
}

extension [String: String] {
  /// The claims without those that these exceptions name.
  func removed<Subject>(
    from claims: [ConformanceClaim<Subject>]
  ) throws(ConformanceViolation) -> [ConformanceClaim<Subject>] {
    let names = Set(claims.map(\.name))
    if let unknown = keys.sorted().first(where: { !names.contains($0) }) {
      throw ConformanceViolation(
        claim: unknown, reference: "ConformanceClaim.all(except:)", detail: "no claim has this name")
    }
    return claims.filter { self[$0.name] == nil }
  }
}
