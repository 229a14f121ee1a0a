import Foundation
import Repartee
import Testing

/// How often the server is asked is what it has seen itself.
@Suite(.needsFaultd, .timeLimit(.minutes(1)))
struct FaultdRetryTests {
  struct Case: CustomTestStringConvertible {
    var failures: Int
    var attempts: Int
    var testDescription: String { "\(failures) failures, \(attempts) attempts" }

    static let all = [1, 2, 5].flatMap { failures in
      [1, 2, 3, 6].map { Case(failures: failures, attempts: $0) }
    }
  }

  @Test(arguments: Wire.allCases, Case.all)
  func theServerIsAskedAsOftenAsThePolicySays(over wire: Wire, _ it: Case) async throws {
    var reader = FaultdReader(over: wire)
    if it.attempts != RetryPolicy.standard.maximumAttempts {
      reader.client.retry.maximumAttempts = it.attempts
    }
    let expected = min(it.failures + 1, it.attempts)
    var attempts: [Attempt] = []
    do {
      attempts = try await reader.client.response(to: reader.get("flaky\(it.failures)")).attempts
      #expect(it.failures < it.attempts)
    } catch {
      attempts = error.attempts
      #expect(it.failures >= it.attempts)
      #expect(error.status == .serviceUnavailable)
      #expect(error.isRetryable)
    }
    #expect(try await reader.visits("flaky\(it.failures)").count == expected)
    #expect(attempts.map(\.cause) == [.first] + Array(repeating: .retry, count: expected - 1))
    #expect(attempts.pauses == Array([50, 100, 200, 400, 800].prefix(expected - 1)))
  }

  @Test(arguments: Wire.allCases) func aRequestSaysForItselfHowOftenItIsSent(over wire: Wire) async throws {
    let reader = FaultdReader(over: wire)
    let off = await reader.client.result(of: reader.get("flaky1")) { $0.retry = .off }
    #expect(off.failure?.attempts.count == 1)
    let never = await reader.client.result(of: reader.get("flaky2")) { $0.idempotency = .never }
    #expect(never.failure?.attempts.count == 1)
    #expect(try await reader.visits("flaky1").count == 1)
    #expect(try await reader.visits("flaky2").count == 1)
  }

  @Test(arguments: Wire.allCases) func aPOSTIsNotSentAgain(over wire: Wire) async throws {
    let reader = FaultdReader(over: wire)
    let error = await reader.client.result(of: reader.post("flaky1")).failure
    #expect(error?.status == .serviceUnavailable)
    #expect(error?.attempts.count == 1)
    #expect(try await reader.visits("flaky1").map(\.method) == ["POST"])
  }

  @Test(arguments: Wire.allCases) func aPOSTThatIsSaidToBeIdempotentIs(over wire: Wire) async throws {
    let reader = FaultdReader(over: wire)
    try await reader.client.send(reader.post("flaky1", .always))
    #expect(try await reader.visits("flaky1").map(\.idempotencyKey) == [nil, nil])
  }

  @Test(arguments: Wire.allCases) func aPOSTHasTheSameKeyInEachAttempt(over wire: Wire) async throws {
    var reader = FaultdReader(over: wire)
    reader.client.randomness = { .random(in: 0 ... .max) }
    let payment = reader.post("flaky2", .key())
    try await reader.client.send(payment)
    let first = try await reader.visits("flaky2").map(\.idempotencyKey)
    #expect(first.count == 3)
    let key = try #require(first.first ?? nil)
    #expect(first == [key, key, key])
    #expect(key.wholeMatch(of: /"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/) != nil, "\(key)")

    try await reader.client.send(payment)
    let second = try #require(try await reader.visits("flaky2").last?.idempotencyKey)
    #expect(second != key)
  }

  @Test(arguments: Wire.allCases) func aKeyIsSentAsItIsGivenInTheFieldThatIsNamed(over wire: Wire)
    async throws
  {
    let reader = FaultdReader(over: wire)
    try await reader.client.send(reader.post("flaky1", .key("order 7", field: "X-Request-Key")))
    #expect(
      try await reader.visits("flaky1").map { $0.value("X-Request-Key") } == ["\"order 7\"", "\"order 7\""])
  }

  /// The server says that it keeps its connections, and closes each after the first response. With connections of its
  /// own a call meets one such connection at most: those of other tests could take all of its attempts.
  @Test(arguments: Wire.allCases) func aConnectionThatWasClosedIsReplaced(over wire: Wire) async throws {
    var reader = FaultdReader(over: wire)
    try await wire.withOwnConnections(to: Faultd.baseURL) { client in
      reader.client = client
      for number in 1...40 {
        try await reader.client.send(reader.get("stale_keepalive"))
        #expect(try await reader.visits("stale_keepalive").count == number)
      }
    }
  }

  /// It may fail: what the server has seen is not known then.
  @Test(arguments: Wire.allCases) func aPOSTOnAConnectionThatWasClosedIsSeenOnceAtMost(over wire: Wire)
    async throws
  {
    for _ in 1...20 {
      var reader = FaultdReader(over: wire)
      reader.client = wire.client(of: Faultd.otherBaseURL)
      reader.client.timeout = .seconds(5)
      let result = await reader.client.result(of: reader.post("stale_keepalive"))
      let seen = try await reader.visits("stale_keepalive").count
      if let error = result.failure {
        let kind = error.transportError?.kind
        #expect(kind == .connectionLost || wire.missesEvents && kind == .timedOut(.total), "\(error.report)")
        #expect(seen <= 1)
      } else {
        #expect(seen == 1)
      }
    }
  }
}
