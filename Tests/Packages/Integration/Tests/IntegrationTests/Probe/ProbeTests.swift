import Foundation
import ReparteeJSON
import Testing

extension ProcessTests {
  /// The program itself, on the fault server.
  @Suite(
    .serialized, .enabled(if: Faultd.isRunning, "REPARTEE_FAULTD is not set; Scripts/integration starts one"),
    .timeLimit(.minutes(5)))
  struct ProbeTests {
    @Test(arguments: ["async-http-client", "url-session"])
    func anOutputIsALine(over transport: String) async throws {
      let line = try await line("/ok", "--transport", transport)
      #expect(line["stage"] == "output")
      #expect(line["kind"] == "OK")
      #expect(line["status"] == 200)
      #expect(line["attempts"] == 1)
      #expect(line["redirects"] == [])
      #expect(line["bytes"] == 11)
      #expect(line["value"] == ["ok": true])
      #expect(line["message"] == .null)
      #expect(try #require(line["ms"]?.double) > 0)
      #expect(try #require(line["peakRSS"]?.int) > 1 << 20)
      #expect(line.object?.count == 10)
    }

    struct Case: CustomTestStringConvertible {
      var arguments: [String]
      var stage: String
      var kind: String
      var value: JSONValue = .null

      init(_ arguments: String, _ stage: String, _ kind: String, _ value: JSONValue = .null) {
        self.arguments = arguments.split(separator: " ").map(String.init)
        (self.stage, self.kind, self.value) = (stage, kind, value)
      }

      var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
      Case("/ok --as text", "output", "OK", #"{"ok":true}"#),
      Case("/j_nul --as text", "output", "OK", "{\"s\":\"a\u{0}b\"}"),
      Case("/j_badutf8 --as text", "undecodable", "corrupted"),
      Case("/ok --as data", "output", "OK", 11),
      Case("/ok --as empty", "output", "OK"),
      Case("/ok --as validated-empty", "undecodable", "invalidEmptyResponse"),
      Case("/s204_nocl --as validated-empty", "output", "No Content"),
      Case("/ok --at ok", "output", "OK", true),
      Case("/ok --at nope", "undecodable", "keyNotFound"),
      Case("/ok --as lines", "output", "OK", 1),
      Case("/p_loop --as array --at items", "output", "OK", 1),
      Case("/ndjson_bad --as lines", "output", "OK", 5),
      Case("/ndjson_bad --as ndjson", "undecodable", "corrupted", 2),
      Case("/sse --as events", "output", "OK", 3),
      Case("/s401_nochal --declare 401", "declared", "Unauthorized", ["e": 1]),
      Case("/s407 --declare 407", "declared", "Proxy Authentication Required"),
      Case("/ct_json_notjson --declare 404", "undecodable", "corrupted"),
      Case("/ct_json_notjson", "undeclared", "Not Found"),
      Case("/s600", "undeclared", "600"),
      Case("/hang --deadline 0.2", "transport", "timedOut.total"),
      Case("/hang_body --idle 0.2", "transport", "timedOut.idle"),
      Case("/hang_body --deadline 0.2 --as lines", "transport", "timedOut.total", 0),
      Case("/endless --max-body 100000", "transport", "bodyTooLarge"),
      Case("/cl_short", "transport", "connectionLost"),
      Case("/ok --method GET/1", "request", "method"),
      Case("/ok --header A(:1", "request", "header"),
      Case("/r_loop", "transport", "tooManyRedirects"),
      Case("/r_file", "transport", "redirectRefused"),
      Case("/r303 --redirects off", "undeclared", "See Other"),
      Case("/r303 --redirects 0", "transport", "tooManyRedirects"),
      Case("/r303 --declare 303", "declared", "See Other"),
      Case("/j_nest100k", "undecodable", "corrupted"),
      Case("/j_badutf8", "undecodable", "corrupted"),
    ])
    func everyEndingHasItsStageAndKind(_ it: Case) async throws {
      let line = try await line(it.arguments[0], Array(it.arguments.dropFirst()))
      #expect(line["stage"]?.string == it.stage, "\(line)")
      #expect(line["kind"]?.string == it.kind, "\(line)")
      #expect(line["value"] == it.value, "\(line)")
      #expect(line["message"]?.isNull == (it.stage == "output"), "\(line)")
    }

    @Test func aURLThatIsNoneIsARequestThatCanNotBeBuilt() async throws {
      let run = try await ProbeRun(["http://local host/"])
      #expect(run.status == 0)
      let line = try #require(run.lines.first)
      #expect(line["stage"] == "request")
      #expect(line["kind"] == "url")
      #expect(line["attempts"] == 0)
    }

    @Test func redirectsStandInTheLine() async throws {
      let echo = try await line("/r303?api_key=planted-1")
      #expect(echo["redirects"] == [.string(url("/echo"))])
      #expect(echo["attempts"] == 2)
      #expect(try await line("/r_loop", "--redirects", "3")["redirects"]?.array?.count == 3)
    }

    @Test func credentialsAreSentAndNotShown() async throws {
      let arguments = ["--bearer", "planted-1", "--header", "X-Api-Key: planted-2", "--body", "{}"]
      let echo = try await line("/echo", arguments)
      #expect(echo["value"]?["method"] == "POST")
      let headers = (echo["value"]?["headers"]?.array ?? []).compactMap { $0.string?.lowercased() }
      #expect(headers.contains("authorization: bearer planted-1"))
      #expect(headers.contains("x-api-key: planted-2"))
      #expect(headers.contains("content-type: application/json"))
      let error = try await line("/s401_nochal?api_key=planted-3", arguments)
      #expect(!error.description.contains("planted"))
    }

    @Test func manyCallsHaveALineEachAndASummary() async throws {
      let run = try await ProbeRun([url("/ok"), "--count", "20", "--parallel", "4"])
      #expect(run.status == 0)
      #expect(run.lines.count == 21)
      let summary = try #require(run.lines.last)
      #expect(summary["calls"] == 20)
      #expect(summary["by"] == ["output": ["OK": 20]])
      let (p50, p99) = (try #require(summary["p50"]?.double), try #require(summary["p99"]?.double))
      #expect(p50 <= p99)
      #expect(try #require(summary["req/s"]?.double) > 0)
    }

    @Test func aCallAfterwardsIsTold() async throws {
      #expect(try await line("/cl_short", "--then", url("/ok"))["then"] == true)
      #expect(try await line("/ok", "--then", url("/s600"))["then"] == false)
    }

    @Test func badOptionsExitWith2AndTheUsage() async throws {
      let run = try await ProbeRun([url("/ok"), "--deadline", "soon"])
      #expect(run.status == 2)
      #expect(run.lines.isEmpty)
      #expect(run.errors.contains("--deadline takes a number of seconds"))
      #expect(run.errors.contains("usage: probe URL"))
    }

    private func url(_ path: String) -> String { (Faultd.baseURL ?? "") + path }

    private func line(_ path: String, _ arguments: String...) async throws -> JSONValue {
      try await line(path, arguments)
    }

    private func line(_ path: String, _ arguments: [String]) async throws -> JSONValue {
      let run = try await ProbeRun([url(path)] + arguments)
      #expect(run.status == 0)
      #expect(run.errors == "")
      #expect(run.lines.count == 1)
      return try #require(run.lines.first)
    }
  }
}
