import Foundation
import Repartee

/// What a SwiftUI view does: a method of a value of the main actor.
@MainActor
struct UserView {
  var id: Int
  var client: Client
  var limit: Duration
  var show: @MainActor (User) -> Void

  var body: some Sendable { id }

  func load() async {
    if let user = try? await client.send(GetUser(id: id), adjusting: { $0.timeout = limit }) { show(user) }
  }

  func task(_ action: @escaping @MainActor () async -> Void) -> Task<Void, Never> { Task { await action() } }

  func onAppear() -> Task<Void, Never> {
    task {
      let result = await client.result(of: GetUser(id: id)) { $0.timeout = limit }
      if case .success(let user) = result { show(user) }
    }
  }
}

/// A class without a mark: it belongs to the main actor in a module with that default, in others to no actor.
final class Loader {
  private let client: Client
  private var limit: Duration = .seconds(3)
  private(set) var users: [Int: User] = [:]
  var onLoad: ((User) -> Void)?

  /// A closure that calls.
  lazy var load: (Int) async throws -> User = { [client] id in try await client.send(GetUser(id: id)) }

  init(client: Client) { self.client = client }

  func user(_ id: Int) async throws -> User {
    if let user = users[id] { return user }
    let user = try await client.send(GetUser(id: id)) { $0.timeout = self.limit }
    users[id] = user
    onLoad?(user)
    return user
  }

  func all(_ team: Int) async throws {
    let list = client.items(of: ListUsers(team: team)) { [limit] in $0.timeout = limit }
    for try await user in list {
      users[user.id] = user
      onLoad?(user)
    }
  }
}
