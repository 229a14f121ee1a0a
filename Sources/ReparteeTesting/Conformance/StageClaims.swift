import HTTPTypes
public import Repartee
import ReparteeBase

extension ConformanceClaim<any Stage> {
  /// All claims about stages, in reading order.
  ///
  /// Each makes calls through a stage over a transport in memory. Time is that of a ``SkippingClock``. If a stage
  /// behaves differently on purpose, such as one that responds by itself, leave out claims: `all(except:)`. See the
  /// guide "Writing middleware" of `Repartee`.
  public static var all: [Self] { StageClaims.all }

  /// Returns the claims without those that your stage does not fulfill, each by its name, with the reason.
  ///
  /// - Throws: A ``ConformanceViolation`` for a name that no claim has.
  public static func all(except exceptions: [String: String]) throws(ConformanceViolation) -> [Self] {
    try exceptions.removed(from: all)
  }

  /// Runs the claim; throws if it does not hold or end within `time`, by default two minutes.
  ///
  /// ```swift
  /// try await claim.run { clock in
  ///   RequestRate(perSecond: 5, clock: clock)
  /// }
  /// ```
  ///
  /// A late claim is cancelled, not awaited.
  ///
  /// - Parameters:
  ///   - time: The time limit.
  ///   - makeStage: Makes a stage. It is called once or more often, with the clock of the client.
  public func run(
    within time: Duration = .seconds(120),
    _ makeStage: @escaping @Sendable (_ clock: SkippingClock) async throws -> any Stage
  ) async throws(ConformanceViolation) {
    try await result(within: time) { input in try await makeStage(input.clock) }.get()
  }

  init(
    _ name: String, _ reference: String = "Stage.send(_:next:)",
    _ body: @escaping @Sendable (StageClaims.Make) async throws -> Void
  ) {
    self.init(name, reference: reference) { make in
      try await body { clock in try await make(ClaimInput(clock: clock)) }
    }
  }
}

extension ConformanceReport<any Stage> {
  /// Runs all claims about stages but the exceptions, one after the other.
  ///
  /// ```swift
  /// let report = try await ConformanceReport<any Stage> { clock in
  ///   RequestRate(perSecond: 5, clock: clock)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - exceptions: The names of the claims that the stage does not fulfill, each with the reason.
  ///   - time: The time limit of each claim; two minutes by default.
  ///   - makeStage: Makes a stage, as for a ``ConformanceClaim``.
  /// - Throws: A ``ConformanceViolation`` for an exception that names no claim.
  public init(
    except exceptions: [String: String] = [:], within time: Duration = .seconds(120),
    _ makeStage: @escaping @Sendable (_ clock: SkippingClock) async throws -> any Stage
  ) async throws(ConformanceViolation) {
    try await self.init(of: StageClaims.all, except: exceptions, within: time) { input in
      try await makeStage(input.clock)
    }
  }
}

enum StageClaims {
  typealias Claim = ConformanceClaim<any Stage>
  typealias Make = @Sendable (_ clock: SkippingClock) async throws -> any Stage

  static let all: [Claim] = passing + bodies + endings
}

/// A client with the stage of a claim, and the requests that its transport has received.
struct StageTrial: Sendable {
  typealias Responding = @Sendable (TransportRequest) async throws -> TransportResponse

  let client: Client
  let clock: SkippingClock
  private let received: Received

  private final class Received: Sendable {
    let requests = Mutex<[TransportRequest]>([])
  }

  var requests: [TransportRequest] { received.requests.withLock { $0 } }

  init(_ makeStage: StageClaims.Make, _ respond: @escaping Responding) async throws {
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
  ) async throws(CallError<Never>) -> TypedResponse<String> {
    try await client.response(to: Resource<String, Never>(request, [.any(.decode)]), adjusting: adjusting)
  }

  /// Waits for the call: one that does not end violates the claim at its time limit.
  func ending(of call: Task<TypedResponse<String>, any Error>, _ what: String) async -> Result<
    TypedResponse<String>, any Error
  > {
    let waiting = Waiting.current?.begin(what)
    defer { Waiting.current?.end(waiting) }
    return await call.result
  }
}

func expectFailure(
  _ result: Result<TypedResponse<String>, any Error>, _ kind: TransportError.Kind, _ what: String
) throws {
  switch result {
  case .success(let reply):
    throw Mismatch(detail: "\(what): expected \(kind), and it returned \(reply.status)")
  case .failure(let error):
    let found = (error as? any CallErrorProtocol)?.transportError?.kind
    try expect(found == kind, "\(what): expected \(kind), found \(error)")
  }
}
