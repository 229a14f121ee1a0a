// The examples of "Declaring responses" about bodies: envelopes, errors, alternatives.
import Foundation
import Repartee

nonisolated struct User: Decodable, Sendable, Keyed {
  static let key = "user"
  var id: Int
  var name: String
}

nonisolated struct Problem: Decodable, Sendable {
  var title: String
}

enum UserError: Error {
  case rejected(Problem)
}

// MARK: Envelopes

nonisolated struct School: Decodable, Sendable {
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
      .decode(.array(), .at("school"), .at("meta", "next")) {
        SchoolPage(users: $0, school: $1, next: $2)
      })
  ]
}

nonisolated enum Accounts {
  struct Account: Decodable {
    @Lossy var website: URL?  // "", 7, null, absent: nil
    @Lossy var born: Date?  // "unknown": nil
  }
}

nonisolated struct Arguments: Decodable, Sendable {
  var city: String
}

nonisolated enum Assistant {
  struct ToolCall: Decodable {
    var name: String
    @EmbeddedJSON var arguments: Arguments  // "{\"city\":\"x\"}"
  }
}

struct AskWeather: Endpoint {
  var request: Request { .post("/completions") }

  static let responses: ResponseMap<Arguments, Never> = [
    .code(
      200, .embeddedJSON(at: "choices", 0, "message", "content"))
  ]
}

nonisolated struct Results<Element>: Decodable, Sendable
where Element: Decodable & Sendable {
  var results: [Element]
}

nonisolated extension Outcome {
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

nonisolated struct Car: Decodable, Sendable {
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

nonisolated enum Expandable<Value>: Decodable, Sendable
where Value: Decodable & Sendable {
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

nonisolated struct Invoice: Decodable, Sendable {
  var owner: Expandable<User>
}

enum TeamError: Error {
  case missing
  case rejected(Problem)
}

nonisolated extension Outcome where Failure == TeamError {
  static var refused: Outcome {
    .decodeError(Problem.self) { problem, response in
      response.status == .notFound ? .missing : .rejected(problem)
    }
  }
}

nonisolated struct Team: Decodable, Sendable {
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
    .clientError(.refused),
    .serverError(.refused),
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
    .clientError(.refused.or(.error(.missing))),
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

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { _ in
    .json(#"{"cars": [{"color": "ultraviolet"}, {}]}"#)
  })
show(try await client.send(ListCars()))
