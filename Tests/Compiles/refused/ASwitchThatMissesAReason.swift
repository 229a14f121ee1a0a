import Repartee

struct GetText: Endpoint {
  var request: Request { .get("/text") }
  static let responses: ResponseMap<String, Never> = .anySuccess
}

func text(_ client: Client) async -> String {
  do {
    return try await client.send(GetText())
  } catch {
    // expect: switch must be exhaustive
    // expect: add missing case: '.undecodable(_)'
    switch error.reason {
    case .undeclared, .transport, .authentication, .request: return ""
    }
  }
}
