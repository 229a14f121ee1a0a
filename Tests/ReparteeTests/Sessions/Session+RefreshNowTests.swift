import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// A refresh that the application asks for, and the events of refreshes.
@Suite(.timeLimit(.minutes(2))) struct SessionRefreshNowTests {
  private struct Down: Error {}

  /// Counts, and gives `t1`, `t2` and so on, or fails.
  private final class Tokens: Sendable {
    private let state = Mutex((count: 0, fails: false))
    var count: Int { state.withLock { $0.count } }
    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

    func next() throws -> BearerToken {
      try state.withLock { state in
        state.count += 1
        if state.fails { throw Down() }
        return BearerToken("t\(state.count)")
      }
    }
  }

  private let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(204) })

  private func names(_ events: [SessionRefreshEvent]) -> [String] {
    events.map { event in
      switch event {
      case .began: "began"
      case .succeeded: "succeeded"
      case .failed(let error): "failed \(error.kind)"
      }
    }
  }

  private func first(_ count: Int, of stream: AsyncStream<SessionRefreshEvent>) async -> [String] {
    var events: [SessionRefreshEvent] = []
    for await event in stream {
      events.append(event)
      if events.count == count { break }
    }
    return names(events)
  }

  @Test func aCredentialThatHasNotExpiredIsRefreshed() async throws {
    let tokens = Tokens()
    let session = Session<BearerToken> { _, _ in try tokens.next() }
    try await session.signIn(BearerToken("t0"), as: "ada")
    let refreshes = session.refreshes
    try await session.refreshNow(with: client)
    #expect(session.credential?.accessToken == "t1")
    try await session.refreshNow(with: client)
    #expect(session.credential?.accessToken == "t2" && session.state == .signedIn(as: "ada"))
    #expect(await first(4, of: refreshes) == ["began", "succeeded", "began", "succeeded"])
  }

  @Test func afterAFailureThereIsNoPause() async throws {
    let tokens = Tokens()
    tokens.fail(true)
    let session = Session<BearerToken> { _, _ in try tokens.next() }
    try await session.signIn(BearerToken("t0"))
    let refreshes = session.refreshes
    for _ in 0..<2 {
      let error = await #expect(throws: AuthenticationError.self) {
        try await session.refreshNow(with: client)
      }
      #expect(error?.kind == .refreshFailed && error?.underlying is Down)
    }
    tokens.fail(false)
    try await session.refreshNow(with: client)
    #expect(tokens.count == 3 && session.credential?.accessToken == "t3")
    #expect(
      await first(6, of: refreshes)
        == ["began", "failed refreshFailed", "began", "failed refreshFailed", "began", "succeeded"])
  }

  @Test func aRefreshInProgressIsWaitedFor() async throws {
    let (began, end) = (Signal(), Signal())
    let tokens = Tokens()
    let session = Session<BearerToken> { _, _ in
      began.fire()
      await end.wait()
      return try tokens.next()
    }
    try await session.signIn(BearerToken("t0"))
    let refreshes = session.refreshes
    let one = Task { try await session.refreshNow(with: client) }
    await began.wait()
    let two = Task { try await session.refreshNow(with: client) }
    let cancelled = Task { try await session.refreshNow(with: client) }
    cancelled.cancel()
    await #expect(throws: AuthenticationError.self) { try await cancelled.value }
    end.fire()
    try await one.value
    try await two.value
    #expect(tokens.count <= 2 && session.credential?.accessToken == "t\(tokens.count)")
    #expect(await first(2, of: refreshes) == ["began", "succeeded"])
  }

  @Test func whereNothingCanBeRefreshedItFails() async throws {
    let without = Session<BearerToken>()
    let missing = await #expect(throws: AuthenticationError.self) {
      try await without.refreshNow(with: client)
    }
    #expect(missing?.kind == .missing)
    try await without.signIn(BearerToken("t0"))
    let failed = await #expect(throws: AuthenticationError.self) {
      try await without.refreshNow(with: client)
    }
    #expect(failed?.kind == .refreshFailed && without.credential?.accessToken == "t0")
  }

  @Test func aFirstCredentialIsObtained() async throws {
    let tokens = Tokens()
    let session = Session<BearerToken>.obtaining { _, _ in try tokens.next() }
    try await session.refreshNow(with: client)
    #expect(session.credential?.accessToken == "t1")
  }

  @Test func theStoreIsReadFirst() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let earlier = Session(store: FileCredentialStore<BearerToken>(path: path))
      try await earlier.signIn(BearerToken("stored"), as: "ada")
      let old = Mutex<String?>(nil)
      let session = Session(store: FileCredentialStore<BearerToken>(path: path)) { token, _ in
        old.withLock { $0 = token.accessToken }
        return BearerToken("new")
      }
      try await session.refreshNow(with: client)
      #expect(old.withLock { $0 } == "stored" && session.credential?.accessToken == "new")
      #expect(session.state == .signedIn(as: "ada"))
    }
  }

  @Test func inARefreshOfTheSessionItselfItDoesNothing() async throws {
    let held = Mutex<Session<BearerToken>?>(nil)
    let session = Session<BearerToken> { _, refresh in
      try await held.withLock { $0 }?.refreshNow(with: refresh.client)
      return BearerToken("t1")
    }
    held.withLock { $0 = session }
    try await session.signIn(BearerToken("t0"))
    try await session.refreshNow(with: client)
    #expect(session.credential?.accessToken == "t1")
    held.withLock { $0 = nil }
  }

  @Test func inATaskThatOutlivesTheRefreshItRefreshes() async throws {
    let (tokens, gate) = (Tokens(), Signal())
    let held = Mutex((session: Session<BearerToken>?.none, late: Task<Void, any Error>?.none))
    let session = Session<BearerToken> { [client] _, _ in
      held.withLock { held in
        guard let session = held.session, held.late == nil else { return }
        held.late = Task {
          await gate.wait()
          try await session.refreshNow(with: client)
        }
      }
      return try tokens.next()
    }
    held.withLock { $0.session = session }
    try await session.signIn(BearerToken("t0"))
    try await session.refreshNow(with: client)
    gate.fire()
    try await held.withLock { $0.late }?.value
    #expect(session.credential?.accessToken == "t2")
    held.withLock { $0.session = nil }
  }

  @Test func aSignOutEndsTheWait() async throws {
    let began = Signal()
    let session = Session<BearerToken> { _, _ in
      began.fire()
      try await Task.sleep(for: .seconds(3_600))
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("t0"))
    let refresh = Task { try await session.refreshNow(with: client) }
    await began.wait()
    try await session.signOut()
    let error = await #expect(throws: AuthenticationError.self) { try await refresh.value }
    #expect(error?.kind == .missing)
  }

  @Test func theEventsEndWithTheSession() async throws {
    var session: Session<BearerToken>? = Session()
    let refreshes = session?.refreshes
    session = nil
    for await event in try #require(refreshes) { Issue.record("\(event)") }
  }
}
