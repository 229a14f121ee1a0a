#if Observability
import CoreMetrics
import HTTPTypes
import MetricsTestKit
import Repartee
import Testing

@testable import ReparteeObservability

struct MetricsObserverTests {
  private let metrics = TestMetrics()

  /// What was recorded, by its labels.
  private var recorded: [[String: String]: [Double]] {
    Dictionary(
      metrics.recorders.map { recorder in
        (Dictionary(recorder.dimensions) { first, _ in first }, recorder.values)
      }, uniquingKeysWith: +)
  }

  @Test func eachAttemptIsAValueInSeconds() async throws {
    let server = Server(.status(503), .redirect(to: "https://other.example/?token=hunter2"), .text("Ada"))
    _ = try await server.client(.metrics(factory: metrics)).send(GetUser(id: 7))

    #expect(metrics.recorders.allSatisfy { $0.label == "http.client.request.duration" && $0.aggregate })
    let first = [
      "http.request.method": "GET", "server.address": "api.example.com", "server.port": "443",
      "url.template": "/users/{}", "repartee.operation": "GetUser",
    ]
    #expect(
      recorded == [
        first.merging(["http.response.status_code": "503", "error.type": "503"]) { $1 }: [0.25],
        first.merging(["http.response.status_code": "302"]) { $1 }: [0.25],
        first.merging(["http.response.status_code": "200", "server.address": "other.example"]) { $1 }: [0.25],
      ])
    #expect(metrics.counters.isEmpty && metrics.timers.isEmpty && metrics.meters.isEmpty)
  }

  @Test func aRecorderIsMadeOnce() async throws {
    let counting = CountingFactory(metrics)
    let client = Server(.text("Ada")).client(.metrics(factory: counting))
    for id in 1...20 { _ = try await client.send(GetUser(id: id)) }
    #expect(counting.made == 1)
    #expect(recorded.values.map(\.count) == [20])
  }

  @Test func aFailedTransportIsAnErrorOfItsKind() async {
    _ = await Server().client(.metrics(factory: metrics)).result(of: GetUser(id: 7))
    #expect(recorded.keys.map { $0["error.type"] } == ["connectionLost"])
    #expect(recorded.keys.map { $0["http.response.status_code"] } == [nil])
    #expect(recorded.values.map(\.count) == [3])
  }

  @Test func a404ThatIsOutputIsNoError() async throws {
    _ = try await Server(.status(404)).client(.metrics(factory: metrics)).send(FindUser(id: 7))
    #expect(recorded.keys.map { $0["error.type"] } == [nil])
    #expect(recorded.keys.map { $0["http.response.status_code"] } == ["404"])
  }

  @Test func cancellationIsNoError() async {
    _ = await cancelled(GetUser(id: 7), .metrics(factory: metrics))
    #expect(
      Array(recorded.keys) == [
        [
          "http.request.method": "GET", "server.address": "api.example.com", "server.port": "443",
          "url.template": "/users/{}", "repartee.operation": "GetUser",
        ]
      ])
  }

  @Test func whatIsNotSentIsNotRecorded() async {
    let client = Server(.text("Ada")).client(.metrics(factory: metrics))
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await client.result(of: GetUser(id: 7))
    }
    _ = await call.value
    _ = await client.result(of: GetUser(id: 7)) { $0.headers["a b"] = "c" }
    #expect(metrics.recorders.isEmpty)
  }

  @Test func templatesAreBounded() async throws {
    let client = Server(.text("")).client(
      .metrics(factory: metrics, limits: LabelLimits(templates: 3)))
    for number in 1...50 {
      let path = Request.Path("/files/\(number)-of-many" as String)
      _ = try await client.send(Resource<String, Never>(Request(.get, path), [.code(200, .decode)]))
    }
    #expect(
      Set(recorded.keys.map { $0["url.template"] }) == [
        "/files/1-of-many", "/files/2-of-many", "/files/3-of-many", "_OTHER",
      ])
    #expect(recorded.values.map(\.count).reduce(0, +) == 50)
  }

  @Test func operationsOfOnePathAreSeparate() async throws {
    let client = Server(.text("")).client(.metrics(factory: metrics))
    for name in ["createInvoice", "sendInvoice", nil, ""] {
      var request = Request.post("/")
      request.operation = name
      _ = try await client.send(Resource<String, Never>(request, [.code(200, .decode)]))
    }
    #expect(recorded.count == 3)
    #expect(
      Set(recorded.keys.map { $0["repartee.operation"] }) == ["createInvoice", "sendInvoice", nil])
  }

  @Test func operationsAreBounded() async throws {
    let client = Server(.text("")).client(
      .metrics(factory: metrics, limits: LabelLimits(operations: 2)))
    for number in 1...50 {
      _ = try await client.send(
        Resource<String, Never>(.post("/").named("call\(number)"), [.code(200, .decode)]))
    }
    #expect(Set(recorded.keys.map { $0["repartee.operation"] }) == ["call1", "call2", "_OTHER"])
    #expect(recorded.values.map(\.count).reduce(0, +) == 50)
  }

  @Test func serversAreBounded() async throws {
    let limits = LabelLimits(servers: 3)
    let observer = MetricsObserver(factory: metrics, limits: limits)
    for number in 1...20 {
      let server = Server(.redirect(to: "https://x\(number).example:\(8000 + number)/"), .text("Ada"))
      _ = try await server.client(observer).send(GetUser(id: 7))
    }
    #expect(
      Set(recorded.keys.map { $0["server.address"] }) == [
        "api.example.com", "x1.example", "x2.example", "_OTHER",
      ])
    #expect(Set(recorded.keys.map { $0["server.port"] }) == ["443", "8001", "8002", nil])
    #expect(observer.recorders.count == 4)
  }

  @Test func allLabelsTogetherAreBounded() async throws {
    let observer = MetricsObserver(factory: metrics, limits: LabelLimits(series: 10))
    for code in 200..<300 {
      _ = try await Server(.status(code)).client(observer).send(
        Resource<Void, Never>(.get("/x"), [.success(.noContent)]))
    }
    #expect(observer.recorders.count == 11)
    #expect(recorded[["otel.metric.overflow": "true"]]?.count == 90)
  }

  @Test func aMethodThatIsNotKnownIsOther() async throws {
    let client = Server(.text("")).client(.metrics(factory: metrics))
    for number in 1...20 {
      _ = try await client.send(
        Resource<String, Never>(Request(method: "M\(number)", "/x"), [.code(200, .decode)]))
    }
    #expect(recorded.keys.map { $0["http.request.method"] } == ["_OTHER"])
  }

  @Test func theBucketBoundariesAreThoseOfTheConventions() {
    #expect(MetricsObserver.label == "http.client.request.duration")
    #expect(
      MetricsObserver.bucketBoundaries
        == [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10])
  }
}
#endif
