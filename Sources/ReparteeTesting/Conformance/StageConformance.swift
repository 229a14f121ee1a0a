import HTTPTypes
public import Repartee
import ReparteeBase

/// The requirements of every ``Repartee/Stage``, as claims that run one by one.
///
/// Each claim makes a stage, makes calls through it over a transport in memory, and checks what both sides received.
/// Time is that of a ``SkippingClock``. See the guide "Writing middleware" of `Repartee`.
///
/// ```swift
/// @Test(arguments: StageConformance.claims)
/// func conforms(_ claim: StageConformance.Claim) async throws {
///   try await claim.run { clock in
///     RequestRate(perSecond: 5, clock: clock)
///   }
/// }
/// ```
///
/// A stage that does otherwise for its purpose, such as one that responds by itself, leaves out claims:
/// ``claims(except:)``. Without Swift Testing, use a ``Report``. Minor versions can add claims.
public enum StageConformance {
  /// Makes a stage. It is called once for each claim or more often, with the clock of the client.
  public typealias StageMaker = @Sendable (_ clock: SkippingClock) async throws -> any Stage

  /// Why a claim does not hold.
  public typealias Violation = TransportConformance.Violation
  /// A claim that a stage does not fulfill.
  public typealias Exception = TransportConformance.Exception

  /// All claims, in reading order; each name is unique.
  public static let claims: [Claim] = passing + bodies + endings

  /// Returns the claims without those that a stage does not fulfill.
  ///
  /// - Throws: A `Violation` for a name that no claim has.
  public static func claims(except exceptions: [Exception]) throws(Violation) -> [Claim] {
    try exceptions.removed(from: claims, of: "StageConformance")
  }

  /// Runs all claims but the exceptions, one after the other.
  ///
  /// ```swift
  /// let report = try await StageConformance.report { clock in
  ///   RequestRate(perSecond: 5, clock: clock)
  /// }
  /// XCTAssertTrue(report.holds, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - exceptions: The claims that the stage does not fulfill.
  ///   - time: The time limit of each claim; two minutes by default.
  ///   - makeStage: Makes a stage.
  /// - Throws: A `Violation` for an exception that names no claim.
  public static func report(
    except exceptions: [Exception] = [], within time: Duration = .seconds(120),
    _ makeStage: @escaping StageMaker
  ) async throws(Violation) -> Report {
    await Report(on: try claims(except: exceptions), except: exceptions) { claim in
      await claim.outcome(within: time, makeStage)
    }
  }

  /// The results of all claims.
  public typealias Report = ConformanceReport<Claim>

  /// A requirement for a stage.
  public struct Claim: Sendable, Identifiable, CustomStringConvertible {
    /// The claim, as a sentence.
    public let name: String
    /// The source of the requirement: a symbol.
    public let reference: String

    public var id: String { name }
    public var description: String { name }

    private let body: @Sendable (StageMaker) async throws -> Void

    init(
      _ name: String, _ reference: String = "Stage.send(_:next:)",
      _ body: @escaping @Sendable (StageMaker) async throws -> Void
    ) {
      self.name = name
      self.reference = reference
      self.body = body
    }

    /// Runs the claim; throws a `Violation` if it does not hold or end within `time`, by default two minutes.
    ///
    /// A late claim is cancelled, not awaited.
    public func run(
      within time: Duration = .seconds(120), _ makeStage: @escaping StageMaker
    ) async throws(Violation) {
      try await outcome(within: time, makeStage).get()
    }

    func outcome(within time: Duration, _ makeStage: @escaping StageMaker) async -> Result<Void, Violation> {
      await Violation.outcome(of: name, reference, within: time) { [body] in try await body(makeStage) }
    }
  }
}

/// A client with the stage of a claim, and what its transport has received.
struct StageTrial: Sendable {
  typealias Responding = @Sendable (InMemoryTransport.Request) async throws -> TransportResponse

  let client: Client
  let clock: SkippingClock
  private let received: Received

  private final class Received: Sendable {
    let requests = Mutex<[InMemoryTransport.Request]>([])
  }

  var requests: [InMemoryTransport.Request] { received.requests.withLock { $0 } }

  init(_ makeStage: StageConformance.StageMaker, _ respond: @escaping Responding) async throws {
    let received = Received()
    let clock = SkippingClock()
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        received.requests.withLock { $0.append(request) }
        return try await respond(request)
      })
    client.clock = clock
    client.retry = .off
    client.timeout = .unlimited
    client.stages = [try await makeStage(clock)]
    (self.client, self.clock, self.received) = (client, clock, received)
  }

  func text(
    _ request: Request = .get("/a"), adjusting: (inout Request) -> Void = { _ in }
  ) async throws(CallError<Never>) -> Reply<String> {
    try await client.reply(to: Resource<String, Never>(request, [.any(.decode)]), adjusting: adjusting)
  }

  /// Waits for it: an unfinished call is a violation at the claim's time limit.
  func ending(of call: Task<Reply<String>, any Error>, _ what: String) async -> Result<
    Reply<String>, any Error
  > {
    let waiting = Waiting.current?.begin(what)
    defer { Waiting.current?.end(waiting) }
    return await call.result
  }
}

func expectFailure(
  _ result: Result<Reply<String>, any Error>, _ kind: TransportError.Kind, _ what: String
) throws {
  switch result {
  case .success(let reply):
    throw Mismatch(detail: "\(what): expected \(kind), and it returned \(reply.status)")
  case .failure(let error):
    let found = (error as? any CallErrorProtocol)?.transportError?.kind
    try expect(found == kind, "\(what): expected \(kind), found \(error)")
  }
}
