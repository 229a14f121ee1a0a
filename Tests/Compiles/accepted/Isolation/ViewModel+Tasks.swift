import Foundation
import Repartee

// Calls within tasks.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ViewModel {

  func start() {
    running?.cancel()
    running = Task {
      let result = await client.result(of: GetUser(id: 7)) { $0.timeout = self.limit }
      if !Task.isCancelled { user = try? result.get() }
    }
  }

  func inATask() {
    Task {
      do throws(CallError<UserError>) {
        user = try await client.send(GetUser(id: 7)) { $0.timeout = limit }
      } catch {
        problem = error.declared.map { "\($0)" } ?? error.description
      }
    }
  }

  func inAWeakTask() {
    Task { [weak self] in
      guard let self else { return }
      self.user = try? await self.client.send(GetUser(id: 7)) { $0.timeout = self.limit }
    }
  }

  func inADetachedTask() async throws {
    let (client, limit) = (client, limit)
    user = try await Task.detached {
      try await client.send(GetUser(id: 7)) { $0.timeout = limit }
    }.value
  }

  func atTheSameTime() async throws {
    async let ada = client.send(GetUser(id: 7))
    async let grace = client.send(GetUser(id: 8))
    users = try await [ada, grace]
  }

  func atTheSameTimeWithClosures() async throws {
    let limit = limit
    async let ada = client.send(GetUser(id: 7)) { $0.timeout = limit }
    async let grace = client.response(to: GetUser(id: 8)) { $0.timeout = limit }
    users = try await [ada, grace.value]
  }

  func inAGroup() async throws {
    let (client, limit) = (client, limit)
    users = try await withThrowingTaskGroup(of: User.self) { group in
      for id in 1...3 {
        group.addTask { try await client.send(GetUser(id: id)) { $0.timeout = limit } }
      }
      var users: [User] = []
      for try await user in group { users.append(user) }
      return users
    }
  }

}
