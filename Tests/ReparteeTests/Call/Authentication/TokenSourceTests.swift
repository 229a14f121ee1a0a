import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Tokens of a function, over whole calls.
@Suite(.timeLimit(.minutes(5))) struct TokenSourceTests {
  /// Gives `t1`, `t2`, …, once it is let.
  private final class Provider: Sendable {
    private struct State {
      var asked = 0
      var cancelled = 0
      var isOpen = true
      var held: [CheckedContinuation<Void, Never>] = []
      var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())

    var asked: Int { state.withLock { $0.asked } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func shut() { state.withLock { $0.isOpen = false } }

    func open() {
      let held = state.withLock { state in
        defer { state.held = [] }
        state.isOpen = true
        return state.held
      }
      for one in held { one.resume() }
    }

    func waitUntilAsked(_ count: Int) async {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.asked >= count { return true }
          state.watchers.append((count, continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    }

    func token() async -> String {
      let (number, woken) = state.withLock { state in
        state.asked += 1
        let asked = state.asked
        defer { state.watchers.removeAll { $0.count <= asked } }
        return (asked, state.watchers.filter { $0.count <= asked }.map(\.1))
      }
      for one in woken { one.resume() }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOpen = state.withLock { state in
            if state.isOpen { return true }
            state.held.append(continuation)
            return false
          }
          if isOpen { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.cancelled += 1 }
      }
      return "t\(number)"
    }
  }

  private static let call = Resource<Void, Never>(.get("/a"), [.success(.noContent)])

  private func client(
    _ arrivals: Arrivals, _ provider: Provider,
    accepting isValid: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> Client {
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        isValid(request.head.headerFields[.authorization] ?? "") ? .status(200) : .status(401)
      })
    client.authentication = .bearer { await provider.token() }
    return client
  }

  private func tokens(_ arrivals: Arrivals) -> [String?] {
    arrivals.all.map { $0.head.headerFields[.authorization].map { String($0.dropFirst(7)) } }
  }

  @Test func eachCallAsksAgain() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let client = client(arrivals, provider)
    try await client.send(Self.call)
    try await client.send(Self.call)
    #expect(tokens(arrivals) == ["t1", "t2"])
  }

  @Test func callsAtTheSameTimeShareOneAnswer() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let client = client(arrivals, provider)
    provider.shut()
    let calls = (0..<8).map { _ in Task { try await client.send(Self.call) } }
    await provider.waitUntilAsked(1)
    for _ in 0..<100 { await Task.yield() }
    provider.open()
    for call in calls { try await call.value }
    #expect(provider.asked == 1 && tokens(arrivals) == Array(repeating: "t1", count: 8))
  }

  @Test func afterARefusalItIsAskedOnceMoreAndTheRequestSentAgain() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let response = try await client(arrivals, provider) { $0 == "Bearer t2" }.response(to: Self.call)
    #expect(tokens(arrivals) == ["t1", "t2"] && provider.asked == 2)
    #expect(response.attempts.map(\.cause) == [.first, .refresh])
  }

  @Test func aSecondRefusalIsTheResponse() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let result = await client(arrivals, provider) { _ in false }.result(of: Self.call)
    #expect(result.error?.status == .unauthorized)
    #expect(tokens(arrivals) == ["t1", "t2"] && provider.asked == 2)
  }

  @Test func callsRefusedAtTheSameTimeShareTheSecondAnswer() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let client = client(arrivals, provider) { $0 != "Bearer t1" }
    provider.shut()
    let calls = (0..<8).map { _ in Task { try await client.send(Self.call) } }
    await provider.waitUntilAsked(1)
    for _ in 0..<100 { await Task.yield() }
    provider.open()
    for call in calls { try await call.value }
    #expect(provider.asked == 2)
    #expect(tokens(arrivals).filter { $0 == "t2" }.count == 8)
  }

  @Test func cancellingOneCallLeavesTheAnswerToTheOthers() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let client = client(arrivals, provider)
    provider.shut()
    let first = Task { try await client.send(Self.call) }
    let second = Task { try await client.send(Self.call) }
    await provider.waitUntilAsked(1)
    for _ in 0..<100 { await Task.yield() }
    first.cancel()
    await #expect(throws: CallError<Never>.self) { try await first.value }
    #expect(provider.cancelled == 0)
    provider.open()
    try await second.value
    #expect(tokens(arrivals) == ["t1"] && provider.asked == 1)
  }

  @Test func theLastCallToLeaveCancelsTheFunctionAndTheNextOneAsksAgain() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let client = client(arrivals, provider)
    provider.shut()
    let call = Task { await client.result(of: Self.call) }
    await provider.waitUntilAsked(1)
    for _ in 0..<100 { await Task.yield() }
    call.cancel()
    let error = try #require(await call.value.error)
    #expect(error.isCancellation && error.transportError?.mayHaveBeenProcessed == false)
    provider.open()
    try await client.send(Self.call)
    #expect(tokens(arrivals) == ["t2"] && provider.cancelled == 1)
  }

  @Test func itCountsWithinTheTimeOfTheCall() async throws {
    let (arrivals, provider, clock) = (Arrivals(), Provider(), ManualClock())
    var client = client(arrivals, provider)
    client.clock = clock
    provider.shut()
    async let result = client.result(of: Self.call) { $0.timeout = .seconds(5) }
    await provider.waitUntilAsked(1)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(5))
    let error = try #require(await result.error)
    #expect(error.transportError?.kind == .timedOut(.total) && arrivals.all.isEmpty)
    provider.open()
  }

  @Test func itIsNotAskedForAnotherOrigin() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    let client = client(arrivals, provider)
    let call = Resource<Void, Never>(
      Request(.get, url: "https://elsewhere.example/a"), [.any(.noContent)])
    try await client.send(call)
    #expect(tokens(arrivals) == [nil] && provider.asked == 0)
  }

  @Test func aRedirectToAnotherOriginTakesNoTokenAlong() async throws {
    let (arrivals, provider) = (Arrivals(), Provider())
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        request.head.authority == "elsewhere.example"
          ? .status(401) : .status(302, headers: [.location: "https://elsewhere.example/b"])
      })
    client.authentication = .bearer { await provider.token() }
    let result = await client.result(of: Self.call)
    #expect(result.error?.status == .unauthorized)
    #expect(tokens(arrivals) == ["t1", nil] && provider.asked == 1)
  }

  private struct Broken: Error {}

  @Test func anErrorOfTheFunctionFailsTheCallAndTheNextOneAsksAgain() async throws {
    let (arrivals, count) = (Arrivals(), Count())
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.authentication = .bearer {
      if count.next() == 1 { throw Broken() }
      return "t"
    }
    let error = try #require(await client.result(of: Self.call).error)
    guard case .authentication(let reason) = error.reason else { throw error }
    #expect(reason.kind == .refreshFailed && reason.underlying is Broken && arrivals.all.isEmpty)
    try await client.send(Self.call)
    #expect(tokens(arrivals) == ["t"])
  }

  private final class Count: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func anAuthenticationErrorOfTheFunctionIsThrownAsItIs() async throws {
    var client = Client(baseURL: api, transport: Arrivals().transport())
    client.authentication = .bearer { throw AuthenticationError(.missing) }
    let error = try #require(await client.result(of: Self.call).error)
    guard case .authentication(let reason) = error.reason else { throw error }
    #expect(reason.kind == .missing)
  }

  @Test func aTokenThatCantBeSentFailsTheCall() async throws {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.authentication = .bearer { "a\r\nX: y" }
    let error = try #require(await client.result(of: Self.call).error)
    guard case .authentication(let reason) = error.reason else { throw error }
    #expect(reason.kind == .unusable && arrivals.all.isEmpty)
    #expect(!error.report.contains("X: y"))
  }

  @Test func itsOwnCallsWithTheSameClientGoOutWithoutAToken() async throws {
    let arrivals = Arrivals()
    let holder = ClientHolder()
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.authentication = .bearer {
      try await holder.client?.send(Resource<Void, Never>(.post("/login"), [.any(.noContent)]))
      return "t"
    }
    holder.set(client)
    try await client.send(Self.call)
    #expect(arrivals.all.map(\.head.path) == ["/login", "/a"] && tokens(arrivals) == [nil, "t"])
  }

  private final class ClientHolder: Sendable {
    private let held = Mutex<Client?>(nil)
    var client: Client? { held.withLock { $0 } }
    func set(_ client: Client) { held.withLock { $0 = client } }
  }

  @Test func theTokenIsMaskedWhereverItIsShown() async throws {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api, transport: arrivals.transport { _ in .text("no: secret-token-1", status: 403) })
    client.authentication = .bearer { "secret-token-1" }
    let error = try #require(await client.result(of: Self.call).error)
    #expect(!error.report.contains("secret-token-1") && error.report.contains("***"))
    #expect("\(client.authentication)" == "bearer")
  }

  @Test func theURLOfARequestNeedsNoToken() async throws {
    let provider = Provider()
    let url = try await client(Arrivals(), provider).url(for: Self.call)
    #expect(url.absoluteString == "\(api)/a" && provider.asked == 0)
  }
}
