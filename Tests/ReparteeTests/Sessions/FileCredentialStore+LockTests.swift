import Foundation
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing
@testable import Repartee

/// The lock of a file, and what is shared over it.
@Suite(.timeLimit(.minutes(2))) struct FileCredentialStoreLockTests {
  private typealias Store = FileCredentialStore<BearerToken>

  @Test func oneHasItAtATime() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let inside = Inside()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<5 {
              try await Store(path: path).withLock {
                inside.enter()
                await Task.yield()
                inside.leave()
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(inside.most == 1 && inside.count == 40)
    }
  }

  @Test func patienceHasAnEnd() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let clock = SkippingClock()
      try await Store(path: path).withLock {
        let error = await #expect(throws: (any Error).self) {
          try await Store(path: path, patience: .seconds(1), clock: clock).withLock {}
        }
        #expect(
          "\(error as Any)".contains("is locked by another program, for longer than 1.0 seconds"))
      }
      #expect(clock.sleeps.count == 50 && clock.sleeps.allSatisfy { $0 == .milliseconds(20) })
    }
  }

  @Test func itIsFreeAgainAfterAnError() async throws {
    try await withFolder { folder in
      let store = Store(path: folder.appending(path: "token.json").path, patience: .zero)
      await #expect(throws: PlainError.self) { try await store.withLock { throw PlainError("no") } }
      let value = try await store.withLock { 7 }
      #expect(value == 7)
    }
  }

  @Test func whoeverWaitsCanBeCancelled() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let clock = ManualClock()
      try await Store(path: path).withLock {
        let waiting = Task {
          try await Store(path: path, patience: .seconds(60), clock: clock).withLock {}
        }
        await clock.waitForSleeps()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
      }
    }
  }

  /// As two programs on one machine: each has a session of its own, and its own store, over one file.
  @Test func twoSessionsShareOneRotation() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let valid = Mutex("a0")
      let refreshes = Mutex<[String]>([])
      let transport = InMemoryTransport { request in
        request.head.headerFields[.authorization] == "Bearer \(valid.withLock { $0 })"
          ? .text("fine") : .status(401)
      }
      func program() -> (session: Session<BearerToken>, client: Client) {
        let session = Session<BearerToken>(store: Store(path: path)) { token, _ in
          let count = refreshes.withLock { spent in
            spent.append(token.refreshToken ?? "")
            return spent.count
          }
          valid.withLock { $0 = "a\(count)" }
          return BearerToken("a\(count)", refreshToken: "r\(count)")
        }
        var client = Client(baseURL: api, transport: transport)
        client.authentication = .session(session)
        return (session, client)
      }
      let (one, other) = (program(), program())
      try await one.session.signIn(BearerToken("a0", refreshToken: "r0"), as: "ada")
      let call = Resource<String, Never>(.get("/a"), [.code(200, .decode)])
      #expect(try await other.client.send(call) == "fine", "it reads what the first has written")
      #expect(other.session.state == .signedIn(as: "ada"))

      for round in 1...3 {
        valid.withLock { $0 = "nothing" }
        try await withThrowingTaskGroup(of: String.self) { group in
          for client in [one.client, other.client] {
            for _ in 0..<10 { group.addTask { try await client.send(call) } }
          }
          for try await text in group { #expect(text == "fine") }
        }
        #expect(refreshes.withLock { $0 } == (0..<round).map { "r\($0)" }, "one for both, none spent twice")
      }
      try await one.session.signOut()
      valid.withLock { $0 = "nothing" }
      let error = try #require(await other.client.result(of: call).error)
      guard case .authentication(let missing) = error.reason else { throw error }
      #expect(missing.kind == .missing, "one that signs out signs out the other, when it is refused")
      #expect(refreshes.withLock { $0.count } == 3)
    }
  }
}

/// Counts the tasks that have the lock.
private final class Inside: Sendable {
  private let state = Mutex((inside: 0, most: 0, count: 0))

  var most: Int { state.withLock { $0.most } }
  var count: Int { state.withLock { $0.count } }

  func enter() {
    state.withLock { state in
      state.inside += 1
      state.most = max(state.most, state.inside)
      state.count += 1
    }
  }

  func leave() { state.withLock { $0.inside -= 1 } }
}
