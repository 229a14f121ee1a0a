import Foundation
import Repartee

func sendTwice<E: Endpoint>(
  _ endpoint: E, _ client: Client, within limit: Duration
) async throws(E.Thrown) -> E.Output {
  _ = await client.result(of: endpoint) { $0.timeout = limit }
  return try await client.send(endpoint) { $0.timeout = limit }
}

nonisolated func outputs<E: Endpoint>(_ endpoints: [E], _ client: Client) async throws -> [E.Output] {
  try await withThrowingTaskGroup(of: E.Output.self) { group in
    for endpoint in endpoints { group.addTask { try await client.send(endpoint) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}

func everyItem<E: PagedEndpoint>(of list: E, _ client: Client) async throws -> [E.Item] {
  var items: [E.Item] = []
  for try await item in client.items(of: list) { items.append(item) }
  return items
}

extension Endpoint {
  func sent(by client: Client, within limit: Duration) async throws(Thrown) -> Output {
    try await client.send(self) { $0.timeout = limit }
  }
}

extension Client {
  func user(_ id: Int) async throws(CallError<UserError>) -> User { try await send(GetUser(id: id)) }

  func patient() -> Client {
    var client = self
    client.retry = .patient
    client.timeout = .seconds(120)
    return client
  }
}

/// What an app's models have in common.
@MainActor
protocol Loading: AnyObject {
  var client: Client { get }
  var limit: Duration { get }
  var problem: String { get set }
}

extension Loading {
  func load<E: Endpoint>(_ endpoint: E) async -> E.Output? {
    switch await client.result(of: endpoint, adjusting: { $0.timeout = self.limit }) {
    case .success(let output): return output
    case .failure(let error):
      problem = "\(error)"
      return nil
    }
  }
}

@MainActor
final class Page: Loading {
  let client: Client
  var limit: Duration = .seconds(7)
  var problem = ""
  var user: User?

  init(client: Client) { self.client = client }

  func show() async { user = await load(GetUser(id: 7)) }
}

/// What a view model gets in place of a client.
protocol Users: Sendable {
  func user(_ id: Int) async throws -> User
}

struct RemoteUsers: Users {
  var client: Client

  func user(_ id: Int) async throws -> User { try await client.send(GetUser(id: id)) { $0.retry = .patient } }
}

struct Dependencies: Sendable {
  var user: @Sendable (Int) async throws -> User
  var users: @Sendable (Int) -> PagedSequence<User, CallError<UserError>>

  static func live(_ client: Client) -> Dependencies {
    Dependencies(
      user: { id in try await client.send(GetUser(id: id)) { $0.retry = .patient } },
      users: { team in client.items(of: ListUsers(team: team)) })
  }
}
