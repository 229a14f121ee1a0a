import Foundation
import Repartee
import Testing

/// One request a second for each reader; nginx counts in real time.
struct GetLimited: Endpoint {
  enum Refusal: Error { case tooMany }

  var reader: String
  /// Whether nginx says how long to wait.
  var saysDelay: Bool

  var request: Request {
    .get(
      saysDelay ? "/limited_with_delay/small.json" : "/limited/small.json", query: ["reader": reader])
  }

  static let responses: ResponseMap<Bool, Refusal> = [
    .code(200, .decode(at: "small")),
    .code(429, .error(.tooMany)),
  ]
}

@Suite(
  .enabled(if: Nginx.isRunning, "REPARTEE_NGINX is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct NginxLimitTests {
  @Test(arguments: Wire.allCases) func aDelayOfTheServerIsWaitedFor(over wire: Wire) async throws {
    var client = wire.client(of: Nginx.baseURL)
    client.randomness = { 0 }
    let call = GetLimited(reader: UUID().uuidString, saysDelay: true)
    #expect(try await client.send(call))
    let reply = try await client.reply(to: call)
    #expect(reply.value)
    #expect(reply.attempts.map(\.status) == [429, 200])
    #expect(reply.attempts.last?.pause == .seconds(1))
  }

  @Test(arguments: Wire.allCases) func withoutADelayTheBackoffOfThrottlingDoes(over wire: Wire) async throws {
    var client = wire.client(of: Nginx.baseURL)
    client.randomness = { .max }
    let call = GetLimited(reader: UUID().uuidString, saysDelay: false)
    #expect(try await client.send(call))
    let reply = try await client.reply(to: call)
    #expect(reply.value)
    #expect(reply.attempts.first?.status == 429)
    #expect(reply.attempts.last?.status == 200)
    let pause = try #require(reply.attempts.dropFirst().first?.pause)
    #expect(pause > .milliseconds(999) && pause <= .seconds(1))
  }

  /// Declared, it is a failure of the endpoint's, with all attempts.
  @Test(arguments: Wire.allCases) func whatStaysLimitedIsTold(over wire: Wire) async throws {
    var client = wire.client(of: Nginx.baseURL)
    client.randomness = { 0 }
    let call = GetLimited(reader: UUID().uuidString, saysDelay: false)
    #expect(try await client.send(call))
    let error = await client.result(of: call).failure
    #expect(error?.declared == .tooMany)
    #expect(error?.attempts.map(\.status) == [429, 429, 429])
  }
}

extension Attempt {
  /// The status that came of it.
  var status: Int? { if case .status(let code) = result { code } else { nil } }
}
