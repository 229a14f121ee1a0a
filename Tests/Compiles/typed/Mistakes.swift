import Foundation
import Repartee
import ReparteeCaching

// Mistakes in declarations and calls.

let user = try client.send(GetUser(id: 7))
// says: 'async'

let user = await client.send(GetUser(id: 7))
// says: try

Task {
  do {
    _ = try await sharedClient.send(GetUser(id: 7))
  } catch {
    print(error)
  }
}
// compiles

Task {
  do {
    _ = try await sharedClient.send(GetUser(id: 7))
    _ = try await sharedClient.send(Resource(User.self, .get("/users/8")))
  } catch let error as any CallErrorProtocol {
    print(error.status as Any, error.summary)
  } catch {
    print(error)
  }
}
// compiles

Task {
  do throws(CallError<UserError>) {
    _ = try await sharedClient.send(GetUser(id: 7))
  } catch {
    switch error.reason {
    case .declared(.notFound): print("not found")
    default: print(error)
    }
  }
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  switch error {
  case .declared(.notFound): print("not found")
  default: print(error)
  }
}
// says: error.reason

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  switch error.reason {
  case .declared(.notFound): print("not found")
  case .undeclared, .undecodable, .transport, .authentication, .request: print(error)
  }
}
// says: must be exhaustive

struct GetName: Endpoint {
  var request: Request { .get("/name") }
  static let responses: ResponseMap<String, UserError> = [
    .code(404, .error { .notFound }),
    .success(.decode),
  ]
}
// says: expects 1 argument

struct GetName: Endpoint {
  var request: Request { .get("/name") }
  static let responses: ResponseMap<String, UserError> = [
    .code(404, .error { _ in .notFound }),
    .code(409, .error { .rejected(Problem(message: $0.text ?? "")) }),
    .success(.decode),
  ]
}
// compiles

struct GetName: Endpoint {
  var request: Request { .get("/name") }
  static let responses: ResponseMap<String, UserError> = [
    .code(404, .notFound), .success(.decode),
  ]
}
// says: has no member 'notFound'

struct GetName: Endpoint {
  var request: Request { .get("/name") }
  let responses: ResponseMap<String, Never> = [.success(.decode)]
}
// says: static let responses

struct GetName: Endpoint {
  var request: Request = .get("/name")
  static let responses: ResponseMap<String, Never> = [.success(.decode)]
}
// compiles

struct GetName: Endpoint {
  var request: Request { .get("/name") }
  static var responses: ResponseMap<String, Never> { [.success(.decode)] }
}
// compiles

final class Person: Decodable { var name = "" }
struct GetPerson: Endpoint {
  var request: Request { .get("/person") }
  static let responses: ResponseMap<Person, Never> = [.success(.decode)]
}
// says: Sendable
// in Swift 5: compiles

struct Person { var name = "" }
struct GetPerson: Endpoint {
  var request: Request { .get("/person") }
  static let responses: ResponseMap<Person, Never> = [.success(.decode)]
}
// says: this output is not Decodable

let map: ResponseMap<User, UserError> = [.code(200, .decode), .code(422, .decodeError(Problem.self))]
// says: .decodeError(Body.self) { … }

let map: ResponseMap<User, UserError> = [
  .code(200, .decode), .code(422, .decodeError { (problem: Problem) in .rejected(problem) }),
]
// compiles

let map: ResponseMap<[User], Never> = [.code(200, .decode("users"))]
// says: .decode(at:

let map: ResponseMap<[User], Never> = [.code(200, .decode(at: "users"))]
// compiles

async let one = sharedClient.send(GetUser(id: 7))
async let two = sharedClient.send(GetUser(id: 8))
print(try await one, try await two)
// compiles

try await withThrowingTaskGroup(of: User.self) { group in
  for id in 1...3 { group.addTask { try await sharedClient.send(GetUser(id: id)) } }
  for try await user in group { print(user) }
}
// compiles
