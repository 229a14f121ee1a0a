// The examples of "Caching".
import Foundation
import Repartee
import ReparteeCaching

nonisolated struct Article: Codable, Sendable {
  var id: Int
}

nonisolated struct Balance: Decodable, Sendable {
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

  let response = try await client.response(to: GetArticle(id: 7))
  print(response.source)  // .network, .cache or .validated
  print(response.age ?? .zero)  // how old it is

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

func ignoring(_ client: inout Client) {
  client.cache = ResponseCache(ignoredFields: ["X-Nonce"])
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

// MARK: Conditional requests

nonisolated struct Document: Codable, Sendable {
  var text: String
}

enum Fetched: Sendable {
  case document(Document, tag: EntityTag?)
  case notModified
}

struct GetDocument: Endpoint {
  var id: Int
  var known: EntityTag?

  var request: Request {
    .get("/documents/\(id)", headers: ["If-None-Match": known])
  }

  static let responses: ResponseMap<Fetched, Never> = [
    .code(
      200,
      .decode { (document: Document, response) in
        .document(document, tag: response.entityTag)
      }),
    .code(304, .value(.notModified)),
  ]
}

enum UpdateError: Error {
  case changedMeanwhile
  case conditionRequired
  case noTag
}

struct PutDocument: Endpoint {
  var id: Int
  var document: Document
  var tag: EntityTag

  var request: Request {
    .put(
      "/documents/\(id)", headers: ["If-Match": tag],
      body: .json(document))
  }

  static let responses: ResponseMap<EntityTag?, UpdateError> = [
    .success(.value { $0.entityTag }),
    // Precondition Failed
    .code(412, .error(.changedMeanwhile)),
    // Precondition Required: no If-Match
    .code(428, .error(.conditionRequired)),
  ]
}

enum CreateError: Error {
  case exists
}

struct CreateDocument: Endpoint {
  var id: Int
  var document: Document

  var request: Request {
    .put(
      "/documents/\(id)", headers: ["If-None-Match": "*"],
      body: .json(document))
  }

  static let responses: ResponseMap<Void, CreateError> = [
    .code(201, .noContent),
    .code(412, .error(.exists)),
  ]
}

/// A server with one document.
actor Server {
  private var text = "draft"
  private var version = 1

  func respond(to request: TransportRequest) -> TransportResponse {
    let tag = "\"\(version)\""
    switch request.head.method {
    case .get where request.head.headerFields[.ifNoneMatch] == tag:
      return .status(304, headers: [.eTag: tag])
    case .get:
      return .status(
        200, headers: [.eTag: tag, .contentType: "application/json"],
        body: Data(#"{"text": "\#(text)"}"#.utf8))
    default:
      guard request.head.headerFields[.ifMatch] == tag else { return .status(412) }
      (text, version) = ("changed", version + 1)
      return .status(204, headers: [.eTag: "\"\(version)\""])
    }
  }
}

let server = Server()
let client = Client(
  baseURL: "https://api.example.com", transport: InMemoryTransport { await server.respond(to: $0) })

/// Reads, changes and writes a document; begins again if another client has written it meanwhile.
func update(
  _ id: Int, attempts: Int = 3, change: (inout Document) -> Void
) async throws {
  for attempt in 1...attempts {
    let reading = try await client.send(GetDocument(id: id))
    guard case .document(var document, let tag?) = reading else {
      throw UpdateError.noTag
    }
    change(&document)
    do {
      _ = try await client.send(
        PutDocument(id: id, document: document, tag: tag))
      return
    } catch {
      guard case .declared(.changedMeanwhile) = error.reason,
        attempt < attempts
      else { throw error }
    }
  }
}

try await update(7) { $0.text += "!" }

// A date, for servers without entity tags; then several entity tags.
let since = try await client.response(to: GetDocument(id: 7)) { request in
  request.headers[.ifModifiedSince] = Date(timeIntervalSince1970: 784_111_777)
}
let cached: [EntityTag] = ["\"1\"", "W/\"2\""].compactMap(EntityTag.init)
_ = try await client.send(GetDocument(id: 7)) { request in
  request.headers[.ifNoneMatch] = cached
}
if let current = since.entityTag, let known = cached.first(where: { $0.weaklyMatches(current) }) {
  print("\(known) is current")
}
