// The examples of "Envelopes".
import Repartee

struct User: Decodable, Sendable, Keyed {
  static let key = "user"
  var name: String
}

struct School: Decodable, Sendable {
  var title: String
}

struct SchoolPage: Sendable {
  var users: [User]
  var school: School
  var next: Int?
}

struct GetUser: Endpoint {
  var request: Request { .get("/me") }

  static let responses: ResponseMap<User, Never> = [
    // {"data": {"user": {…}}}
    .code(200, .decode(at: "data", "user"))
  ]
}

enum Found: Sendable {
  case user(User, tag: EntityTag?)
}

enum UserError: Error {
  case rejected(School)
}

struct FindUser: Endpoint {
  var request: Request { .get("/me") }

  static let responses: ResponseMap<Found, UserError> = [
    .code(
      200,
      .decode(at: "data", "user") { (user: User, response) in
        .user(user, tag: response.entityTag)
      }),
    .clientError(
      .decodeError(School.self, at: "error") { .rejected($0) }),
  ]
}

struct GetFirst: Endpoint {
  var request: Request { .get("/users") }

  static let responses: ResponseMap<User?, Never> = [
    .code(200, .decode(at: "users", 0))  // nil if there is none
  ]
}

struct GetPair: Endpoint {
  typealias Output = ([User], School)

  var request: Request { .get("/school") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode(.at("users"), .at("school")))
  ]
}

struct ListMembers: Endpoint {
  var request: Request { .get("/members") }

  static let responses: ResponseMap<[User]?, Never> = [
    // {"data": {"users": [{…}]}}, nil if they are not there
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

func show(_ client: Client) async throws {
  let cars = try await client.send(ListCars())
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

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { _ in .json(#"{"cars": [{"color": "ultraviolet"}, {}]}"#) })
try await show(client)
