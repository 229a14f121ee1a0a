#if Observability
import HTTPTypes
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Repartee
import Testing

@testable import ReparteeObservability

/// Secrets are planted in every place of a call that can have one; they appear in nothing that is observed.
struct ConventionsSecretTests {
  private static let secret = "hunter2hunter2"

  @Test func noSecretIsObserved() async throws {
    let tracer = HexTracer()
    let metrics = TestMetrics()
    let lines = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in lines }
    logger.logLevel = .trace
    let secret = Self.secret
    let server = Server(
      .status(503, headers: [.setCookie: "session=\(secret)"]),
      .redirect(to: "/people/7?access_token=\(secret)&api_key=\(secret)&again=\(secret)"),
      .redirect(to: "https://user:\(secret)@other.example/"))
    var client = server.client(
      .tracing(tracer: tracer, callSpans: true), .metrics(factory: metrics), .logging(logger: logger))
    client.headers["Authorization"] = "Bearer \(secret)"
    client.authentications["key"] = .apiKey(secret, query: "key")
    for authentication in [Authentication?.none, .named("key")] {
      _ = await client.result(of: GetUser(id: 7)) { request in
        request.query = ["token": secret]
        request.headers["X-Api-Key"] = secret
        request.body = .json(["password": secret])
        request.authentication = authentication
      }
    }
    _ = await client.result(
      of: Resource<Void, Never>(
        Request(.get, url: "https://user:\(secret)@api.example.com/x"), [.any(.noContent)]))
    // What looks like a token in a path that is known only at run time.
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    _ = await client.result(
      of: Resource<Void, Never>(
        Request(.get, Request.Path("/bots/\(token)/messages" as String)), [.any(.noContent)]))

    var observed: [String] = []
    for span in tracer.spans {
      observed += ["\(span.operationName) \(span.texts) \(String(describing: span.status))"]
      observed += ["\(span.errors) \(span.events)"]
    }
    for recorder in metrics.recorders { observed.append("\(recorder.label) \(recorder.dimensions)") }
    for entry in lines.entries { observed.append("\(entry.message) \(entry.metadata)") }
    #expect(observed.count > 40)
    #expect(observed.contains { $0.contains("access_token=***") })
    for text in observed {
      #expect(!text.contains(secret))
      #expect(!text.contains(token))
    }
    #expect(server.arrived.contains { $0.path?.contains(secret) == true }, "nothing was planted")
  }

  /// A server may repeat a credential in the host to which it redirects.
  @Test func aSecretInTheHostOfARedirectIsNoLabel() async throws {
    let tracer = HexTracer()
    let metrics = TestMetrics()
    let server = Server(.redirect(to: "https://\(Self.secret).example/"))
    var client = server.client(.tracing(tracer: tracer), .metrics(factory: metrics))
    client.headers["X-Api-Key"] = "\(Self.secret)"
    _ = await client.result(of: GetUser(id: 7))
    let labels = metrics.recorders.map { "\($0.dimensions)" }
    #expect(labels.contains { $0.contains("***.example") })
    for text in labels + tracer.spans.map(\.texts.description) { #expect(!text.contains(Self.secret)) }
    #expect(server.arrived.contains { $0.authority?.contains(Self.secret) == true }, "nothing was planted")
  }
}
#endif
