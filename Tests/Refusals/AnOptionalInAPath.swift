import Repartee

struct GetUser: Endpoint {
  typealias Output = String

  var id: Int?

  // expect: unwrap the optional first: a path has no place for a missing value
  var request: Request { .get("/users/\(id)") }
}
