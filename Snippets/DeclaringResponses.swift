// The examples of "Declaring responses": statuses, empty responses, functions. Those of bodies are in
// DeclaringBodies.swift.
import Foundation
import Repartee

nonisolated struct User: Codable, Sendable {
  var id: Int
  var name: String
}

nonisolated struct Job: Decodable, Sendable {
  var id: Int
}

nonisolated struct Problem: Decodable, Sendable {
  var title: String
}

enum GitHubFailure: Error {
  case signedOut, tooManyRequests
}

nonisolated enum GitHub {
  static let failures: ResponseMap<Never, GitHubFailure> = [
    .code(401, .error(.signedOut)),
    .code(429, .error(.tooManyRequests)),
  ]
}

enum UserError: Error {
  case taken(User)
  case rejected(Problem)
  case github(GitHubFailure)
}

struct CreateUser: Endpoint {
  var user: User

  var request: Request { .post("/users", body: .json(user)) }

  static let responses: ResponseMap<User?, UserError> = [
    // The body is the output.
    .code(201, .decode),
    // A constant output.
    .code(202, .value(nil)),
    // A body, made into the failure.
    .code(409, .decodeError(User.self) { .taken($0) }),
    // 400...499, except 409.
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
    // Failures of the whole API.
    .including(GitHub.failures) { .github($0) },
  ]
}

// MARK: A type per status

enum Export: Sendable {
  case done(User)
  case pending(Job)
  case elsewhere(URL)
  case missing
}

struct ExportUser: Endpoint {
  var id: Int

  var request: Request { .post("/users/\(id)/export") }

  static let responses: ResponseMap<Export, Never> = [
    .code(200, .decode(User.self) { .done($0) }),
    .code(202, .decode(Job.self) { .pending($0) }),
    .code(
      303,
      .value { response in
        guard let url = response.location else {
          throw BodyDecodingError(message: "there is no Location")
        }
        return .elsewhere(url)
      }),
    .code(404, .value(.missing)),
  ]
}

func follow(_ client: Client) async throws {
  switch try await client.send(ExportUser(id: 7)) {
  case .done(let user): print("exported \(user.name)")
  case .pending(let job): print("ask again for job \(job.id)")
  case .elsewhere(let url): print("it is at \(url)")
  case .missing: print("there is no such user")
  }
}

// MARK: Empty responses

struct FindUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User?, Never> = [
    .code(200, .decode),  // an empty body is nil
    .code(204, .noContent),  // nil
    .code(404, .value(nil)),
  ]
}

struct ClearCache: Endpoint {
  var request: Request { .delete("/cache") }

  static let responses: ResponseMap<Void, Never> = [
    .code(204, .validatedEmpty)
  ]
}

nonisolated struct Confirmation: Decodable {
  var returnCode: Int
  var message: String
}

enum ShopError: Error {
  case refused(String)
}

nonisolated extension Outcome<Void, ShopError> {
  static var confirmed: Outcome {
    .decode(Confirmation.self) { body throws(ShopError) in
      if body.returnCode >= 400 { throw .refused(body.message) }
    }
  }
}

struct CancelOrder: Endpoint {
  var id: Int

  var request: Request { .post("/orders/\(id)/cancel") }

  static let responses: ResponseMap<Int?, ShopError> = [
    .code(204, .noContent(.validatedEmpty)),
    .success(.noContent(.confirmed)),
  ]
}

func remove<Body: Decodable & Sendable>(
  _ path: Request.Path, as body: Body.Type, _ client: Client
) async throws -> Body {
  try await client.send(Resource(body, .delete(path)))
}

func clear(_ client: Client) async throws {
  _ = try await remove("/cache", as: EmptyResponse.self, client)
}

// MARK: Functions, content types, options

nonisolated struct Order: Decodable, Sendable {
  var lines: [String]
}

enum OrderError: Error {
  case nothingOrdered
  case stillProcessing
  case closed
}

actor Archive {
  static let shared = Archive()
  private var orders: [Order] = []
  func store(_ order: Order) { orders.append(order) }
}

struct PlaceOrder: Endpoint {
  var request: Request { .post("/orders") }

  static let responses: ResponseMap<Order, OrderError> = [
    .code(
      200,
      .decode(Order.self) { order throws(OrderError) in
        if order.lines.isEmpty { throw .nothingOrdered }
        return order
      }),
    .code(
      201,
      Outcome(async: { response, decoder in
        let order = try response.decode(Order.self, with: decoder)
        await Archive.shared.store(order)
        return .success(order)
      })),
    .code(202, .error(.stillProcessing).transient),
    .code(503, .error(.closed).permanent),
  ]
}

enum Report: Sendable {
  case rows([String])
  case page(String)
}

struct GetReport: Endpoint {
  var request: Request { .get("/report") }

  static let responses: ResponseMap<Report, Never> = [
    .code(
      200,
      .decode([String].self) { .rows($0) }
        .when("application/json")),
    .code(200, .decode(String.self) { .page($0) }.when("text/*")),
  ]
}

nonisolated struct Backup: Decodable, Sendable {
  var startedAt: Date
}

struct GetBackup: Endpoint {
  var request: Request { .get("/backup") }

  static let responses: ResponseMap<Backup, Never> = [
    .code(
      200, .decode.snakeCase.json { $0.dates = .secondsSince1970 })
  ]
}

struct GetLegacy: Endpoint {
  var request: Request { .get("/legacy") }

  static let responses = ResponseMap<User, UserError>([
    .code(200, .decode)
  ]).wrapping { response, decoder, declared in
    // The maintenance page of the proxy is no response of the API.
    if response.header("X-Maintenance") != nil {
      throw UndeclaredStatus()
    }
    guard response.header("X-Error") != nil else {
      return try await declared(response)
    }
    let problem = try response.decode(Problem.self, with: decoder)
    return .failure(.rejected(problem))
  }
}

// MARK: Without a type

enum NameError: Error {
  case missing
}

func readInTwoWays(_ client: Client) async throws {
  let me = Resource(User.self, .get("/me")).snakeCase
  let name = me.map(\.name)
  let size = Resource(.get("/me"), failure: NameError.self) {
    response in
    if response.status == .notFound { throw NameError.missing }
    return response.body.count
  }
  print(try await client.send(name), try await client.send(size))
}

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { request in
    switch request.head.path {
    case "/me": .json(#"{"id": 7, "name": "Ada"}"#)
    default: .json(#"{"id": 1}"#, status: 202)
    }
  })
try await readInTwoWays(client)
try await follow(client)
