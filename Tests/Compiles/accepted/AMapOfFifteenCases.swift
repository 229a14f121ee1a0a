// flags: -Xfrontend -warn-long-expression-type-checking=1000
import Repartee

struct Document: Decodable, Sendable {
  var title: String
}

struct Job: Decodable, Sendable {
  var id: Int
}

struct Problem: Decodable, Sendable {
  var title: String
}

enum Answer: Sendable {
  case document(Document)
  case pending(Job)
  case versioned(Document, etag: String?)
  case unchanged
  case missing
}

enum APIFailure: Error {
  case signedOut
  case tooManyRequests
}

enum Refusal: Error {
  case conflict
  case gone
  case tooLarge(Problem)
  case rejected(Problem)
  case unavailable
  case api(APIFailure)
}

let shared: ResponseMap<Never, APIFailure> = [
  .code(401, .error(.signedOut)),
  .code(429, .error(.tooManyRequests).transient),
]

struct GetDocument: Endpoint {
  var request: Request { .get("/document") }

  static let responses: ResponseMap<Answer, Refusal> = [
    .code(200, .decode(Document.self) { .document($0) }),
    .code(
      201, .decode { (document: Document, response) in .versioned(document, etag: response.headers[.eTag]) }),
    .code(202, .decode(Job.self) { .pending($0) }),
    .code(203, .decode(Document.self, result: { .success(.document($0)) })),
    .code(204, .value(.missing)),
    .code(304, .value(.unchanged)),
    .code(404, .value(.missing)),
    .code(409, .error(.conflict)),
    .code(410, .error(.gone)),
    .code(413, .decodeError(Problem.self) { .tooLarge($0) }),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
    .code(503, .error(.unavailable).transient),
    .codes(520..<530, .error(.unavailable)),
    .serverError(.decodeError(Problem.self) { .rejected($0) }),
    .including(shared) { .api($0) },
  ]
}
