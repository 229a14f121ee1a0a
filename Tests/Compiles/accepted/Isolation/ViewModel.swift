import Foundation
import Observation
import Repartee

/// Calls of a class of the main actor, whose closures read its state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
final class ViewModel {
  var limit: Duration = .seconds(7)
  var identity = "ada"
  var user: User?
  var users: [User] = []
  var notes: [Note] = []
  var text = ""
  var problem = ""
  var received: Int64 = 0

  @ObservationIgnored var running: Task<Void, Never>?

  let client: Client

  init(client: Client) { self.client = client }

  func send() async {
    do {
      user = try await client.send(GetUser(id: 7)) { $0.timeout = self.limit }
    } catch {
      switch error.reason {
      case .declared(.notFound): user = nil
      case .declared(.rejected(let title)): problem = title
      case .undeclared, .undecodable, .transport, .authentication, .request: problem = error.description
      }
    }
  }

  func sendWithoutAClosure() async throws {
    user = try await client.send(GetUser(id: 7))
    try await client.send(PutUser(user: User(id: 7, name: "Ada", role: .admin)))
  }

  func sendWithAMethod() async throws {
    user = try await client.send(GetUser(id: 7), adjusting: adjust)
  }

  private func adjust(_ request: inout Request) {
    request.timeout = limit
    request.headers["X-Identity"] = identity
  }

  func result() async {
    let result = await client.result(of: GetUser(id: 7)) { $0.timeout = self.limit }
    switch result {
    case .success(let user): self.user = user
    case .failure(let error): problem = error.description
    }
  }

  func reply() async throws {
    let reply = try await client.response(to: GetUser(id: 7)) { [limit] in $0.timeout = limit }
    user = reply.value
    problem = reply.header("X-Problem") ?? ""
  }

  func url() async throws -> URL {
    try await client.url(for: GetUser(id: 7)) { $0.headers["X-Identity"] = self.identity }
  }

  func curl() throws -> String {
    try client.curl(for: GetUser(id: 7)) { $0.headers["X-Identity"] = self.identity }
  }

  func aLocalVariable() async throws -> Int {
    var calls = 0
    _ = try await client.send(GetUser(id: 7)) {
      $0.timeout = self.limit
      calls += 1
    }
    return calls
  }

  func anInout(_ calls: inout Int) async throws {
    _ = try await client.send(GetUser(id: 7)) {
      $0.timeout = self.limit
      calls += 1
    }
  }

  func ownState() async throws {
    _ = try await client.response(to: GetUser(id: 7)) {
      $0.timeout = self.limit
      self.problem = ""
    }
  }

  func aResource() async throws -> String {
    let me = Resource(User.self, .get("/me")).snakeCase
    let name = try await client.send(me.map(\.name)) { $0.timeout = self.limit }
    let size = Resource(.get("/me"), failure: UserError.self) { response in
      if response.status == .notFound { throw UserError.notFound }
      return response.body.count
    }
    return try await name + "\(client.send(size))"
  }

  func aThrownTypeOfItsOwn() async {
    do {
      text = try await client.send(GetSettings()) { $0.timeout = self.limit }.theme
    } catch {
      switch error {
      case .offline: problem = "offline"
      case .refused(let title): problem = title
      }
    }
  }

  func severalEndpoints() async {
    do {
      user = try await client.send(GetUser(id: 7)) { $0.timeout = self.limit }
      _ = try await client.send(Find(text: "ada")) { $0.timeout = self.limit }
    } catch let failure as any CallErrorProtocol {
      problem = failure.description
    } catch {
      problem = "\(error)"
    }
  }

  func anOutputThatIsNotDecoded() async throws {
    switch try await client.send(Find(text: identity)) {
    case .user(let user, let tag): (self.user, problem) = (user, tag?.value ?? "")
    case .pair(let user, let team): (self.user, problem) = (user, team.title)
    case .team(let team): problem = team.title
    case .nobody: user = nil
    }
  }
}
