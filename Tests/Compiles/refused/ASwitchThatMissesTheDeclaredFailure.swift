import Repartee

enum Refusal: Error {
  case gone
  case moved
}

struct GetText: Endpoint {
  var request: Request { .get("/text") }

  static let responses: ResponseMap<String, Refusal> = [
    .code(200, .decode),
    .code(410, .error(.gone)),
    .code(301, .error(.moved)),
  ]
}

func text(_ client: Client) async -> String {
  do {
    return try await client.send(GetText())
  } catch {
    // expect: switch must be exhaustive
    // expect: add missing case: '.declared(.moved)'
    switch error.reason {
    case .declared(.gone), .undeclared, .undecodable, .transport, .authentication, .request: return ""
    }
  }
}
