// flags: -default-isolation MainActor
import Repartee

/// As every model, it says `nonisolated`; what the macro writes says so, too.
@JSONModel
nonisolated struct User: Sendable {
  var name: String
  var tags: [String] = []
}

nonisolated enum API {
  @JSONModel
  struct Page<Item: Sendable>: Sendable {
    var items: [Item]
  }
}

struct GetUsers: Endpoint {
  var request: Request { .get("/users") }

  static let responses: ResponseMap<API.Page<User>, Never> = [.code(200, .decode)]
}

struct AddUser: Endpoint {
  var user: User

  var request: Request { .post("/users", body: .json(user)) }
  static let responses: ResponseMap<Void, Never> = .anySuccess
}
