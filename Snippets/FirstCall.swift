// The examples of the README and of the front page of the documentation.
import Repartee
import ReparteeCaching
import ReparteeDrift

nonisolated struct User: Decodable, Sendable {
  var id: Int
  var name: String
}

nonisolated struct Problem: Decodable, Sendable {
  var title: String
}

enum UserError: Error {
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

func greet(_ client: Client) async {
  do {
    let user = try await client.send(GetUser(id: 7))
    print("Hello, \(user.name)!")
  } catch {  // CallError<UserError>: typed, no cast
    switch error.reason {  // no default branch
    case .declared(.notFound): print("there is no such user")
    case .declared(.rejected(let problem)):
      print("the API rejected the request: \(problem.title)")
    case .undeclared: print("an undeclared response: \(error)")
    case .undecodable(let failure):
      print("the body did not fit: \(failure)")
    case .transport(let error): print("no response: \(error)")
    case .authentication(let error):
      print("sign in again: \(error)")
    case .request(let error): print("nothing was sent: \(error)")
    }
  }
}

nonisolated struct Issue: Decodable, Sendable {
  var title: String
}

struct ListIssues: PagedEndpoint {
  var request: Request { .get("/issues") }
  static let responses: ResponseMap<[Issue], Never> = [.code(200, .decode)]

  func next(after page: PageResponse<[Issue]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

struct Chat: Endpoint {
  var request: Request { .post("/chat", body: .json(["prompt": "Why is the sky blue?"])) }
  static let responses: ResponseMap<ResponseStream<String, Never>, Never> = [
    .code(200, .stream(.lines()))
  ]
}

func more(_ client: Client, _ session: Session<BearerToken>, _ token: String) async throws {
  var client = client

  client.authentication = .bearer(token)
  client.authentication = .session(session)  // with refreshes

  client.retry.maximumAttempts = 5
  _ = try await client.send(GetUser(id: 7)) { $0.retry = .off }

  for try await issue in client.items(of: ListIssues()) {
    print(issue.title)
  }

  for try await line in try await client.send(Chat()) {
    print(line)
  }

  client.cache = ResponseCache()
  print(try await client.response(to: GetUser(id: 7)).source)

  client.observers.append(.handler { event in print(event) })
  client.drift = DriftDetector()  // reports changes of the API
}

// Snippets also run: this one uses a transport that is a function.
let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { request in
    request.head.path == "/users/7"
      ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(404)
  })
await greet(client)
