// The examples of "Code that follows its description".
import Repartee

/// As it was edited in January.
nonisolated enum January {
  struct GetOrder: Endpoint {
    var id: Int

    var request: Request { .get("/orders/\(id)") }

    static let responses: ResponseMap<Purchase?, Failure> = [
      .code(200, .decode),
      .code(404, .value(nil)),
      .retryRule { result in
        if case .success(nil) = result { .transient } else { nil }
      },
    ]

    enum Failure: Error {
      /// There is no such order.
      case notFound
    }
  }

  struct Purchase: Decodable, Sendable {
    var id: Int
    var total: Int
  }
}

/// After the update in May.
nonisolated enum May {
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

  struct Purchase: Decodable, Sendable {
    var id: Int
    var total: Int
    var note: String?
  }
}

let server = InMemoryTransport { request in
  request.head.path == "/orders/7" ? .json(#"{"id": 7, "total": 9}"#) : .status(410)
}
let client = Client(baseURL: "https://shop.example.com", transport: server)
print(try await client.send(January.GetOrder(id: 7))?.total ?? 0)
print(try await client.send(May.GetOrder(id: 7))?.total ?? 0)
