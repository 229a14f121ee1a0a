package import Repartee

// What the tests of the core send.

package struct User: Codable, Hashable {
  package var id: Int
  package var name: String

  package init(id: Int, name: String) {
    (self.id, self.name) = (id, name)
  }
}

package struct Problem: Codable, Hashable, Error {
  package var title: String

  package init(title: String) {
    self.title = title
  }
}

package enum UserError: Error, Hashable {
  case notFound
  case rejected(Problem)
}

package struct GetUser: Endpoint {
  package var id: Int

  package init(id: Int) {
    self.id = id
  }

  package var request: Request { .get("/users/\(id)") }

  package static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]
}

/// Any 2xx is decoded.
package struct PlainUser: Endpoint {
  package init() {}

  package var request: Request { .get("/plain") }
  package static let responses: ResponseMap<User, Never> = .anySuccess
}

/// Any 2xx is success.
package struct PlainPing: Endpoint {
  package init() {}

  package var request: Request { .get("/ping") }
  package static let responses: ResponseMap<Void, Never> = .anySuccess
}

/// A generic endpoint, whose map can't be a stored `static let`.
package struct Get<Body: Decodable & Sendable>: Endpoint {
  package var path: Request.Path

  package init(path: Request.Path) {
    self.path = path
  }
  package var request: Request { .get(path) }
  package static var responses: ResponseMap<Body, Never> { [.code(200, .decode)] }
}

/// An application's own error type, for all its endpoints.
package enum AppError: CallErrorConvertible {
  case offline
  case undeclared(Int?)
  case unreadable(BodyDecodingError)
  case refused(String)

  package init(_ error: CallError<AppError>) {
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

package protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}

package struct Profile: AppEndpoint {
  package init() {}

  package var request: Request { .get("/me") }
  package static let responses: ResponseMap<User, AppError> = [.code(200, .decode)]
}

package func generic<E: Endpoint>(_ client: Client, _ endpoint: E) async throws(E.Thrown) -> E.Output {
  try await client.send(endpoint)
}
