import Foundation
import Repartee

/// nginx, where REPARTEE_NGINX says that it is: files of the numbers up to 200,000, sent slowly or compressed, and
/// nothing taken that is larger than a kilobyte.
enum Nginx {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_NGINX"]

  static let isRunning = baseURL != nil
}

/// At 10 kB a second, which takes two minutes; each reader may have one of them at a time.
struct GetNumbersSlowly: Endpoint {
  enum Refusal: Error {
    case busy
  }

  var reader: String

  var request: Request { .get("/slow/numbers.txt", query: ["reader": reader], timeout: .seconds(30)) }

  static let responses: ResponseMap<ResponseStream<String, Never>, Refusal> = [
    .code(200, .stream(.lines())),
    .code(429, .error(.busy)),
  ]
}

/// All of them, compressed.
struct GetNumbers: Endpoint {
  struct Line: Decodable {
    var number: Int
  }

  var request: Request { .get("/compressed/numbers.ndjson") }

  static let responses: ResponseMap<ResponseStream<Line, Never>, Never> = [.code(200, .stream(.jsonLines()))]
}

/// Declares that problems are told in JSON.
struct Submit: Endpoint {
  var body: Request.Body

  var request: Request { .post("/small.json", body: body) }

  static let responses: ResponseMap<Void, ProblemDetails> = [
    .success(.noContent),
    .clientError(.problem),
  ]
}
