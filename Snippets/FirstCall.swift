// The example of the README and of "Getting started".
import Repartee

struct User: Decodable, Sendable {
  var id: Int
  var name: String
}

struct Problem: Decodable, Sendable {
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
    case .declared(.rejected(let problem)): print("the API rejected the request: \(problem.title)")
    case .undeclared: print("an undeclared response: \(error)")
    case .undecodable(let failure): print("the body did not fit: \(failure)")
    case .transport(let error): print("no response: \(error)")
    case .authentication(let error): print("sign in again: \(error)")
    case .request(let error): print("nothing was sent: \(error)")
    }
  }
}

// Snippets run too: this one against a transport that is a function.
let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { request in
    request.head.path == "/users/7" ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(404)
  })
await greet(client)
