// The examples of "Testing your client", which are tests.
import Foundation
import Repartee
import ReparteeSwiftTesting
import ReparteeTesting
import TestSupport
import Testing

protocol UserDirectory: Sendable {
  func user(_ id: Int) async throws -> User
}

extension Client: UserDirectory {
  func user(_ id: Int) async throws -> User {
    try await send(GetUser(id: id))
  }
}

struct TestingYourClientTests {
  private struct RenameUser: Endpoint {
    var id: Int
    var name: String
    var request: Request { .patch("/users/\(id)", body: .json(["name": name])) }
    static let responses: ResponseMap<Void, Never> = .anySuccess
  }

  private struct ListUsers: PagedEndpoint {
    var request: Request { .get("/users") }
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  /// What an application makes of the API.
  private final class Directory {
    private let client: Client
    private(set) var title = ""

    init(client: Client) { self.client = client }

    func show(_ id: Int) async throws { title = try await client.send(GetUser(id: id)).name }
  }

  private let client = Client(
    baseURL: "https://api.example.com", transport: InMemoryTransport { _ in .status(500) },
    headers: ["Authorization": "Bearer token"])

  @Test func stubs() async throws {
    let stubs = Stubs {
      Stub(GetUser.self, .json(#"{"id": 7, "name": "Ada"}"#))
      Stub(GetUser.self, where: { $0.id == 404 }, .status(404))
    }
    let directory = Directory(client: client.stubbed(by: stubs))

    try await directory.show(7)
    #expect(directory.title == "Ada")
    #expect(stubs.calls(of: GetUser.self).map(\.endpoint.id) == [7])
    #expect(stubs.problems.isEmpty)
  }

  @Test func responses() async throws {
    let stubs = Stubs {
      Stub(
        GetUser.self,
        .status(502, body: Data("<html>".utf8)).unexpected())
    }
    let error = await client.stubbed(by: stubs).result(of: GetUser(id: 7)) { $0.retry = .off }.error
    #expect(error?.isUndeclared == true && stubs.problems.isEmpty)

    stubs.add(
      Stub(GetUser.self) { call in
        .success(User(id: call.id, name: "User \(call.id)"))
      }
    )
    #expect(try await client.stubbed(by: stubs).send(GetUser(id: 9)).name == "User 9")
  }

  @Test func pages() async throws {
    let stubs = Stubs {
      Stub(
        ListUsers.self,
        .json("[1, 2]").header("Link", "</users?page=2>; rel=next"),
        .json("[3]"))
    }
    var users: [Int] = []
    for try await user in client.stubbed(by: stubs).items(of: ListUsers()) { users.append(user) }
    #expect(users == [1, 2, 3])
  }

  @Test func whatWasSent() async throws {
    let stubs = Stubs { Stub(RenameUser.self, .status(204)) }
    try await client.stubbed(by: stubs).send(RenameUser(id: 7, name: "Grace"))

    let call = try #require(stubs.calls(of: RenameUser.self).first)
    #expect(call.endpoint.name == "Grace")
    #expect(
      call.requests.first?.head.headerFields[.authorization]
        == "Bearer token")
  }

  @Test func timeThatIsSkipped() async throws {
    var client = client
    client.clock = SkippingClock()
    let ada = User(id: 7, name: "Ada")
    let stubs = Stubs {
      Stub(
        GetUser.self, .status(503),
        .success(ada).after(.seconds(3)))
    }
    let stubbed = client.stubbed(by: stubs)
    let reply = try await stubbed.response(to: GetUser(id: 7))
    #expect(reply.attempts.count == 2)
  }

  @Test func timeThatIsMoved() async throws {
    var client = client
    let clock = ManualClock()
    client.clock = clock
    client.timeout = .seconds(10)
    let ada = User(id: 7, name: "Ada")
    let slow = Stubs {
      Stub(GetUser.self, .success(ada).after(.seconds(60)))
    }
    let task = Task { [client] in
      await client.stubbed(by: slow).result(of: GetUser(id: 7))
    }
    await clock.waitForSleep(of: .seconds(10))
    clock.advance(by: .seconds(10))
    await #expect(throws: CallError<UserError>.self) {
      try await task.value.get()
    }
  }

  @Test func coverage() async throws {
    let stubs = Stubs { Stub(GetUser.self, .json(#"{"id": 7, "name": "Ada"}"#)) }
    let coverage = ContractCoverage(GetUser.self, RenameUser.self)
    let watched = client.stubbed(by: stubs).covered(by: coverage)
    _ = try await watched.send(GetUser(id: 7))
    print(coverage.report)
    try coverage.report.require(0.25)
  }

  @Test func recordings() async throws {
    let client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { _ in .json(#"{"id": 7, "name": "Ada"}"#) })
    let recording = Recording()
    let recorded = client.recorded(by: recording)
    let first = try await recorded.send(GetUser(id: 7))
    let har = try recording.har.json  // HAR 1.2, to be kept in a file

    let replay = Replay(try HAR(har))
    let again = try await client.replaying(replay).send(GetUser(id: 7))
    #expect(first.name == again.name && replay.unusedEntries.isEmpty)
  }

  @Test(.replaying("users.har")) func theUserIsShown() async throws {
    #expect(
      try await client.replayed().send(GetUser(id: 7)).name == "Ada")
  }

  @Test func previews() async throws {
    let preview = Client.preview {
      Stub(GetUser.self, .success(User(id: 7, name: "Ada")))
    }
    #expect(try await preview.send(GetUser(id: 7)).name == "Ada")
  }
}
