import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// Sessions over whole calls. A server takes one token and refuses all others.
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
  /// A server whose token a refresh changes.
  final class Server: Sendable {
    private struct State {
      var valid = "t1"
      var tokens: [String?] = []
      var refreshes = 0
      var waiting: [CheckedContinuation<Void, Never>] = []
      var isOpen = true
      var gathering = 0
      var gathered: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    var tokens: [String?] { state.withLock { $0.tokens } }
    var refreshes: Int { state.withLock { $0.refreshes } }

    func revoke() { state.withLock { $0.valid = "none" } }

    /// Holds refreshes until ``open()``.
    func shut() { state.withLock { $0.isOpen = false } }

    func open() {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.isOpen = true
        return state.waiting
      }
      for one in waiting { one.resume() }
    }

    /// Holds the next responses until there are so many requests.
    func gather(_ count: Int) { state.withLock { $0.gathering = count } }

    private func gathered() async {
      await withCheckedContinuation { continuation in
        let gathered = state.withLock { state in
          state.gathered.append(continuation)
          guard state.gathered.count >= state.gathering else { return [CheckedContinuation<Void, Never>]() }
          defer { (state.gathered, state.gathering) = ([], 0) }
          return state.gathered
        }
        for one in gathered { one.resume() }
      }
    }

    /// Gives a new token, once it is let.
    func refresh() async -> BearerToken {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          state.refreshes += 1
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
      return state.withLock { state in
        state.valid = "r\(state.refreshes)"
        return BearerToken(state.valid)
      }
    }

    func client(refusedWith status: Int = 401) -> Client {
      Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          let token = request.head.headerFields[.authorization]
          let isValid = self.state.withLock { state in
            state.tokens.append(token)
            return token == "Bearer \(state.valid)"
          }
          await self.gathered()
          return isValid
            ? .text("fine") : .status(status, headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
        })
    }
  }

  struct GetName: Endpoint {
    var request: Request { .get("/name") }
    static let responses: ResponseMap<String, SignInFirst> = [
      .code(200, .decode), .code(401, .error(.init())),
    ]
  }
  struct SignInFirst: Error, Equatable {}

  func session(_ server: Server, refusal: RefusalRule = .unauthorized) -> Session<BearerToken> {
    Session(refusal: refusal) { _, _ in await server.refresh() }
  }

  func signedIn(_ server: Server, token: String = "old") async throws -> (
    Client, Session<BearerToken>
  ) {
    let session = session(server)
    try await session.signIn(BearerToken(token), as: "ada")
    var client = server.client()
    client.authentication = .session(session)
    return (client, session)
  }

  func authenticationError(
    _ result: Result<String, CallError<SignInFirst>>
  ) -> AuthenticationError? {
    if case .failure(let error) = result, case .authentication(let why) = error.reason { why } else { nil }
  }

  /// Waits until another task has made a condition true.
  func until(_ holds: @Sendable () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }

  @Test func aRefusalIsRefreshedAndTheMapReadsWhatComesAfter() async throws {
    let server = Server()
    let (client, session) = try await signedIn(server)
    let response = try await client.response(to: GetName())
    #expect(response.value == "fine" && server.tokens == ["Bearer old", "Bearer r1"])
    #expect(response.attempts.map(\.cause) == [.first, .refresh])
    #expect(session.credential == BearerToken("r1") && session.state == .signedIn(as: "ada"))
  }

  @Test func aHundredRefusalsAreOneRefresh() async throws {
    let server = Server()
    let (client, _) = try await signedIn(server)
    server.gather(100)  // a call that begins while there is a refresh waits for it, and is not refused
    server.shut()
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { try await client.send(GetName()) } }
      await until { server.refreshes == 1 }
      server.open()
      for try await name in group { #expect(name == "fine") }
    }
    #expect(server.refreshes == 1 && server.tokens.count == 200)
  }

  @Test func cancellingTheFirstWaiterKeepsTheRefreshAlive() async throws {
    let server = Server()
    let (client, _) = try await signedIn(server)
    server.shut()
    let first = Task { await client.result(of: GetName()) }
    await until { server.refreshes == 1 }
    let second = Task { await client.result(of: GetName()) }
    first.cancel()
    guard case .failure(let error) = await first.value else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(error.isCancellation && error.attempts.count == 1)
    #expect((try? error.attempts.first?.result.get().code) == 401)
    server.open()
    #expect(try await second.value.get() == "fine")
    #expect(server.refreshes == 1)
  }

  struct Passing: CallMiddleware {
    func response<Output, Failure>(
      to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
    ) async throws(CallError<Failure>) -> TypedResponse<Output> {
      try await next(call)
    }
  }

  @Test(arguments: [false, true])
  func aWaiterEndsAtItsDeadlineAndTheRefreshContinues(hasMiddleware: Bool) async throws {
    let server = Server()
    let (own, session) = try await signedIn(server)
    let clock = ManualClock()
    var changed = own
    changed.clock = clock
    if hasMiddleware { changed.callMiddleware = [Passing()] }
    let client = changed
    server.shut()
    let call = Task { await client.result(of: GetName()) { $0.timeout = .seconds(5) } }
    await until { server.refreshes == 1 && clock.sleeps.contains(.seconds(5)) }
    while clock.now.offset < .seconds(5) {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    guard case .failure(let error) = await call.value else {
      Issue.record("it did not end")
      return
    }
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.attempts.map { try? $0.result.get().code } == [401], "its response was received")
    server.open()
    await until { session.credential == BearerToken("r1") }
  }

  @Test func aRefreshThatFailsFailsItsWaitersOnce() async throws {
    let refreshes = Mutex(0)
    let session = Session<BearerToken> { _, _ in
      refreshes.withLock { $0 += 1 }
      throw TransportError(.connectionLost)
    }
    try await session.signIn(BearerToken("old"))
    var client = Server().client()
    client.authentication = .session(session)
    client.now = { Date(timeIntervalSince1970: 0) }
    let calls = client
    let errors = await withTaskGroup(of: AuthenticationError?.self) { group in
      for _ in 0..<50 { group.addTask { self.authenticationError(await calls.result(of: GetName())) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.allSatisfy { $0?.kind == .refreshFailed })
    #expect(errors.first.flatMap { $0?.underlying as? TransportError }?.kind == .connectionLost)
    #expect(refreshes.withLock { $0 } == 1)
    #expect(session.state == .signedIn(as: nil), "a temporary failure signs no session out")
  }

  @Test func theErrorHasTheResponseThatRefused() async throws {
    let session = Session<BearerToken> { _, _ in throw TransportError(.offline) }
    try await session.signIn(BearerToken("old"))
    var client = Server().client()
    client.authentication = .session(session)
    let error = try #require(await client.result(of: GetName()).error)
    #expect(error.status == .unauthorized && error.attempts.count == 1 && error.transportError == nil)
    #expect(error.description.contains("not authenticated") && !error.isRetryable && error.isOffline)
  }

  @Test func aRefreshThatIsRefusedForGoodSignsOut() async throws {
    let session = Session<BearerToken> { _, _ in throw OAuthError(.invalidGrant) }
    try await session.signIn(BearerToken("old"), as: "ada")
    var states = session.states.makeAsyncIterator()
    #expect(await states.next() == .signedIn(as: "ada"))
    var client = Server().client()
    client.authentication = .session(session)
    let error = authenticationError(await client.result(of: GetName()))
    #expect(error?.kind == .refreshFailed)
    guard case .signedOut(let why?)? = await states.next() else {
      Issue.record("nobody was told")
      return
    }
    #expect(why.kind == .refreshFailed && session.credential == nil)
  }

  @Test func aRefreshThatOutlivesASignOutChangesNothing() async throws {
    let server = Server()
    let (client, session) = try await signedIn(server)
    server.shut()
    let call = Task { await client.result(of: GetName()) }
    await until { server.refreshes == 1 }
    try await session.signOut()
    #expect(authenticationError(await call.value)?.kind == .missing)
    server.open()
    for _ in 0..<100 { await Task.yield() }
    #expect(session.credential == nil && session.state == .signedOut(nil))
    #expect(authenticationError(await client.result(of: GetName()))?.kind == .missing)
    #expect(server.tokens.count == 1, "nothing is sent while the session is signed out")
  }

  @Test func noCallIsSentAgainWithAnotherLogin() async throws {
    let server = Server()
    let (client, session) = try await signedIn(server)
    server.shut()
    let call = Task { await client.result(of: GetName()) }
    await until { server.refreshes == 1 }
    try await session.signIn(BearerToken("t1"), as: "grace")
    #expect(authenticationError(await call.value)?.kind == .refused)
    server.open()
    for _ in 0..<100 { await Task.yield() }
    #expect(session.state == .signedIn(as: "grace") && session.credential == BearerToken("t1"))
    #expect(server.tokens == ["Bearer old"])
  }

  /// Whatever the request is sent again for.
  @Test(arguments: ["/busy", "/moved", "/events"], [true, false])
  func noCallContinuesWithAnotherLogin(path: String, isSomebodySignedIn: Bool) async throws {
    let session = Session<BearerToken>()
    let tokens = Mutex<[String?]>([])
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        tokens.withLock { $0.append(request.head.headerFields[.authorization]) }
        try await session.signOut()
        if isSomebodySignedIn { try await session.signIn(BearerToken("grace's"), as: "grace") }
        switch request.head.path {
        case "/busy": return .status(503)
        case "/moved": return .status(307, headers: [.location: "/there"])
        default:
          let chunks = ByteStream(length: nil, once: chunks(["data: 1\n\n"], then: .init(.connectionLost)))
          return TransportResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]), body: chunks)
        }
      })
    client.authentication = .session(ifSignedIn: session)
    client.clock = SkippingClock(end: .seconds(60))
    try await session.signIn(BearerToken("ada's"), as: "ada")
    if path == "/events" {
      let events = Resource<ResponseStream<ServerSentEvent, Never>, Never>(
        .get("/events"),
        [.code(200, .stream(.serverSentEvents(reconnecting: .after(.seconds(1), limit: 2))))])
      let given = await drain(try await client.send(events))
      #expect(given.elements.count == 1 && given.error != nil)
    } else {
      let result = await client.result(of: Resource<String, Never>(.put(.init(path)), [.success(.decode)]))
      guard case .failure(let error) = result, case .authentication(let why) = error.reason else {
        Issue.record("it went on: \(result)")
        return
      }
      #expect(why.kind == (isSomebodySignedIn ? .refused : .missing))
    }
    #expect(tokens.withLock { $0 } == ["Bearer ada's"])
  }

  @Test func aRefreshThatUsesTheSessionWaitsForNothing() async throws {
    let server = Server()
    let holder = Mutex<Client?>(nil)
    let session = Session<BearerToken> { token, refresh in
      #expect(refresh.challenges.map(\.scheme) == ["bearer"] && refresh.identity == "ada")
      // By a client that has the session, as one has it at hand.
      let client = holder.withLock { $0 }
      _ = await client?.result(of: GetName())
      return await server.refresh()
    }
    try await session.signIn(BearerToken("old"), as: "ada")
    var client = server.client()
    client.authentication = .session(session)
    holder.withLock { $0 = client }
    #expect(try await client.send(GetName()) == "fine")
    #expect(server.tokens == ["Bearer old", "Bearer old", "Bearer r1"])
  }

  @Test(arguments: [false, true])
  func aTaskThatOutlivesItsRefreshCallsLikeAnyOther(isSignedOut: Bool) async throws {
    typealias Late = Task<Result<String, CallError<SignInFirst>>, Never>
    let (server, gate) = (Server(), Signal())
    let held = Mutex((client: Client?.none, late: Late?.none))
    let session = Session<BearerToken> { _, _ in
      held.withLock { held in
        guard let client = held.client, held.late == nil else { return }
        held.late = Task {
          await gate.wait()
          return await client.result(of: GetName())
        }
      }
      return await server.refresh()
    }
    try await session.signIn(BearerToken("old"), as: "ada")
    var client = server.client()
    client.authentication = .session(session)
    held.withLock { [client] in $0.client = client }
    #expect(try await client.send(GetName()) == "fine")
    server.revoke()
    if isSignedOut { try await session.signOut() }
    gate.fire()
    let result = try #require(await held.withLock { $0.late }?.value)
    if isSignedOut {
      #expect(authenticationError(result)?.kind == .missing)
      #expect(server.tokens == ["Bearer old", "Bearer r1"], "nothing is sent")
    } else {
      #expect(try result.get() == "fine")
      #expect(server.tokens == ["Bearer old", "Bearer r1", "Bearer r1", "Bearer r2"])
    }
    held.withLock { $0.client = nil }
  }

  @Test func theClientOfARefreshSendsNoCredential() async throws {
    let server = Server()
    let session = Session<BearerToken> { _, refresh in
      _ = await refresh.client.result(of: GetName())
      return await server.refresh()
    }
    try await session.signIn(BearerToken("old"))
    var client = server.client()
    client.authentication = .session(session)
    #expect(try await client.send(GetName()) == "fine")
    #expect(server.tokens == ["Bearer old", nil, "Bearer r1"])
  }

  @Test func aRequestIsSentAgainOnce() async throws {
    let refreshes = Mutex(0)
    let session = Session<BearerToken> { _, _ in
      BearerToken("n\(refreshes.withLock { $0 += 1; return $0 })")
    }
    try await session.signIn(BearerToken("old"))
    let server = Server()
    server.revoke()
    var client = server.client()
    client.authentication = .session(session)
    client.now = { Date(timeIntervalSince1970: 0) }
    for _ in 0..<20 {
      #expect(await client.result(of: GetName()).error?.declared == SignInFirst())
    }
    #expect(refreshes.withLock { $0 } == 1, "no storm")
    #expect(server.tokens.count == 21)
  }

  @Test func whatIsDeclaredPermanentIsNotRefreshed() async throws {
    let server = Server()
    let (client, _) = try await signedIn(server)
    let resource = Resource<String, SignInFirst>(
      .get("/name"), [.code(200, .decode), .code(401, .error(.init()).permanent)])
    #expect(await client.result(of: resource).error?.declared == SignInFirst())
    #expect(server.refreshes == 0 && server.tokens == ["Bearer old"])
  }

  @Test func anEndpointThatOptsOutHasNoCredential() async throws {
    let server = Server()
    let (client, _) = try await signedIn(server)
    let resource = Resource<String, SignInFirst>(GetName().request.authenticated(.off), GetName.responses)
    #expect(await client.result(of: resource).error?.declared == SignInFirst())
    #expect(server.refreshes == 0 && server.tokens == [nil])
  }

  @Test func aBodyThatCanBeReadOnceIsNotSentAgain() async throws {
    let server = Server()
    let (client, _) = try await signedIn(server)
    func post() -> Resource<String, SignInFirst> {
      let body = ByteStream(length: 3, once: chunks(["abc"]))
      return Resource(.post("/name", body: .stream(body)), GetName.responses)
    }
    #expect(await client.result(of: post()).error?.declared == SignInFirst())
    #expect(server.tokens.count == 1)
    #expect(try await client.send(post()) == "fine")
    #expect(server.tokens == ["Bearer old", "Bearer r1"] && server.refreshes == 1)
  }

  @Test func aPostIsSentAgain() async throws {
    let server = Server()
    let (client, _) = try await signedIn(server)
    let resource = Resource<String, SignInFirst>(.post("/name", body: .json([1])), GetName.responses)
    #expect(try await client.send(resource) == "fine")
    #expect(server.tokens == ["Bearer old", "Bearer r1"], "a refused request was not processed")
  }

  @Test func whichRefusalsCountCanBeSaid() async throws {
    for (status, refusal, isRefreshed) in [
      (419, RefusalRule.statuses(401, 419), true), (403, .unauthorized, false),
      (401, .invalidToken, true), (403, .when { $0.status.code == 403 }, true),
    ] {
      let server = Server()
      let session = session(server, refusal: refusal)
      try await session.signIn(BearerToken("old"))
      var client = server.client(refusedWith: status)
      client.authentication = .session(session)
      let result = await client.result(of: Resource<String, Never>(.get("/name"), [.code(200, .decode)]))
      #expect((result.error == nil) == isRefreshed && server.refreshes == (isRefreshed ? 1 : 0))
    }
  }
}
