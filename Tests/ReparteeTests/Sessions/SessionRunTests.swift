import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// A refresh has limits of its own, and one that ignores them holds nothing up.
@Suite(.timeLimit(.minutes(2))) struct SessionRunTests {
  private static let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])
  private typealias Server = SessionTests.Server

  private func until(_ holds: @Sendable () async -> Bool) async {
    while await !holds(), !Task.isCancelled { await Task.yield() }
  }

  /// An API that accepts the tokens that a token endpoint has given. The function of a refresh waits until a test
  /// releases it, whether its task is cancelled or not.
  private final class Stubborn: Sendable {
    private let state = Mutex(
      (waiting: [CheckedContinuation<BearerToken, any Error>](), valid: Set<String>()))
    let clock = ManualClock()

    var count: Int { state.withLock { $0.waiting.count } }

    func refresh() async throws -> BearerToken {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting.append(continuation) }
      }
    }

    func release(_ index: Int, with token: String) {
      let one = state.withLock { state in
        state.valid.insert(token)
        return state.waiting[index]
      }
      one.resume(returning: BearerToken(token))
    }

    func allow(_ token: String) { state.withLock { _ = $0.valid.insert(token) } }

    func client(_ session: Session<BearerToken>) -> Client {
      var client = Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          let token = request.head.headerFields[.authorization]?.dropFirst("Bearer ".count) ?? ""
          return self.state.withLock { $0.valid.contains(String(token)) } ? .text("fine") : .status(401)
        })
      client.authentication = .session(session)
      client.timeout = .unlimited
      client.clock = clock
      client.now = { Date(timeIntervalSince1970: self.clock.now.offset / .seconds(1)) }
      return client
    }
  }

  @Test func theLimitsOfACallAreNotThoseOfItsRefresh() async throws {
    let limits = Mutex<[Duration]>([])
    let session = Session<BearerToken>(refreshTimeout: .seconds(20)) { _, refresh in
      limits.withLock {
        $0 = [
          refresh.client.timeout, refresh.client.headTimeout, refresh.client.idleTimeout,
          refresh.client.retry.attemptTimeout,
        ]
      }
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport {
        $0.head.headerFields[.authorization] == "Bearer new" ? .text("fine") : .status(401)
      })
    client.authentication = .session(session)
    client.clock = ManualClock()
    (client.timeout, client.headTimeout, client.idleTimeout) = (.seconds(5), .seconds(3), .seconds(4))
    client.retry.attemptTimeout = .seconds(2)
    #expect(try await client.send(Self.text) == "fine")
    #expect(limits.withLock { $0 } == [.seconds(20), .unlimited, .unlimited, .unlimited])
  }

  @Test func aRefreshOutlivesTheLimitsOfItsCall() async throws {
    let stubborn = Stubborn()
    let session = Session<BearerToken> { _, _ in try await stubborn.refresh() }
    try await session.signIn(BearerToken("old"), as: "ada")
    var client = stubborn.client(session)
    client.retry.attemptTimeout = .seconds(1)
    client.headTimeout = .seconds(1)
    let own = client
    let call = Task { await own.result(of: Self.text) { $0.timeout = .seconds(5) } }
    await until { stubborn.count == 1 && stubborn.clock.sleeps.contains(.seconds(60)) }
    await until {
      stubborn.clock.advance(by: .seconds(1))
      return stubborn.clock.now.offset >= .seconds(30)
    }
    let error = await call.value.error
    #expect(error?.transportError?.kind == .timedOut(.total))
    #expect(
      error?.description.contains("while the call waited for the session's refresh 1, begun 1970-01-01T")
        == true,
      "\(error?.description ?? "")")
    stubborn.release(0, with: "new")
    await until { session.credential == BearerToken("new") }
    #expect(stubborn.count == 1)
  }

  @Test(arguments: [true, false])
  func aRefreshThatIgnoresItsEndIsAbandoned(hasStore: Bool) async throws {
    let stubborn = Stubborn()
    let store = MemoryStore()
    let session = Session<BearerToken>(store: hasStore ? store : nil) { _, _ in try await stubborn.refresh() }
    try await session.signIn(BearerToken("old"), as: "ada")
    let client = stubborn.client(session)
    let call = Task { await client.result(of: Self.text) }
    await until { stubborn.count == 1 && stubborn.clock.sleeps.contains(.seconds(60)) }
    stubborn.clock.advance(by: .seconds(60))
    guard case .authentication(let why)? = await call.value.error?.reason else { throw Unexpected() }
    #expect(
      why.kind == .refreshFailed && why.description.contains("it took longer than 60.0 seconds"), "\(why)")
    // The next call refreshes, after the pause.
    stubborn.clock.advance(by: .seconds(2))
    let second = Task { await client.result(of: Self.text) }
    await until { stubborn.count == 2 }
    // A late result is used: the credential is still the one that the run began with.
    stubborn.release(0, with: "late")
    #expect(try await second.value.get() == "fine")
    #expect(session.credential == BearerToken("late"))
    if hasStore { #expect(await store.kept?.credential == BearerToken("late")) }
    stubborn.release(1, with: "second")
    for _ in 0..<200 { await Task.yield() }
    #expect(session.credential == BearerToken("late"), "this one is dropped")
    if hasStore { #expect(await store.kept?.credential == BearerToken("late")) }
  }

  @Test(arguments: [true, false])
  func aLateCredentialIsDroppedIfThereIsAnother(isSignedOut: Bool) async throws {
    let stubborn = Stubborn()
    let store = MemoryStore()
    let session = Session<BearerToken>(store: store) { _, _ in try await stubborn.refresh() }
    try await session.signIn(BearerToken("old"), as: "ada")
    let client = stubborn.client(session)
    let call = Task { await client.result(of: Self.text) }
    await until { stubborn.count == 1 && stubborn.clock.sleeps.contains(.seconds(60)) }
    stubborn.clock.advance(by: .seconds(60))
    _ = await call.value
    if isSignedOut {
      try await session.signOut()
    } else {
      stubborn.clock.advance(by: .seconds(2))
      let second = Task { await client.result(of: Self.text) }
      await until { stubborn.count == 2 }
      stubborn.release(1, with: "second")
      #expect(try await second.value.get() == "fine")
    }
    stubborn.release(0, with: "late")
    for _ in 0..<200 { await Task.yield() }
    let expected = isSignedOut ? nil : BearerToken("second")
    #expect(session.credential == expected)
    #expect(await store.kept?.credential == expected)
  }

  /// A store that never ends what a test says.
  private final class Hanging: CredentialStore {
    enum Part { case load, lease, replacement }
    let part: Part
    private let kept = Mutex<StoredCredential<BearerToken>?>(nil)
    private let isHanging = Mutex(false)

    init(_ part: Part) { self.part = part }

    func hang() { isHanging.withLock { $0 = true } }

    private func hang(in part: Part) async {
      guard part == self.part, isHanging.withLock({ $0 }) else { return }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func load() async -> StoredCredential<BearerToken>? {
      await hang(in: .load)
      return kept.withLock { $0 }
    }

    func save(_ stored: StoredCredential<BearerToken>?) { kept.withLock { $0 = stored } }

    func replace(_ version: String?, with stored: StoredCredential<BearerToken>?) async throws -> Bool {
      await hang(in: .replacement)
      save(stored)
      return true
    }

    func withLease<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
      await hang(in: .lease)
      return try await body()
    }
  }

  @Test(arguments: [Hanging.Part.load, .lease, .replacement])
  private func aStoreThatHangsHoldsACallNoLongerThanARefreshMayTake(part: Hanging.Part) async throws {
    let store = Hanging(part)
    let stubborn = Stubborn()
    let session = Session<BearerToken>(store: store) { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    stubborn.allow("new")
    store.hang()
    let client = stubborn.client(session)
    let call = Task { await client.result(of: Self.text) }
    await stubborn.clock.waitForSleeps(part == .replacement ? 3 : 1)
    stubborn.clock.advance(by: .seconds(60))
    let result = await call.value
    if part == .replacement {
      #expect(result.error == nil, "there is a credential")
      #expect(session.storeError?.kind == .storeFailed)
    } else {
      guard case .authentication(let why)? = result.error?.reason else { throw Unexpected() }
      #expect(why.kind == .storeFailed)
    }
  }

  @Test func aSignOutWaitsForNoRefreshAndEndsItsLease() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let stubborn = Stubborn()
      func session() -> Session<BearerToken> {
        Session(store: FileCredentialStore(path: path)) { _, _ in try await stubborn.refresh() }
      }
      let (here, there) = (session(), session())
      try await here.signIn(BearerToken("old"), as: "ada")
      let client = stubborn.client(here)
      let call = Task { await client.result(of: Self.text) }
      await until { stubborn.count == 1 }
      try await there.signOut()
      #expect(try FileCredentialStore<BearerToken>(path: path).load() == nil)
      stubborn.release(0, with: "new")
      #expect(await call.value.error != nil)
      #expect(try FileCredentialStore<BearerToken>(path: path).load() == nil, "a refresh undoes no sign-out")
      #expect(here.state == .signedOut(nil))

      try await here.signIn(BearerToken("old"), as: "ada")
      let again = Task { await client.result(of: Self.text) }
      await until { stubborn.count == 2 }
      try await here.signIn(BearerToken("of-grace"), as: "grace")
      _ = await again.value
      // The lease is free, although the function has not returned.
      try await FileCredentialStore<BearerToken>(path: path).withLease {}
      stubborn.release(1, with: "late")
      for _ in 0..<200 { await Task.yield() }
      #expect(try FileCredentialStore<BearerToken>(path: path).load()?.identity == "grace")
    }
  }

  private struct Unexpected: Error {}
}
