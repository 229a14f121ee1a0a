import Repartee

// Requirements that a protocol of an application satisfies, which does not refine that of the library.

nonisolated struct User: Codable, Sendable {
  var name: String
}

protocol OfTheSignedIn {}

extension OfTheSignedIn {
  var request: Request { .get("/me") }
}

struct GetMe: Endpoint, OfTheSignedIn {
  static let responses: ResponseMap<User, Never> = .anySuccess
}

protocol Linked {}

extension Linked {
  func next(after page: PageResponse<[User]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

struct ListUsers: PagedEndpoint, Linked {
  var request: Request { .get("/users") }

  static let responses: ResponseMap<[User], Never> = .anySuccess
}

protocol Passing {}

extension Passing {
  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse { try await next(request) }
}

struct Nothing: Stage, Passing {}
