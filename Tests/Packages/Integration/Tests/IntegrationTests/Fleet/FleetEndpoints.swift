import Repartee

struct Item: Decodable, Hashable, Sendable {
  var id: Int
  var version: Int
  var value: String
}

/// Fresh for a minute, unless the request says otherwise.
struct GetItem: Endpoint {
  var id: Int
  var cacheControl: String?
  /// For how long the origin thinks about it.
  var milliseconds: Int?

  var request: Request { .get("/items/\(id)", query: ["cache-control": cacheControl, "ms": milliseconds]) }

  /// A problem with a title is what HAProxy says in the origin's place.
  static let responses: ResponseMap<Item, ProblemDetails> = [
    .code(200, .decode),
    .code(429, .problem),
    .code(503, .problem),
  ]
}

struct SaveItem: Endpoint {
  var id: Int
  var value: String

  var request: Request { .put("/items/\(id)", body: .json(value)) }

  static let responses: ResponseMap<Item, Never> = [.code(200, .decode)]
}

/// Whose it is: a hash of the credentials.
struct GetPrivate: Endpoint {
  var id: Int
  var cacheControl: String?

  var request: Request { .get("/private/\(id)", query: ["cache-control": cacheControl]) }

  static let responses: ResponseMap<String?, Never> = [.code(200, .decode(at: "authorization"))]
}

/// A 503 each time.
struct GetFailure: Endpoint {
  var id: Int

  var request: Request { .get("/fail", query: ["id": id]) }

  static let responses: ResponseMap<Void, Never> = [.code(200, .noContent)]
}
