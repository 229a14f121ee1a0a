// The examples of Examples/Fleet.
#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeCaching

nonisolated struct Product: Decodable, Sendable {
  var id: Int
}

struct GetProduct: Endpoint {
  var id: Int

  var request: Request { .get("/products/\(id)") }
  static let responses: ResponseMap<Product, Never> = .anySuccess
}

func fleet() async throws {
  let address = "http://varnish.internal:8080"
  var client = Client(baseURL: address, transport: .asyncHTTPClient)
  client.cache = ResponseCache()

  let response = try await client.response(to: GetProduct(id: 7))
  print(response.source)  // .network, .cache or .validated
  print(response.header("Cache-Status") ?? "")  // varnish; hit
  print(response.age ?? .zero)

  var (job, page) = (client, client)
  job.retry.maximumAttempts = 10
  page.retry.maximumRetryAfter = .seconds(1)
  _ = (try await job.send(GetProduct(id: 7)), try await page.send(GetProduct(id: 7)))
}
#endif
