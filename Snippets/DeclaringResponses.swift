// The examples of "Declaring responses".
import Foundation
import Repartee

struct User: Codable, Sendable, Keyed {
  static let key = "user"
  var id: Int
  var name: String
}

struct Job: Decodable, Sendable {
  var id: Int
}

struct Problem: Decodable, Sendable {
  var title: String
}

enum GitHubFailure: Error {
  case signedOut, tooManyRequests
}

enum GitHub {
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
    // 400...499 but for 409.
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
    .code(204, .noContent(.validatedEmpty))
  ]
}

struct Confirmation: Decodable {
  var returnCode: Int
  var message: String
}

enum ShopError: Error {
  case refused(String)
}

extension EmptyDecodingStrategy where Failure == ShopError {
  static var confirmed: Self {
    .custom { response, decoder in
      if response.status == .noContent {
        return try Self.validatedEmpty.check(
          response, with: decoder)
      }
      let body = try response.decode(
        Confirmation.self, with: decoder)
      return body.returnCode < 400
        ? .success(()) : .failure(.refused(body.message))
    }
  }
}

struct CancelOrder: Endpoint {
  var id: Int

  var request: Request { .post("/orders/\(id)/cancel") }

  static let responses: ResponseMap<Void, ShopError> = [
    .success(.noContent(.confirmed))
  ]
}

// MARK: Envelopes

struct School: Decodable, Sendable {
  var title: String
}

struct SchoolPage: Sendable {
  var users: [User]
  var school: School
  var next: Int?
}

struct GetMe: Endpoint {
  var request: Request { .get("/me") }

  static let responses: ResponseMap<User, UserError> = [
    // {"data": {"user": {…}}}
    .code(200, .decode(at: "data", "user")),
    .clientError(
      .decodeError(Problem.self, at: "error") { .rejected($0) }),
  ]
}

struct GetFirst: Endpoint {
  var request: Request { .get("/users") }

  static let responses: ResponseMap<User?, Never> = [
    .code(200, .decode(at: "users", 0))  // nil if there is none
  ]
}

struct GetPair: Endpoint {
  var request: Request { .get("/school") }

  typealias Output = ([User], School)
  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode(.at("users"), .at("school")))
  ]
}

struct ListMembers: Endpoint {
  var request: Request { .get("/members") }

  static let responses: ResponseMap<[User]?, Never> = [
    // {"data": {"users": [{…}]}}, nil without the key
    .code(200, .decode(.array(at: "data")))
  ]
}

struct GetPage: Endpoint {
  var request: Request { .get("/school") }

  static let responses: ResponseMap<SchoolPage, Never> = [
    .code(
      200,
      .decode(
        .array(), .at("school"), .at("meta", "next"),
        as: SchoolPage.init))
  ]
}

struct Results<Element>: Decodable, Sendable
where Element: Decodable & Sendable {
  var results: [Element]
}

extension Outcome {
  static func results<Element: Decodable & Sendable>() -> Outcome
  where Output == [Element] {
    .decode(Results<Element>.self) { $0.results }
  }
}

struct ListUsers: Endpoint {
  var request: Request { .get("/users") }

  static let responses: ResponseMap<[User], Never> = [
    .code(200, .results())
  ]
}

enum Color: String, Sendable {
  case red, green
}

struct Car: Decodable, Sendable {
  var color: OpenEnum<Color>
}

struct ListCars: Endpoint {
  var request: Request { .get("/cars") }

  static let responses: ResponseMap<LossyArray<Car>, Never> = [
    .code(200, .decode(at: "cars"))
  ]
}

func show(_ cars: LossyArray<Car>) {
  for car in cars {
    switch car.color {
    case .known(.red), .known(.green): print("a car")
    case .unknown(let name): print("a car in \(name)")
    }
  }
  for dropped in cars.dropped {
    print("\(dropped.index): \(dropped.error)")
  }
}

// MARK: Error bodies, alternatives, header fields

enum Expandable<Value: Decodable & Sendable>: Decodable, Sendable {
  case id(String)
  case object(Value)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let id = try? container.decode(String.self) {
      self = .id(id)
    } else {
      self = .object(try container.decode(Value.self))
    }
  }
}

struct Invoice: Decodable, Sendable {
  var owner: Expandable<User>
}

enum TeamError: ErrorBodyRepresentable {
  case missing
  case rejected(Problem)

  init(errorBody: Problem, response: Response) {
    self =
      response.status == .notFound
      ? .missing : .rejected(errorBody)
  }
}

struct Team: Decodable, Sendable {
  var title: String
}

enum Owner: Sendable {
  case user(User)
  case team(Team)
}

struct GetTeam: Endpoint {
  var request: Request { .get("/team") }

  static let responses: ResponseMap<Team, TeamError> = [
    .code(200, .decode),
    .clientError(.decodeError(Problem.self)),
    .serverError(.decodeError),  // the same
  ]
}

struct ResetTeam: Endpoint {
  var request: Request { .post("/team/reset") }

  static let responses: ResponseMap<Void, TeamError> = [
    .success(.noContent),
    .any(
      .decodeError(Problem?.self) { problem in
        problem.map { .rejected($0) } ?? .missing
      }),
  ]
}

struct GetOwner: Endpoint {
  var request: Request { .get("/owner") }

  static let responses: ResponseMap<Owner, TeamError> = [
    .code(
      200,
      .decode(User.self) { .user($0) }
        .or(.decode(Team.self) { .team($0) })),
    .clientError(.decodeError(Problem.self).or(.error(.missing))),
  ]
}

struct Versioned: Sendable {
  var user: User
  var tag: EntityTag?
  var next: URL?
}

struct GetVersioned: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<Versioned, Never> = [
    .code(
      200,
      .decode { (user: User, response) in
        Versioned(
          user: user, tag: response.entityTag,
          next: response.link("next"))
      })
  ]
}

// MARK: Functions, content types, options

struct Order: Decodable, Sendable {
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

struct Backup: Decodable, Sendable {
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
    case "/cars": .json(#"{"cars": [{"color": "ultraviolet"}, {}]}"#)
    default: .json(#"{"id": 1}"#, status: 202)
    }
  })
try await readInTwoWays(client)
try await follow(client)
show(try await client.send(ListCars()))
