import Foundation
import Repartee
import Testing

/// One request for each reader at a time; nginx counts in real time.
struct GetLimited: Endpoint {
  enum Limit {
    case aSecond, aSecondWithDelay, aMinute
  }

  enum Refusal: Error { case tooMany }

  var limit: Limit
  let reader = UUID().uuidString

  var request: Request {
    let path: Request.Path =
      switch limit {
      case .aSecond: "/second/small.json"
      case .aSecondWithDelay: "/second_with_delay/small.json"
      case .aMinute: "/minute/small.json"
      }
    return .get(path, query: ["reader": reader])
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
    let reply = try await refused(GetLimited(limit: .aSecondWithDelay), client)
    #expect(reply.value)
    #expect(reply.attempts.map(\.status) == [429, 200])
    #expect(reply.attempts.last?.pause == .seconds(1))
  }

  @Test(arguments: Wire.allCases)
  func withoutADelayTheBackoffOfThrottlingIsWaitedFor(over wire: Wire) async throws {
    var client = wire.client(of: Nginx.baseURL)
    client.randomness = { .max }
    let reply = try await refused(GetLimited(limit: .aSecond), client)
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
    let call = GetLimited(limit: .aMinute)
    #expect(try await client.send(call))
    let error = await client.result(of: call).failure
    #expect(error?.declared == .tooMany)
    #expect(error?.attempts.map(\.status) == [429, 429, 429])
  }

  /// The first reply to a request that was refused at first: on a busy machine a second may pass between two of them.
  private func refused(_ call: GetLimited, _ client: Client) async throws -> TypedResponse<Bool> {
    while true {
      let reply = try await client.response(to: call)
      if reply.attempts.count > 1 { return reply }
    }
  }
}

extension Attempt {
  /// The status that came of it.
  var status: Int? { if case .success(let status) = result { status.code } else { nil } }
}
