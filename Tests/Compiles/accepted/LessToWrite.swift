// flags: -Xfrontend -warn-long-expression-type-checking=1000
import Repartee

struct User: Decodable, Sendable, Keyed {
  static let key = "user"
  var name: String
}

struct Team: Decodable, Sendable {
  var title: String
}

struct Problem: Decodable, Sendable {
  var title: String
}

enum Found: Sendable {
  case user(User)
  case team(Team)
  case tagged(User, String?)
}

enum Refusal: Error {
  case said(Problem)

  init(errorBody: Problem, response: Response) { self = .said(errorBody) }
}

extension Outcome where Failure == Refusal {
  static var refused: Outcome { .decodeError(Problem.self) { .said($0) } }
}

struct Find: Endpoint {
  var request: Request { .get("/find") }

  static let responses: ResponseMap<Found, Refusal> = [
    .code(200, .decode(User.self) { .user($0) }.or(.decode(Team.self) { .team($0) })),
    .code(201, .decode(User.self, at: "data", "user") { .user($0) }),
    .code(202, .decode(at: "data", "user") { (user: User) in .user(user) }),
    .code(203, .decode(at: "data", 0) { (user: User, response) in .tagged(user, response.header("ETag")) }),
    .code(205, .decode { (team: Team) in .team(team) }),
    .code(206, .decode(.single(at: "data"), as: { (user: User) in .user(user) })),
    .code(400, .decodeError(transform: Refusal.init(errorBody:response:))),
    .code(401, .decodeError(at: "error") { (problem: Problem) in .said(problem) }),
    .code(402, .decodeError(at: "error", transform: Refusal.init(errorBody:response:))),
    .code(403, .decodeError(at: "error") { (problem: Problem, response) in .said(problem) }),
    .code(404, .decodeError { .said($0) }),
    .code(409, .decodeError(Problem.self) { .said($0) }.or(.error(.said(Problem(title: ""))))),
    .clientError(.refused.permanent),
    .serverError(.decodeError(Problem?.self) { .said($0 ?? Problem(title: "")) }),
    .retryRule { if case .success(.tagged) = $0 { .transient } else { nil } },
  ]
}

/// The responses of a whole application, declared once.
enum AppError: CallErrorConvertible {
  case said(String)
  case broken

  init(_ error: CallError<AppError>) { self = error.declared ?? .broken }
}

extension Outcome where Failure == AppError {
  static var refused: Outcome { .decodeError(Problem.self) { .said($0.title) } }
}

protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}

extension ResponseMap where Output: Decodable, Failure == AppError {
  static var common: ResponseMap { [.success(.decode), .any(.refused)] }
}

extension ResponseMap<Void, AppError> {
  static var common: ResponseMap { [.success(.noContent), .any(.refused)] }
}

struct GetUser: AppEndpoint {
  var request: Request { .get("/user") }
  static let responses: ResponseMap<User, AppError> = .common
}

struct DeleteUser: AppEndpoint {
  var request: Request { .delete("/user") }
  static let responses: ResponseMap<Void, AppError> = .common
}

struct Sweep: AppEndpoint {
  var request: Request { .post("/sweep") }
  static let responses: ResponseMap<Void, AppError> = .anySuccess
}

func name(_ client: Client) async -> String {
  do {
    try await client.send(DeleteUser())
    return try await client.send(GetUser()).name
  } catch {
    switch error {
    case .said(let why): return why
    case .broken: return ""
    }
  }
}

enum WatchError: Error, Decodable {
  case expired
}

let watch: ResponseMap<ResponseStream<User, WatchError>, Never> = [
  .code(200, .stream(.jsonLines(at: "object", failure: .at("object", where: "type", is: "ERROR"))))
]

func names(_ client: Client) async -> [String] {
  var names: [String] = []
  do {
    for try await user in try await client.send(Resource(.get("/watch"), watch)) { names.append(user.name) }
  } catch {
    return []
  }
  return names
}

func last(_ users: ResponseStream<User, WatchError>) async -> WatchError? {
  do {
    for try await _ in users {}
    return nil
  } catch {
    return error.declared
  }
}
