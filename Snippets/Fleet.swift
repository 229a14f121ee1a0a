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

  let reply = try await client.reply(to: GetProduct(id: 7))
  print(reply.source)  // .network, .cache or .validated
  print(reply.header("Cache-Status") ?? "")  // varnish; hit
  print(reply.age ?? .zero)

  var (job, page) = (client, client)
  job.retry.maximumAttempts = 10
  page.retry.maximumRetryAfter = .seconds(1)
  _ = (try await job.send(GetProduct(id: 7)), try await page.send(GetProduct(id: 7)))
}
#endif
