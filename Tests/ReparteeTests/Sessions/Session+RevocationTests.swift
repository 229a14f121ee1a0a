import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Servers that revoke a token as soon as they have given it.
@Suite(.timeLimit(.minutes(2))) struct SessionRevocationTests {
  /// An API whose time stands still.
  private final class Server: Sendable {
    private struct State {
      var valid: Int? = 0
      var newest = 0
      /// How many of the next tokens are revoked at once.
      var useless = 0
    }
    private let state = Mutex(State())

    var refreshes: Int { state.withLock { $0.newest } }

    func revoke(thenTheNext useless: Int) { state.withLock { ($0.valid, $0.useless) = (nil, useless) } }

    private func refresh() -> BearerToken {
      state.withLock { state in
        state.newest += 1
        state.valid = state.useless > 0 ? nil : state.newest
        state.useless = max(state.useless - 1, 0)
        return BearerToken("t\(state.newest)")
      }
    }

    private func accepts(_ token: String?) -> Bool {
      state.withLock { state in state.valid.map { token == "Bearer t\($0)" } ?? false }
    }

    func client() async throws -> Client {
      let session = Session<BearerToken> { _, _ in
        await Task.yield()
        return self.refresh()
      }
      try await session.signIn(BearerToken("t0"), as: "ada")
      var client = Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          let isAccepted = self.accepts(request.head.headerFields[.authorization])
          await Task.yield()
          return isAccepted ? .text("fine") : .status(401)
        })
      client.authentication = .session(session)
      client.now = { Date(timeIntervalSince1970: 1_000_000) }
      return client
    }
  }

  private static let call = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  @Test(arguments: [0, 1, 2, 3])
  func aTokenThatIsRevokedAtOnceFailsTheCallsThatSentItOnly(useless: Int) async throws {
    let server = Server()
    let client = try await server.client()
    let failures = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<16 {
        group.addTask {
          var failures = 0
          for number in 0..<20 {
            if worker == 0, number == 5 { server.revoke(thenTheNext: useless) }
            if await client.result(of: Self.call).error != nil { failures += 1 }
          }
          return failures
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures <= 16 * useless, "\(failures) of 320")
    #expect(server.refreshes == 1 + useless)
  }

  /// A server that refuses a token because a newer one was issued meanwhile: a call gets that one, but not endlessly.
  @Test(arguments: [1, 2, 3, 9])
  func aRequestWithAReplacedCredentialIsSentAgainWithTheNewer(replaced: Int) async throws {
    let newest = Mutex(0)
    let session = Session<BearerToken> { _, _ in
      BearerToken("t\(newest.withLock { $0 += 1; return $0 })")
    }
    try await session.signIn(BearerToken("t0"), as: "ada")
    let arrivals = Arrivals()
    let plain = Client(baseURL: api, transport: InMemoryTransport { _ in .status(204) })
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        guard arrivals.all.count <= replaced else { return .text("fine") }
        try await session.refreshNow(with: plain)
        return .status(401)
      })
    client.authentication = .session(session)
    let error = await client.result(of: Self.call).error
    #expect((error == nil) == (replaced <= 3))
    #expect(arrivals.all.count == min(replaced + 1, 4))
  }
}
