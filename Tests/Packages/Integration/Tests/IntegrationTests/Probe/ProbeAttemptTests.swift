import Foundation
import Repartee
import Testing

extension ProcessTests {
  /// The options of the program that make more of a call than one attempt.
  @Suite(
    .serialized, .enabled(if: Faultd.isRunning, "REPARTEE_FAULTD is not set; Scripts/integration starts one"),
    .timeLimit(.minutes(5)))
  struct ProbeAttemptTests {
    let reader = UUID().uuidString

    @Test func retriesAreCounted() async throws {
      let failed = try await run("/flaky2", "--retries", "1")
      #expect(failed.lines.first?["status"] == 503)
      #expect(failed.lines.first?["attempts"] == 2)
      let succeeded = try await run("/flaky2", "--retries", "1")
      #expect(succeeded.lines.first?["stage"] == "output")
      #expect(try await visits("/flaky2").count == 3)
    }

    @Test func aTokenIsGotWhenTheFirstRequestIsRefused() async throws {
      let line = try #require(try await refreshing().lines.first)
      #expect(line["stage"] == "output")
      #expect(line["attempts"] == 2)
      #expect(try await visits("/need_t").map(\.authorization) == [nil, "Bearer t1"])
    }

    @Test func aTokenThatIsRefusedIsRefreshed() async throws {
      let run = try await refreshing("--bearer", "planted-1")
      #expect(run.lines.first?["stage"] == "output")
      #expect(try await visits("/need_t").map(\.authorization) == ["Bearer planted-1", "Bearer t1"])
      #expect(try await visits("/token").map(\.authorization) == [nil])
    }

    @Test func parallelCallsShareARefresh() async throws {
      let run = try await refreshing("--bearer", "old", "--count", "40", "--parallel", "20")
      #expect(run.lines.last?["by"] == ["output": ["OK": 40]])
      #expect(try await visits("/token").count == 1)
    }

    @Test func aRefreshThatFailsIsTheErrorOfTheCall() async throws {
      let run = try await run("/always401", "--refresh", url("/s401_nochal"))
      #expect(run.lines.first?["stage"] == "authentication")
      #expect(run.lines.first?["kind"] == "refreshFailed")
      #expect(try await visits("/always401").count == 1)
    }

    @Test func aPOSTIsSentAgainWithItsKeyOnly() async throws {
      let post = ["--body", "{}", "--retries", "2"]
      #expect(try await run("/flaky1", post).lines.first?["attempts"] == 1)
      #expect(try await run("/flaky2", post + ["--idempotency-key", "k-1"]).lines.first?["attempts"] == 3)
      let keys = try await visits("/flaky2").map(\.idempotencyKey)
      #expect(keys == Array(repeating: "\"k-1\"", count: 3))
    }

    @Test func eachEventIsALineWithoutSecrets() async throws {
      let run = try await refreshing(
        "--bearer", "planted-1", "--observe", "--header", "X-Api-Key: planted-2", "--retries", "2")
      #expect(!run.errors.contains("planted"))
      let events = try run.events
      let call = events.filter { $0["id"] == events.first?["id"] }
      #expect(
        call.compactMap { $0["kind"]?.string } == [
          "callStarted", "attemptStarted", "headReceived", "attemptEnded", "refused", "refreshed",
          "attemptStarted", "headReceived", "attemptEnded", "callEnded",
        ])
      #expect(call.compactMap { $0["number"]?.int } == [1, 1, 2, 2])
      #expect(call.compactMap { $0["cause"]?.string } == ["first", "refresh"])
      #expect(call.compactMap { $0["status"]?.int } == [401, 401, 401, 200, 200, 200])
      let times = call.compactMap { $0["ms"]?.double }
      #expect(times.count == call.count && times == times.sorted())
      #expect(
        call.first { $0["kind"] == "attemptStarted" }?["url"] == .string(url("/need_t?reader=\(reader)")))
    }

    @Test func decisionsAreEvents() async throws {
      let retried = try await run("/flaky1", "--retries", "1", "--observe").events
      let retry = try #require(retried.first { $0["kind"] == "retried" })
      #expect(retry["retryability"] == "transient")
      #expect(try #require(retry["pause"]?.double) <= 50)
      let redirected = try await run("/r302", "--observe").events
      #expect(redirected.first { $0["kind"] == "redirected" }?["redirect"] == .string(url("/echo")))
      let failed = try await run("/s401_nochal", "--observe").events
      #expect(try #require(failed.last?["error"]?.string).contains("401"))
    }

    private func url(_ path: String) -> String { (Faultd.baseURL ?? "") + path }

    private func refreshing(_ arguments: String...) async throws -> ProbeRun {
      try await run("/need_t", ["--refresh", url("/token?reader=\(reader)")] + arguments)
    }

    private func run(_ path: String, _ arguments: String...) async throws -> ProbeRun {
      try await run(path, arguments)
    }

    private func run(_ path: String, _ arguments: [String]) async throws -> ProbeRun {
      let run = try await ProbeRun([url("\(path)?reader=\(reader)")] + arguments)
      #expect(run.status == 0)
      return run
    }

    private func visits(_ path: String) async throws -> [Faultd.Visit] {
      try await Faultd.visits(of: reader).filter { $0.path.hasPrefix("\(path)?") }
    }
  }
}
