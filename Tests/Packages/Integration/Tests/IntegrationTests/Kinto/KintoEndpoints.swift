import Repartee

/// What Kinto puts around everything.
struct Envelope<Content: Decodable & Sendable>: Decodable, Sendable {
  var data: Content
}

struct Account: Sendable {
  var name: String
  var password: String
}

/// Gives the account's identifier.
struct SignUp: Endpoint {
  var account: Account

  var request: Request {
    .put("/accounts/\(account.name)", body: .json(["data": ["password": account.password]]))
  }

  static let responses: ResponseMap<String, KintoFailure> = [
    .code(201, .decode(at: "data", "id")),
    .including(KintoFailure.responses),
  ]
}

/// Gives nil to those who are not signed in: there is no `user` then.
struct WhoAmI: Endpoint {
  var request: Request { .get("/") }

  static let responses: ResponseMap<String?, KintoFailure> = [
    .code(200, .decode(at: "user", "id")),
    .including(KintoFailure.responses),
  ]
}

struct Permissions: Codable, Hashable, Sendable {
  var read: [String]?
  var write: [String]?
}

struct CreateBucket: Endpoint {
  var bucket: String

  var request: Request { .put("/buckets/\(bucket)") }

  static let responses: ResponseMap<Void, KintoFailure> = [
    .code(201, .noContent),
    .including(KintoFailure.responses),
  ]
}

/// What was made lies at `data`, who may do what with it beside that.
struct CreateCollection: Endpoint {
  struct Created: Hashable, Sendable {
    var id: String
    var permissions: Permissions
  }

  var bucket: String
  var id: String
  var permissions = Permissions()

  var request: Request {
    .put("/buckets/\(bucket)/collections/\(id)", body: .json(["permissions": permissions]))
  }

  static let responses: ResponseMap<Created, KintoFailure> = [
    .code(201, .decode(.at("data", "id"), .at("permissions"), as: Created.init)),
    .including(KintoFailure.responses),
  ]
}
