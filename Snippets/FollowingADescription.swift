// The example of "Code that follows its description", after its first update.
import Repartee

struct GetOrder: Endpoint {
  var id: Int

  var request: Request { .get("/orders/\(id)") }

  static let responses: ResponseMap<Purchase?, Failure> = [
    .code(200, .decode),
    .code(404, .value(nil)),
    .code(410, .error(.gone)),
    .retryRule { result in
      if case .success(nil) = result { .transient } else { nil }
    },
  ]

  enum Failure: Error {
    /// There is no such order.
    case notFound
    /// The order was deleted.
    case gone
  }
}

nonisolated struct Purchase: Decodable, Sendable {
  var id: Int
  var total: Int
  var note: String?
}

let server = InMemoryTransport { request in
  request.head.path == "/orders/7" ? .json(#"{"id": 7, "total": 9}"#) : .status(404)
}
let client = Client(baseURL: "https://shop.example.com", transport: server)
print(try await client.send(GetOrder(id: 7))?.total ?? 0)
print(try await client.send(GetOrder(id: 8))?.total ?? 0)
