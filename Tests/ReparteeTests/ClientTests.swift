import Foundation
import Repartee
import Testing

struct ClientTests {
  @Test func aDeclaredStatusGivesItsOutput() async throws {
    let client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { _ in .json(#"{"id": 7, "name": "Ada"}"#) })
    let user = try await client.send(GetUser(id: 7))
    #expect(user == User(id: 7, name: "Ada"))
    let again = try await generic(client, GetUser(id: 7))
    #expect(again == user)
    let profile = try await client.send(Profile())
    #expect(profile.id == 7)
    let plain = try await client.send(Get<User>(path: "/x"))
    #expect(plain.id == 7)
    try await client.send(PlainPing())
    do {
      _ = try await client.send(PlainUser())
    } catch {
      switch error.reason {
      case .undeclared, .undecodable, .transport, .request: break
      }
    }
  }

  @Test func aDeclaredFailureIsThrownTyped() async {
    let client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { _ in .json(#"{"title": "no"}"#, status: 422) })
    do {
      _ = try await client.send(GetUser(id: 7))
      Issue.record("it should have thrown")
    } catch {
      switch error.reason {
      case .declared(.rejected(let problem)): #expect(problem.title == "no")
      case .declared(.notFound), .undeclared, .undecodable, .transport, .request: Issue.record("\(error)")
      }
      print(error)
      print(error.report)
    }
  }
}
