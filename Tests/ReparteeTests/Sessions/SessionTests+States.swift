import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Bodies that stall, retries beside a refresh, the states, and what is stored.
extension SessionTests {
  /// A 401 whose body is never received.
  private static var stallingRefusal: TransportResponse {
    let body = ByteStream(
      length: nil,
      once: {
        { () async throws(TransportError) -> Data? in
          do { try await Task.sleep(for: .seconds(3_600)) } catch { throw TransportError(.cancelled) }
          return nil
        }
      })
    return TransportResponse(head: HTTPResponse(status: 401), body: body)
  }

  @Test func aRefusedBodyThatStallsHoldsNothingUp() async throws {
    let arrivals = Arrivals()
    let session = Session<BearerToken> { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    let clock = ManualClock()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        guard arrivals.all.count == 1 else { return .text("fine") }
        return Self.stallingRefusal
      })
    client.clock = clock
    client.authentication = .session(session)
    let own = client
    let call = Task { try await own.send(GetName()) }
    await until { clock.sleeps.contains(.seconds(1)) }
    clock.advance(by: .seconds(1))
    #expect(try await call.value == "fine")
  }

  @Test func aRefusedBodyIsReadForNoLongerThanTheCallMayTake() async throws {
    let session = Session<BearerToken> { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    let clock = ManualClock()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in Self.stallingRefusal })
    client.clock = clock
    client.authentication = .session(session)
    let own = client
    let call = Task { await own.result(of: GetName()) { $0.timeout = .milliseconds(400) } }
    // For the head, and for the body; the refresh has a time of its own.
    await until {
      clock.sleeps.count { $0 == .milliseconds(400) } == 2 || clock.sleeps.contains(.seconds(1))
    }
    #expect(!clock.sleeps.contains(.seconds(1)))
    clock.advance(by: .seconds(1))
    #expect(await call.value.error?.transportError?.kind == .timedOut(.total))
  }

  @Test func retriesAndARefreshAreCountedApart() async throws {
    let arrivals = Arrivals()
    let session = Session<BearerToken> { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        switch arrivals.all.count {
        case 1, 3: .status(503)
        case 2: .status(401)
        default: .text("fine")
        }
      })
    client.clock = SkippingClock(end: .seconds(60))
    client.authentication = .session(session)
    let response = try await client.response(to: GetName())
    #expect(response.attempts.map(\.cause) == [.first, .retry, .refresh, .retry])
    #expect(arrivals.all.map { $0.head.headerFields[.authorization] }.last == "Bearer new")
  }

  @Test func itIsRefreshedWhenItHasExpired() async throws {
    let server = Server()
    let now = Date(timeIntervalSince1970: 1_000)
    let session = session(server)
    try await session.signIn(BearerToken("old", expiration: now))
    var client = server.client()
    client.authentication = .session(session)
    client.now = { now }
    #expect(try await client.send(GetName()) == "fine")
    #expect(server.tokens == ["Bearer r1"])
  }

  @Test func aSessionForAProgramGetsItsFirstCredentialItself() async throws {
    let server = Server()
    let session = Session<BearerToken>.obtaining { credential, _ in
      #expect(credential == nil)
      return await server.refresh()
    }
    var client = server.client()
    client.authentication = .session(session)
    let calls = client
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await calls.send(GetName()) } }
      for try await name in group { #expect(name == "fine") }
    }
    #expect(server.refreshes == 1)
  }

  @Test func aChallengeObtainsTheFirstCredential() async throws {
    let server = Server()
    let session = Session<BearerToken>.obtaining { _, refresh in
      #expect(refresh.challenges.first?["error"] == "invalid_token")
      return await server.refresh()
    }
    var client = server.client()
    client.authentication = .session(ifSignedIn: session)
    #expect(try await client.send(GetName()) == "fine")
    #expect(server.tokens == [nil, "Bearer r1"])
  }

  @Test func theStatesAreASequence() async throws {
    let session = Session<BearerToken>()
    var states = session.states.makeAsyncIterator()
    #expect(await states.next() == .signedOut(nil))
    try await session.signIn(BearerToken("a"), as: "ada")
    #expect(await states.next() == .signedIn(as: "ada"))
    try await session.signOut()
    #expect(await states.next() == .signedOut(nil))
  }

  @Test func theStatesEndWithTheSession() async {
    var session: Session<BearerToken>? = Session()
    let states = session?.states
    session = nil
    var count = 0
    if let states { for await _ in states { count += 1 } }
    #expect(count == 1)
  }

  @Test func whatIsSignedInOutlivesTheProcess() async throws {
    let store = MemoryStore()
    let server = Server()
    let first = Session<BearerToken>(store: store) { _, _ in await server.refresh() }
    try await first.signIn(BearerToken("old"), as: "ada")
    var client = server.client()
    client.authentication = .session(first)
    #expect(try await client.send(GetName()) == "fine")
    let second = Session<BearerToken>(store: store) { _, _ in await server.refresh() }
    #expect(second.state == .unknown)
    client.authentication = .session(second)
    #expect(try await client.send(GetName()) == "fine")
    #expect(second.state == .signedIn(as: "ada") && server.refreshes == 1)
    try await second.signOut()
    #expect(await store.kept == nil)
  }

  @Test func whatAnotherProcessRefreshedIsUsed() async throws {
    let store = MemoryStore()
    let server = Server()
    let sessions = (0..<2).map { _ in Session<BearerToken>(store: store) { _, _ in await server.refresh() } }
    try await sessions[0].signIn(BearerToken("old"), as: "ada")
    let clients = sessions.map { session in
      var client = server.client()
      client.authentication = .session(session)
      return client
    }
    server.shut()
    let results = await withTaskGroup(of: String?.self) { group in
      for client in clients { group.addTask { try? await client.send(GetName()) } }
      await until { server.refreshes == 1 && server.tokens.count == 2 }
      server.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == ["fine", "fine"] && server.refreshes == 1)
  }

  @Test func aSignOutInAnotherProcessSignsOutHere() async throws {
    let store = MemoryStore()
    let server = Server()
    let here = Session<BearerToken>(store: store) { _, _ in await server.refresh() }
    try await here.signIn(BearerToken("old"), as: "ada")
    try await Session<BearerToken>(store: store).signOut()
    var client = server.client()
    client.authentication = .session(here)
    #expect(authenticationError(await client.result(of: GetName()))?.kind == .missing)
    #expect(server.refreshes == 0)
  }

  @Test func aStoreThatFailsIsReportedAndTheSessionContinues() async throws {
    let store = MemoryStore()
    await store.fail()
    let session = Session<BearerToken>(store: store) { _, _ in BearerToken("new") }
    await #expect(throws: AuthenticationError.self) { try await session.signIn(BearerToken("t1")) }
    var client = Server().client()
    client.authentication = .session(session)
    #expect(try await client.send(GetName()) == "fine")
  }
}
