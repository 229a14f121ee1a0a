package import Repartee

package struct GetUser: Endpoint {
  package var id: Int

  package init(id: Int) { self.id = id }

  package var request: Request { .get("/users/\(id)") }

  package static let responses: ResponseMap<User, Refusal> = [
    .code(200, .decode),
    .code(404, .decodeError),
  ]
}

package struct CreateUser: Endpoint {
  package var user: User

  package init(user: User) { self.user = user }

  package var request: Request { .post("/users", body: .json(user)) }

  package static let responses: ResponseMap<User, Refusal> = [
    .code(201, .decode),
    .code(409, .decodeError),
  ]
}

package struct ListUsers: Endpoint {
  package init() {}

  package var request: Request { .get("/users") }

  package static let responses: ResponseMap<[User], Refusal> = [.code(200, .decode)]
}
