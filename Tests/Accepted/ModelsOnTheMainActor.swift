// flags: -default-isolation MainActor
import Observation
import Repartee

// What is decoded or encoded says `nonisolated`, as its conformance is used outside the main actor. Endpoints and
// failures need not: they are Sendable by their protocols, and Swift leaves such types alone.

nonisolated struct User: Codable, Equatable {
  var name: String
}

nonisolated struct Problem: Decodable {
  var title: String
}

enum Refusal: Error {
  case gone
  case rejected(Problem)
}

enum Tab: String {
  case posts, likes
}

struct GetUser: Endpoint {
  var id: Int
  var tab = Tab.posts

  var request: Request { .get("/users/\(id)/\(tab)", query: ["tab": tab.rawValue]) }

  static let responses: ResponseMap<User, Refusal> = [
    .code(200, .decode),
    .code(410, .error(.gone)),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]
}

/// An output that is not decoded itself needs no `nonisolated` either.
enum Search {
  case found(User)
  case nobody
}

struct FindUser: Endpoint {
  var name: String

  var request: Request { .post("/search", body: .json(User(name: name))) }

  static let responses: ResponseMap<Search, Never> = [
    .code(200, .decode(User.self) { .found($0) }),
    .code(404, .value(.nobody)),
  ]
}

@Observable
final class Profile {
  private(set) var user: User?
  private(set) var problem = ""

  private let client: Client

  init(client: Client) { self.client = client }

  func load() async {
    do {
      user = try await client.send(GetUser(id: 7))
    } catch {
      switch error.reason {
      case .declared(.gone): user = nil
      case .declared(.rejected(let problem)): self.problem = problem.title
      case .undeclared, .undecodable, .transport, .authentication, .request: problem = error.description
      }
    }
  }
}
