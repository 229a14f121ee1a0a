// Calls outside the main actor.
import Foundation
import Repartee

actor Store {
  private var limit: Duration = .seconds(7)
  private var users: [User] = []
  private let client: Client

  init(client: Client) { self.client = client }

  func load() async throws {
    users = [try await client.send(GetUser(id: 7)) { $0.timeout = self.limit }]
  }

  func result() async -> Result<User, CallError<UserError>> {
    await client.result(of: GetUser(id: 7)) { $0.timeout = limit }
  }

  func reply() async throws -> String? {
    try await client.response(to: GetUser(id: 7)) { $0.timeout = limit }.header("ETag")
  }

  func url() async throws -> URL { try await client.url(for: GetUser(id: 7)) { $0.timeout = limit } }

  func curl() throws -> String { try client.curl(for: GetUser(id: 7)) { $0.timeout = limit } }

  func aLocalVariable() async throws -> Int {
    var calls = 0
    _ = try await client.send(GetUser(id: 7)) {
      $0.timeout = limit
      calls += 1
    }
    return calls
  }

  func anInout(_ calls: inout Int) async throws {
    _ = try await client.send(GetUser(id: 7)) { _ in calls += 1 }
  }

  func items() async throws {
    let users = client.items(of: ListUsers(team: 1)) { [limit] in $0.timeout = limit }
    for try await user in users { self.users.append(user) }
  }

  func stream() async throws -> String {
    var text = ""
    let tokens = try await client.send(Chat(question: "Why?")) { $0.idleTimeout = limit }
    for try await token in tokens { text += token.text }
    return text
  }

  func task() -> Task<Void, Never> {
    Task {
      let result = await client.result(of: GetUser(id: 7)) { $0.timeout = limit }
      if let user = try? result.get() { users.append(user) }
    }
  }

  func together() async throws {
    async let ada = client.send(GetUser(id: 7))
    async let grace = client.send(GetUser(id: 8))
    users = try await [ada, grace]
  }

  nonisolated func fresh() async throws -> User { try await client.send(GetUser(id: 7)) { $0.retry = .off } }

  static func named(_ client: Client) async throws -> User { try await client.send(GetUser(id: 7)) }
}

@globalActor actor Background {
  static let shared = Background()
}

@Background final class Sync {
  var limit: Duration = .seconds(7)
  var users: [User] = []

  func run(_ client: Client) async throws {
    users = [try await client.send(GetUser(id: 7)) { $0.timeout = self.limit }]
    for try await user in client.items(of: ListUsers(team: 1)) { users.append(user) }
  }
}

/// An app of the main actor, with methods that are not.
@MainActor
final class Service {
  let client: Client
  var limit: Duration = .seconds(7)

  init(client: Client) { self.client = client }

  nonisolated func user(_ id: Int, within limit: Duration) async throws(CallError<UserError>) -> User {
    try await client.send(GetUser(id: id)) { $0.timeout = limit }
  }

  nonisolated func userWithinTheLimit(_ id: Int) async throws -> User {
    let limit = await limit
    return try await client.send(GetUser(id: id)) { $0.timeout = limit }
  }

  @concurrent nonisolated func all(_ team: Int) async throws -> [User] {
    var users: [User] = []
    for try await user in client.items(of: ListUsers(team: team)) { users.append(user) }
    return users
  }

  nonisolated(nonsending) func here(_ id: Int) async throws -> User { try await client.send(GetUser(id: id)) }
}

nonisolated func load(_ client: Client, _ ids: [Int], within limit: Duration) async throws -> [User] {
  var users: [User] = []
  var calls = 0
  for id in ids {
    users.append(
      try await client.send(GetUser(id: id)) {
        $0.timeout = limit
        calls += 1
      })
  }
  print(calls)
  return users
}

nonisolated func loadTogether(_ client: Client, _ ids: [Int], within limit: Duration) async -> [User] {
  await withTaskGroup(of: User?.self) { group in
    for id in ids {
      group.addTask { try? await client.send(GetUser(id: id)) { $0.timeout = limit } }
    }
    return await group.reduce(into: []) { users, user in if let user { users.append(user) } }
  }
}

func counted(_ client: Client, _ calls: inout Int) async throws -> User {
  try await client.send(GetUser(id: 7)) { _ in calls += 1 }
}

func passedOn(_ client: Client, adjusting: (inout Request) -> Void) async throws -> User {
  try await client.send(GetUser(id: 7), adjusting: adjusting)
}
