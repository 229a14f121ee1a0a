import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// Which calls wait for a refresh, and which start one.
@Suite(.timeLimit(.minutes(2))) struct SessionRunsTests {
  private static func get(_ path: Request.Path) -> Resource<String, Never> {
    Resource(.get(path), [.code(200, .decode)])
  }

  private func until(_ holds: @Sendable () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }

  /// An API whose tokens a test revokes. `/forbidden/…` refuses every token. The time stands still until it is
  /// advanced.
  private final class World: Sendable {
    private struct State {
      var now = Date(timeIntervalSince1970: 1_000_000)
      var valid: Set<String> = ["t0"]
      var refreshes = 0
      var lifetime: Double?
      var held: [CheckedContinuation<Void, Never>]?
    }
    private let state = Mutex(State())

    var refreshes: Int { state.withLock { $0.refreshes } }
    var now: Date { state.withLock { $0.now } }
    func advance(by seconds: Double) { state.withLock { $0.now += seconds } }
    func revoke() { state.withLock { $0.valid = [] } }
    func live(_ lifetime: Double?) { state.withLock { $0.lifetime = lifetime } }
    func hang() { state.withLock { $0.held = [] } }
    func release() {
      let held = state.withLock { state in
        defer { state.held = nil }
        return state.held ?? []
      }
      for one in held { one.resume() }
    }

    func refresh() async -> BearerToken {
      let (number, end) = state.withLock { state in
        state.refreshes += 1
        return (state.refreshes, state.lifetime.map { state.now + $0 })
      }
      await withCheckedContinuation { continuation in
        let isHeld = state.withLock { state in
          state.held?.append(continuation)
          return state.held != nil
        }
        if !isHeld { continuation.resume() }
      }
      state.withLock { _ = $0.valid.insert("t\(number)") }
      return BearerToken("t\(number)", expiration: end)
    }

    func session(leeway: Duration = .seconds(30)) -> Session<BearerToken> {
      Session(leeway: leeway) { _, _ in await self.refresh() }
    }

    func client(_ session: Session<BearerToken>) -> Client {
      var client = Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          let token = request.head.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? ""
          let isValid = self.state.withLock { $0.valid.contains(String(token)) }
          let isForbidden = request.head.path?.hasPrefix("/forbidden") == true
          return isValid && !isForbidden ? .text(String(token)) : .status(401)
        })
      client.authentication = .session(session)
      client.now = { self.now }
      return client
    }
  }

  private func signedIn(_ world: World, expiresIn seconds: Double? = nil) async throws -> Client {
    let session = world.session()
    try await session.signIn(BearerToken("t0", expiration: seconds.map { world.now + $0 }), as: "ada")
    return world.client(session)
  }

  @Test func aHungTokenEndpointStopsNoCallWhileTheCredentialIsValid() async throws {
    let world = World()
    let client = try await signedIn(world, expiresIn: 3_600)
    _ = try await client.send(Self.get("/a"))
    world.hang()
    world.advance(by: 3_580)
    for _ in 0..<20 {
      let token = try await client.send(Self.get("/a"))
      #expect(token == "t0")
    }
    await until { world.refreshes == 1 }
    world.advance(by: 20)
    let waiting = Task { try await client.send(Self.get("/a")) }
    for _ in 0..<100 { await Task.yield() }
    world.release()
    #expect(try await waiting.value == "t1", "it waits when the old one has expired")
    #expect(world.refreshes == 1)
  }

  @Test func aRefreshAheadThatFailsIsNotStartedByEachCall() async throws {
    let world = World()
    let count = Mutex(0)
    let session = Session<BearerToken> { _, _ in
      count.withLock { $0 += 1 }
      throw TransportError(.offline)
    }
    try await session.signIn(BearerToken("t0", expiration: world.now + 100))
    let client = world.client(session)
    _ = try await client.send(Self.get("/a"))
    world.advance(by: 80)
    for _ in 0..<50 {
      _ = try await client.send(Self.get("/a"))
      for _ in 0..<20 { await Task.yield() }
    }
    await until { count.withLock { $0 } == 1 }
    #expect(count.withLock { $0 } == 1)
  }

  @Test(arguments: [0.5, 1, 20])
  func aShortLivedCredentialIsNotRefreshedAtTheFirstCall(lifetime: Double) async throws {
    let world = World()
    let client = try await signedIn(world, expiresIn: lifetime)
    for _ in 0..<10 { #expect(try await client.send(Self.get("/a")) == "t0") }
    for _ in 0..<100 { await Task.yield() }
    #expect(world.refreshes == 0)
    world.advance(by: lifetime * 0.8)
    #expect(try await client.send(Self.get("/a")) == "t0")
    await until { world.refreshes == 1 }
  }

  @Test(arguments: [0, 1.0])
  func aTokenEndpointOfShortLivedTokensIsNotAskedByEachCall(lifetime: Double) async throws {
    let world = World()
    world.live(lifetime)
    let client = try await signedIn(world, expiresIn: 0)
    for _ in 0..<50 { _ = try await client.send(Self.get("/a")) }
    #expect(world.refreshes == 1)
  }

  @Test func anEndpointThatAlwaysRefusesStartsOneRefreshAMinute() async throws {
    let world = World()
    let client = try await signedIn(world)
    for _ in 0..<50 {
      #expect(await client.result(of: Self.get("/forbidden/a")).error?.status == .unauthorized)
      _ = try await client.send(Self.get("/a"))
      world.advance(by: 1)
    }
    #expect(world.refreshes == 1)
    world.advance(by: 10)
    _ = await client.result(of: Self.get("/forbidden/a"))
    #expect(world.refreshes == 2)
  }

  @Test func anExpiredCredentialThatIsRefusedOnceItIsRefreshedIsNotRefreshedAgain() async throws {
    let world = World()
    let client = try await signedIn(world, expiresIn: 0)
    for _ in 0..<50 {
      _ = await client.result(of: Self.get("/forbidden/a"))
      world.advance(by: 1)
    }
    #expect(world.refreshes == 1)
  }

  @Test func itHoldsUpNeitherOtherEndpointsNorExpiry() async throws {
    let world = World()
    world.live(100)
    let client = try await signedIn(world)
    _ = await client.result(of: Self.get("/forbidden/a"))
    #expect(world.refreshes == 1)
    world.revoke()
    #expect(try await client.send(Self.get("/b")) == "t2", "another endpoint, which was never called")
    _ = await client.result(of: Self.get("/forbidden/a"))
    world.revoke()
    #expect(try await client.send(Self.get("/b")) == "t3", "one that has succeeded")
    world.advance(by: 80)
    _ = try await client.send(Self.get("/b"))
    await until { world.refreshes == 4 }
  }

  /// While the refresh that a forbidden endpoint has started hangs.
  @Test func callsThatSucceedWithACredentialDoNotWaitForTheRefreshOfAnotherEndpoint() async throws {
    let world = World()
    let client = try await signedIn(world)
    _ = try await client.send(Self.get("/a"))
    world.hang()
    let forbidden = Task { await client.result(of: Self.get("/forbidden/a")) }
    await until { world.refreshes == 1 }
    #expect(try await client.send(Self.get("/a")) == "t0")
    world.release()
    #expect(await forbidden.value.error?.status == .unauthorized)
  }

  @Test func anEndpointThatSucceededIsHeldUpAfterTheFourthUselessRefresh() async throws {
    let world = World()
    let session = Session<BearerToken> { _, _ in
      _ = await world.refresh()
      world.revoke()
      return BearerToken("of no use")
    }
    try await session.signIn(BearerToken("t0"))
    let own = world.client(session)
    #expect(try await own.send(Self.get("/a")) == "t0")
    world.revoke()
    for (pause, refreshes) in [(0, 4), (0.9, 4), (0.1, 5), (1.9, 5), (0.1, 6)] {
      world.advance(by: pause)
      for _ in 0..<10 { _ = await own.result(of: Self.get("/a")) }
      #expect(world.refreshes == refreshes)
    }
  }

  @Test func manyEndpointsThatAllRefuseStartFewRefreshes() async throws {
    let world = World()
    let client = try await signedIn(world)
    for number in 0..<200 {
      _ = await client.result(of: Self.get(Request.Path(stringLiteral: "/forbidden/\(number)")))
    }
    #expect(world.refreshes <= 5, "\(world.refreshes) refreshes")
  }

  @Test func aThousandCallsAreOneRefresh() async throws {
    let world = World()
    let client = try await signedIn(world)
    world.revoke()
    world.hang()
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<1_000 { group.addTask { try await client.send(Self.get("/a")) } }
      await until { world.refreshes == 1 }
      for _ in 0..<200 { await Task.yield() }
      world.release()
      for try await token in group { #expect(token == "t1") }
    }
    #expect(world.refreshes == 1)
  }

  @Test func aClockThatIsSetBackStopsNoRefresh() async throws {
    let world = World()
    world.live(3_600)
    let client = try await signedIn(world)
    _ = await client.result(of: Self.get("/forbidden/a"))
    world.advance(by: -86_400)
    _ = await client.result(of: Self.get("/forbidden/a"))
    #expect(world.refreshes == 2)
    world.revoke()
    #expect(try await client.send(Self.get("/a")) == "t3")
  }

  @Test func theTableOfEndpointsIsBounded() {
    var endpoints = SessionEndpoints()
    for number in 0..<3_000 {
      let endpoint = SessionEndpoint(method: .get, authority: "a", template: "/\(number)")
      if number.isMultiple(of: 2) {
        endpoints.recordAccepted(endpoint, 1)
      } else {
        endpoints.recordRefresh(endpoint, refusing: 1, at: Date(timeIntervalSince1970: 0))
      }
      #expect(endpoints.count <= SessionEndpoints.limit)
    }
  }

  // MARK: Middleware

  private struct Twice: CallMiddleware {
    func response<Output, Failure>(
      to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
    ) async throws(CallError<Failure>) -> TypedResponse<Output> {
      _ = try? await next(call)
      return try await next(call)
    }
  }

  private struct Marking: Stage {
    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      var request = request
      if let name = HTTPField.Name("X-Mark") { request.headers[name] = "marked" }
      return try await next(request)
    }
  }

  @Test(arguments: [false, true])
  func aRefreshPassesNoCallMiddlewareUnlessItAsks(asks: Bool) async throws {
    let arrivals = Arrivals()
    let session = Session<BearerToken> { _, refresh in
      var client = refresh.client
      if asks { client.callMiddleware = refresh.callMiddleware }
      return BearerToken(
        try await client.send(Resource<String, Never>(.post("/token"), [.code(200, .decode)])))
    }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.path == "/token" { return .text("new") }
        return request.head.headerFields[.authorization] == "Bearer new" ? .text("fine") : .status(401)
      })
    client.authentication = .session(session)
    client.callMiddleware = [Twice()]
    client.stages = [Marking()]
    _ = try await client.send(Self.get("/a"))
    let tokens = arrivals.all.filter { $0.head.path == "/token" }
    #expect(tokens.count == (asks ? 2 : 1))
    let mark = HTTPField.Name("X-Mark")
    #expect(tokens.allSatisfy { request in mark.flatMap { request.head.headerFields[$0] } == "marked" })
  }

  private struct GetName: Endpoint {
    var request: Request { .get("/name") }
    static let responses: ResponseMap<String, Never> = [.code(200, .decode)]
  }

  private struct Refresh: Endpoint {
    var request: Request { .post("/token") }
    static let responses: ResponseMap<String, Never> = [.code(200, .decode)]
  }

  @Test(arguments: [true, false])
  func theRefreshOfAStubbedClientEndsInTheStubs(isStubbed: Bool) async throws {
    let sent = Mutex(0)
    let session = Session<BearerToken> { _, refresh in
      BearerToken(try await refresh.client.send(Refresh()))
    }
    try await session.signIn(BearerToken("old"))
    var network = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        sent.withLock { $0 += 1 }
        return .status(500)
      })
    network.authentication = .session(session)
    let stubs = Stubs {
      Stub(GetName.self, .status(401), .response(.text("fine")))
      if isStubbed { Stub(Refresh.self, .response(.text("new"))) }
    }
    let client = network.stubbed(by: stubs)
    let result = await client.result(of: GetName())
    #expect((result.error == nil) == isStubbed)
    #expect(sent.withLock { $0 } == 0)
    if !isStubbed {
      #expect(result.error?.description.contains("no stub") == true, "\(result.error?.description ?? "")")
    }
  }

  /// Nobody is spared by a pause of minutes after calls that reached no server.
  @Test func afterAnOutageTheNextCallSoonRefreshes() async throws {
    let world = World()
    let count = Mutex(0)
    let session = Session<BearerToken> { _, _ in
      count.withLock { $0 += 1 }
      throw TransportError(.offline)
    }
    try await session.signIn(BearerToken("t0", expiration: world.now + 10))
    let client = world.client(session)
    world.advance(by: 20)
    for _ in 0..<20 {
      let error = try #require(await client.result(of: Self.get("/a")).error)
      #expect(error.isOffline && !error.isTimeout && !error.isRetryable && error.attempts.isEmpty)
      world.advance(by: 5.1)
    }
    #expect(count.withLock { $0 } == 20)
  }

  @Test func aCallThatIsCancelledInTheWaitWasNotSent() async throws {
    let world = World()
    let client = try await signedIn(world, expiresIn: 10)
    world.hang()
    world.advance(by: 20)
    let call = Task { await client.result(of: Self.get("/a")) }
    await until { world.refreshes == 1 }
    call.cancel()
    let error = try #require(await call.value.error)
    #expect(error.isCancellation && error.transportError?.mayHaveBeenProcessed == false)
    #expect(error.attempts.isEmpty)
    world.release()
  }

  /// After an attempt, whatever the wait of the next one says.
  @Test func aCallThatIsCancelledInTheWaitAfterARefusalMayHaveBeenProcessed() async throws {
    let world = World()
    let client = try await signedIn(world)
    world.hang()
    world.revoke()
    let call = Task { await client.result(of: Self.get("/a")) }
    await until { world.refreshes == 1 }
    call.cancel()
    let error = try #require(await call.value.error)
    #expect(error.isCancellation && error.transportError?.mayHaveBeenProcessed == true)
    #expect(error.attempts.count == 1 && error.status == .unauthorized)
    world.release()
  }
}
