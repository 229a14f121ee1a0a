// The example of "Choosing a transport" that needs swift-service-lifecycle.
#if ServiceLifecycle
import Logging
import Repartee
import ReparteeAsyncHTTPClient
import ServiceLifecycle
import UnixSignals

struct Poller: Service {
  var client: Client

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        _ = try await client.send(Resource<String, Never>(.get("/motd"), [.code(200, .decode)]))
        try await Task.sleep(for: .seconds(60))
      }
    }
  }
}

func serve() async throws {
  let transport = AsyncHTTPClientTransport()
  let client = Client(
    baseURL: "https://api.example.com", transport: transport)
  let group = ServiceGroup(
    services: [transport, Poller(client: client)],
    gracefulShutdownSignals: [.sigterm],
    logger: Logger(label: "poller"))
  try await group.run()
}
#endif
