// The examples of "Caching".
import Repartee
import ReparteeCaching

struct Article: Codable, Sendable {
  var id: Int
}

struct Balance: Decodable, Sendable {
  var cents: Int
}

struct GetArticle: Endpoint {
  var id: Int

  var request: Request { .get("/articles/\(id)") }
  static let responses: ResponseMap<Article, Never> = .anySuccess
}

struct GetBalance: Endpoint {
  var request: Request {
    var request = Request.get("/balance")
    request.cachePolicy = .noStore
    return request
  }

  static let responses: ResponseMap<Balance, Never> = .anySuccess
}

struct Search: Endpoint {
  var term: String

  var request: Request {
    var request = Request.post(
      "/search", body: .json(["term": term]))
    request.cacheKey = term
    return request
  }

  static let responses: ResponseMap<[Article], Never> = .anySuccess
}

func caching(_ client: inout Client) async throws {
  client.cache = ResponseCache()

  let reply = try await client.reply(to: GetArticle(id: 7))
  print(reply.source)  // .network, .cache or .validated
  print(reply.age ?? .zero)  // how old it is

  let fresh = try await client.send(GetArticle(id: 7)) { request in
    request.cachePolicy = .reload
  }
  print(fresh)

  client.observers.append(
    .handler { event in
      if let reason = event.cacheReason { print(event.kind, reason) }
    })
  // cacheMissed notStored, cacheHit fresh, cacheMissed stale, …
}

func naming(_ client: inout Client) {
  client.cache = ResponseCache(userFields: ["X-Workspace"])
}

func leaving(_ session: Session<BearerToken>, _ cache: ResponseCache) async throws {
  // And nothing of it is stored any more.
  try await session.signOut()

  try await cache.remove(url: "https://api.example.com/articles/7")
  try await cache.removeAll()
}
