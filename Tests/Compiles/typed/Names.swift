import Foundation
import Repartee
import ReparteeCaching

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The names of the lines in this folder: Scripts/compiles typed.

nonisolated struct User: Codable, Equatable, Sendable {
  var id = 7
  var name = "Ada"
}

nonisolated struct Problem: Codable, Error, Sendable {
  var message = ""
}

nonisolated enum UserError: Error {
  case notFound
  case rejected(Problem)
}

nonisolated enum Sort: String, Codable {
  case name, date
}

nonisolated struct Filter: Encodable, Sendable {
  var text = "x"
  var page: Int?
}

nonisolated struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]
}

nonisolated struct Chat: Endpoint {
  var request: Request { .post("/chat", body: .json(["stream": true])) }

  static let responses: ResponseMap<ResponseStream<User, Never>, Never> = [
    .success(.stream(.serverSentEvents(of: User.self)))
  ]
}

nonisolated struct GetFile: Endpoint {
  var request: Request { .get("/file") }

  static let responses: ResponseMap<ResponseStream<Data, Never>, Never> = [.success(.stream(.bytes))]
}

nonisolated struct Provider: Sendable {
  func token() async throws -> String { "token" }
}

nonisolated struct Trace: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    try await next(request)
  }
}

nonisolated let transport = InMemoryTransport { _ in throw TransportError(.cannotConnect) }
nonisolated let sharedClient = Client(baseURL: "https://api.example.com", transport: transport)
nonisolated let provider = Provider()
nonisolated let id = 7
nonisolated let name = "Ada"
nonisolated let token = "token"
nonisolated let text = "text"
nonisolated let path = "/users"
nonisolated let missing: String? = nil
nonisolated let user = User()
nonisolated let filter = Filter()
nonisolated let data = Data()
nonisolated let date = Date(timeIntervalSince1970: 0)
nonisolated let duration = Duration.seconds(5)
nonisolated let url = URL(fileURLWithPath: "/")
nonisolated let file = URL(fileURLWithPath: "/photo.jpg")
nonisolated let texts = ["page": "2", "sort": "name"]
nonisolated let items = [URLQueryItem(name: "page", value: "2")]
nonisolated let tags = ["a", "b"]
nonisolated let urlRequest = URLRequest(url: url)
nonisolated let response = Response(status: 200)
nonisolated let reply = TypedResponse(User(), response: response)
nonisolated let stored = BearerToken("token")
nonisolated let session = Session<BearerToken>()
nonisolated let anything: JSONValue = ["id": 7]

func requests(_ request: Request) {}

// A program's own members of these names go before ours.

nonisolated extension Client {
  func patch<Value: Decodable & Sendable>(_ path: String, as type: Value.Type) async throws -> Value {
    try await send(Resource(Value.self, .patch(Request.Path(path))))
  }

  var jsonEncoder: JSONEncoder { JSONEncoder() }

  var additionalHeaders: [String: String] {
    get { [:] }
    set { headers = Request.Headers(newValue) }
  }
}

nonisolated extension RetryPolicy {
  static var exponentialBackoff: RetryPolicy { RetryPolicy(maximumAttempts: 5) }
}
