import Repartee

// What the tests of the core send.

struct User: Codable, Hashable {
  var id: Int
  var name: String
}

struct Problem: Codable, Hashable, Error {
  var title: String
}

enum UserError: Error, Hashable {
  case notFound
  case rejected(Problem)
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]
}

/// Any 2xx is decoded.
struct PlainUser: Endpoint {
  var request: Request { .get("/plain") }
  static let responses: ResponseMap<User, Never> = .anySuccess
}

/// Any 2xx is success.
struct PlainPing: Endpoint {
  var request: Request { .get("/ping") }
  static let responses: ResponseMap<Void, Never> = .anySuccess
}

/// A generic endpoint, whose map can't be a stored `static let`.
struct Get<Body: Decodable & Sendable>: Endpoint {
  var path: Request.Path
  var request: Request { .get(path) }
  static var responses: ResponseMap<Body, Never> { [.code(200, .decode)] }
}

/// An application's own error type, for all its endpoints.
enum AppError: CallErrorConvertible {
  case offline
  case undeclared(Int?)
  case unreadable(BodyDecodingError)
  case refused(String)

  init(_ error: CallError<AppError>) {
    switch error.reason {
    case .declared(let failure): self = failure
    case .transport: self = .offline
    case .undeclared: self = .undeclared(error.status?.code)
    case .authentication(let error): self = .refused(error.message)
    case .undecodable(let failure): self = .unreadable(failure)
    case .request(let error): self = .refused(error.message)
    }
  }
}

protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}

struct Profile: AppEndpoint {
  var request: Request { .get("/me") }
  static let responses: ResponseMap<User, AppError> = [.code(200, .decode)]
}

func generic<E: Endpoint>(_ client: Client, _ endpoint: E) async throws(E.Thrown) -> E.Output {
  try await client.send(endpoint)
}
