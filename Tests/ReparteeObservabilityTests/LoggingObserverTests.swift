#if Observability
import HTTPTypes
import InMemoryLogging
import Logging
import Repartee
import ReparteeCaching
import ReparteeDrift
import Testing

@testable import ReparteeObservability

struct LoggingObserverTests {
  private let lines = InMemoryLogHandler()

  private func logger(_ level: Logger.Level = .trace) -> Logger {
    var logger = Logger(label: "test") { [lines] _ in lines }
    logger.logLevel = level
    return logger
  }

  @Test func aCallIsALineForEachEvent() async throws {
    let server = Server(.status(503), .redirect(to: "/people/7?access_token=hunter2"), .text("Ada"))
    _ = try await server.client(.logging(logger: logger())).send(GetUser(id: 7))

    let entries = lines.entries
    #expect(
      entries.map { "\($0.message)" }
        == [
          "callStarted", "attemptStarted", "headReceived", "attemptEnded", "retried", "attemptStarted",
          "headReceived", "attemptEnded", "redirected", "attemptStarted", "headReceived", "attemptEnded",
          "callEnded",
        ].map { "\($0) GetUser GET /users/{}" })
    #expect(entries.allSatisfy { $0.level == .debug })
    #expect(Set(entries.map { $0.metadata["repartee.call"]?.description }).count == 1)

    var retried = entries[4].metadata
    retried["repartee.call"] = nil
    #expect(
      retried == [
        "repartee.time": "250.0", "repartee.pause": "0.0", "repartee.retryability": "transient",
        "repartee.operation": "GetUser",
      ])
    var ended = entries[11].metadata
    ended["repartee.call"] = nil
    #expect(
      ended == [
        "http.request.method": "GET", "url.full": "https://api.example.com/people/7?access_token=***",
        "http.request.resend_count": "2", "http.response.status_code": "200", "repartee.duration": "250.0",
        "repartee.time": "750.0", "repartee.operation": "GetUser",
      ])
    #expect(
      entries[8].metadata["repartee.redirect"]
        == "302 Found → https://api.example.com/people/7?access_token=***")
  }

  @Test func driftIsADecision() async throws {
    struct Person: Decodable, Sendable { var name: String }
    var client = Server(.json(#"{"name": "Ada", "zip": 1}"#))
      .client(.logging(logger: logger(), decisions: .error))
    client.drift = DriftDetector(sampling: 1, reportsAllUnreadKeys: true)
    _ = try await client.send(Resource(Person.self, .get("/people/7")))
    let entries = lines.entries.filter { $0.metadata["repartee.drift"] != nil }
    #expect(entries.map { "\($0.message)" } == ["drifted GET /people/7"])
    #expect(entries.map(\.level) == [.error])
    #expect(entries.first?.metadata["repartee.drift"]?.description.hasSuffix("unread key: zip") == true)
  }

  @Test func whatTheCacheDecidesIsNoDrift() async throws {
    var client = Server(.json("1", headers: [.cacheControl: "max-age=60"]))
      .client(.logging(logger: logger(), decisions: .error))
    client.cache = ResponseCache()
    for _ in 0..<2 { _ = try await client.send(Resource(Int.self, .get("/people/7"))) }
    let entries = lines.entries.filter { "\($0.message)".hasPrefix("cache") }
    #expect(entries.map { "\($0.message)" } == ["cacheMissed GET /people/7", "cacheHit GET /people/7"])
    #expect(entries.allSatisfy { $0.level == .debug && $0.metadata["repartee.drift"] == nil })
  }

  @Test func aFailedCallIsLoggedAtInfo() async {
    _ = await Server(.status(404)).client(.logging(logger: logger(.info))).result(of: GetUser(id: 7))
    let entries = lines.entries
    #expect(entries.map { "\($0.message)" } == ["callEnded GetUser GET /users/{}"])
    #expect(entries.map(\.level) == [.info])
    #expect(entries.first?.metadata["error.type"] == "404")
    #expect(
      entries.first?.metadata["repartee.error"]
        == "GET /users/{} → 404 Not Found, no body: an undeclared status")
  }

  @Test func aDeclaredFailureIsLoggedByItsName() async {
    enum Refusal: Error { case frozen(String) }
    let account = Resource<Void, Refusal>(
      .post("/").named("closeAccount"), [.code(409, .error(.frozen("hunter2")))])
    _ = await Server(.status(409)).client(.logging(logger: logger(.info))).result(of: account)
    let entries = lines.entries
    #expect(entries.map { "\($0.message)" } == ["callEnded closeAccount POST /"])
    #expect(entries.first?.metadata["repartee.failure"] == "frozen")
    #expect(
      entries.first?.metadata["repartee.error"]
        == "POST / → 409 Conflict, no body: a declared failure (Refusal.frozen)")
  }

  @Test func aCancelledCallIsNoFailure() async {
    _ = await cancelled(GetUser(id: 7), .logging(logger: logger(.info)))
    #expect(lines.entries.isEmpty)
  }

  @Test func theLevelsCanBeSet() async throws {
    let client = Server(.status(503))
      .client(.logging(logger: logger(), events: nil, decisions: .warning, failures: .error))
    _ = await client.result(of: GetUser(id: 7))
    #expect(lines.entries.map(\.level) == [.warning, .warning, .warning, .error])
  }
}
#endif
