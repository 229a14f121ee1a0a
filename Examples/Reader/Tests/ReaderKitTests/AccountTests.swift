import Foundation
import Repartee
import ReparteeTesting
import Testing

@testable import ReaderKit

struct AccountTests {
  private let tokens = Tokens(access: "a1", refresh: "r1", expires: .distantFuture)

  @Test func signingInNamesTheUserAndForgetsThePassword() async throws {
    let reader = Reader(Stubs { Stub(SignIn.self, .success(tokens)) })
    let account = Account(reader)
    (account.email, account.password) = ("ada@example.com", "secret")
    await account.signIn()
    #expect(account.password.isEmpty && account.problem == nil)

    let follower = Task { await account.follow() }
    await wait { account.user != nil }
    #expect(account.user == "ada@example.com" && account.isSignedIn)
    follower.cancel()
    await follower.value
  }

  @Test func aWrongPasswordIsShown() async {
    let account = Account(Reader(Stubs { Stub(SignIn.self, .failure(.wrongPassword)) }))
    await account.signIn()
    #expect(account.problem == "The password is wrong.")
  }

  @Test func aRefusedTokenIsRefreshedAndTheCallSentAgain() async throws {
    let stubs = Stubs {
      Stub(SearchArticles.self, .status(401), .json(encoding: HeadlinePage(headlines: [])))
      Stub(RefreshTokens.self, .success(Tokens(access: "a2", refresh: "r2", expires: .distantFuture)))
    }
    let reader = try await Reader.signedIn(stubs)
    _ = try await reader.client.send(SearchArticles(text: ""))
    let call = try #require(stubs.calls(of: SearchArticles.self).first)
    #expect(call.requests.map { $0.head.headerFields[.authorization] } == ["Bearer a1", "Bearer a2"])
    #expect(stubs.calls(of: RefreshTokens.self).map(\.endpoint.token) == ["r1"])
  }

  @Test func aRevokedTokenSignsTheUserOut() async throws {
    let stubs = Stubs {
      Stub(SearchArticles.self, .status(401))
      Stub(RefreshTokens.self, .status(403))
    }
    let reader = try await Reader.signedIn(stubs)
    let account = Account(reader)
    _ = try? await reader.client.send(SearchArticles(text: ""))
    let follower = Task { await account.follow() }
    await wait { account.problem != nil }
    #expect(!account.isSignedIn && account.problem == "Sign in again.")
    follower.cancel()
  }
}
