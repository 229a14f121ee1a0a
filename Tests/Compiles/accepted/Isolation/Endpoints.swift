import Foundation
import Repartee

/// The data of a view: it belongs to the main actor, and has no mark.
enum Tab: String {
  case posts, likes
}

enum Order: Int, QueryValue {
  case ascending, descending
}

struct GetUser: Endpoint {
  var id: Int
  var tab = Tab.posts
  var order = Order.ascending

  var request: Request {
    .get("/users/\(id)/\(tab)", query: ["tab": tab.rawValue, "order": order, "filter": filter])
  }

  static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
    .clientError(.decodeError(Problem.self) { .rejected($0.title) }),
    .including(Shop.failures) { .rejected("\($0)") },
  ]

  private var filter: String? { id > 0 ? "all" : nil }
}

struct PutUser: Endpoint {
  var user: User

  var request: Request { .put("/users/\(user.id)", body: .json(user)).idempotent(.key()) }

  static let responses: ResponseMap<Void, UserError> = [
    .code(204, .noContent),
    .code(200, .noContent(.confirmed)),
  ]
}

struct GetSettings: AppEndpoint {
  var request: Request {
    var request: Request = .get("/\(version)/settings")
    request.retry = .patient
    return request
  }

  static let responses: ResponseMap<Settings, AppError> = .common
}

struct PutSettings: Endpoint {
  var settings: Settings
  var note: Note

  var request: Request { .put(Shop.path("settings"), body: .json(settings)) }

  static let responses: ResponseMap<Note, APIError> = [.success(.decode), .any(.decodeError)]
}

/// An output that is not decoded itself.
enum Found: Sendable {
  case user(User, tag: EntityTag?)
  case team(Team)
  case pair(User, Team)
  case nobody
}

struct Find: Endpoint {
  struct Query: Encodable, Sendable {
    var text: String
  }

  var text: String

  var request: Request { .post("/find", body: .json(Query(text: text))) }

  static let responses: ResponseMap<Found, TeamError> = [
    .code(
      200,
      .decode { (user: User, response) in
        print(user.initials)
        return .user(user, tag: response.entityTag)
      }),
    .code(201, .decode(Team.self) { .team($0) }.or(.value(.nobody))),
    .code(202, .decode(.at("user"), .single(at: "data")) { .pair($0, $1) }),
    .code(203, .data(Team.self)),
    .code(
      206,
      Outcome(async: { response, decoder in
        let user = try response.decode(User.self, with: decoder)
        await Archive.shared.keep(user)
        return .success(.user(user, tag: nil))
      })),
    .code(
      303,
      .value { response in
        guard response.location != nil else { throw BodyDecodingError(message: "there is no Location") }
        return .nobody
      }),
    .code(404, .value(.nobody)),
    .clientError(.refused),
    .serverError(.decodeError(Problem?.self) { $0.map { .rejected($0) } ?? .missing }),
    .retryRule { if case .success(.nobody) = $0 { .transient } else { nil } },
  ]
}

nonisolated extension Outcome where Output == Found {
  static func data(_ type: Team.Type) -> Outcome {
    .decode(Envelope<Team>.self) { .team($0.data) }
  }
}

/// A conformance in an extension, and a model within the endpoint.
struct GetSample {
  var id: Int
}

nonisolated extension GetSample: Endpoint {
  var request: Request { .get("/samples/\(id)") }
  static let responses: ResponseMap<Samples.Sample, Never> = .anySuccess
}

struct ListSamples: Endpoint {
  struct Output: Decodable {
    struct Sample: Decodable {
      @Quoted var stars: Int
    }

    var samples: LossyArray<Sample>
  }

  var request: Request { .get("/samples") }
  static let responses: ResponseMap<Output, Never> = .anySuccess
}

actor Archive {
  static let shared = Archive()
  private var users: [User] = []

  func keep(_ user: User) { users.append(user) }
}

struct GetLegacy: Endpoint {
  var request: Request { .get("/legacy") }

  static let responses = ResponseMap<User, UserError>([.code(200, .decode)])
    .wrapping { response, decoder, declared in
      guard response.header("X-Error") != nil else { return try await declared(response) }
      return .failure(.rejected(try response.decode(Problem.self, with: decoder).title))
    }
    .json { $0.dates = .secondsSince1970 }
}

/// A generic endpoint of a generic model.
struct GetContent<Content: Decodable & Sendable>: Endpoint {
  var path: String

  var request: Request { .get(Request.Path(path)) }

  static var responses: ResponseMap<Content, Never> { [.code(200, .data())] }
}
