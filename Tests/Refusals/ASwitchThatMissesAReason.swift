import Repartee

struct GetText: Endpoint {
  typealias Output = String
  var request: Request { .get("/text") }
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
