import Foundation
import Repartee
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// Calls that are not sent take no response from a sequence.
extension StubsTests {
  private func client(_ stubs: Stubs) -> Client {
    var client = Client.preview {}.stubbed(by: stubs)
    client.clock = SkippingClock()
    return client
  }

  private func user(_ name: String) -> StubResponse<User, UserError> {
    .json(#"{"id": 7, "name": "\#(name)"}"#)
  }

  @Test func aCallThatTheCacheAnswersTakesNoResponse() async throws {
    let stubs = Stubs {
      Stub(GetUser.self, user("a").header("Cache-Control", "max-age=60"), user("b"), user("c"))
    }
    var client = client(stubs)
    client.cache = ResponseCache()
    #expect(
      await client.result(of: GetUser(id: 7)) { $0.cachePolicy = .onlyIfCached }.error?.transportError?.kind
        == .notCached)
    for _ in 0..<3 { #expect(try await client.send(GetUser(id: 7)).name == "a") }
    #expect(try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reload }.name == "b")
    #expect(stubs.calls(of: GetUser.self).map(\.requests.count) == [0, 1, 0, 0, 1] && stubs.problems.isEmpty)
  }

  @Test func aValidationInTheBackgroundTakesTheNextResponse() async throws {
    let stale = "max-age=60, stale-while-revalidate=600"
    let stubs = Stubs {
      Stub(
        GetUser.self, user("a").header("Cache-Control", stale),
        user("b").header("Cache-Control", "max-age=60"),
        user("c"))
    }
    var client = client(stubs)
    client.cache = ResponseCache()
    let start = Date()
    client.now = { start }
    #expect(try await client.send(GetUser(id: 7)).name == "a")
    client.now = { start + 61 }
    #expect(try await client.send(GetUser(id: 7)).name == "a")
    while stubs.calls(of: GetUser.self).map(\.requests.count) != [1, 1] { await Task.yield() }
    while try await client.send(GetUser(id: 7)).name != "b" { await Task.yield() }
    #expect(stubs.problems.isEmpty)
  }

  @Test func aCallWithoutACredentialTakesNoResponse() async throws {
    let stubs = Stubs { Stub(GetUser.self, user("a"), user("b")) }
    var client = client(stubs)
    let session = Session<BearerToken>()
    client.authentication = .session(session)
    guard case .authentication? = await client.result(of: GetUser(id: 7)).error?.reason else {
      Issue.record("the call has a credential")
      return
    }
    try await session.signIn(BearerToken("token"))
    #expect(try await client.send(GetUser(id: 7)).name == "a")
    #expect(try await client.send(GetUser(id: 7)).name == "b")
  }
}
