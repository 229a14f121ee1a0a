import Foundation
import Repartee
import Testing

/// A 429 each time, with a Retry-After that is of use or not.
@Suite(.needsFaultd, .timeLimit(.minutes(1)))
struct FaultdRetryAfterTests {
  @Test(arguments: Wire.allCases, ["ra_neg", "ra_text", "ra_empty", "ra_past", "ra_zero"])
  func aDelayThatSaysNothingLeavesTheBackoff(over wire: Wire, scenario: String) async throws {
    let reader = FaultdReader(over: wire)
    let error = await reader.client.result(of: reader.get(scenario)).failure
    #expect(error?.status == .tooManyRequests)
    #expect(error?.attempts.count == 3)
    #expect(try await reader.visits(scenario).count == 3)
    #expect(error?.attempts.pauses == [1_000, 2_000])
  }

  @Test(arguments: Wire.allCases) func a503WithoutADelayIsNoThrottling(over wire: Wire) async throws {
    let reader = FaultdReader(over: wire)
    let error = await reader.client.result(of: reader.get("ra_503nohdr")).failure
    #expect(error?.status == .serviceUnavailable)
    #expect(try await reader.visits("ra_503nohdr").count == 3)
    #expect(error?.attempts.pauses == [50, 100])
  }

  @Test(arguments: Wire.allCases, ["ra_huge", "ra_far"])
  func aDelayBeyondTheLimitIsNotWaitedFor(over wire: Wire, scenario: String) async throws {
    let reader = FaultdReader(over: wire)
    let error = await reader.client.result(of: reader.get(scenario)).failure
    #expect(error?.status == .tooManyRequests)
    #expect(error?.attempts.count == 1)
    #expect(try await reader.visits(scenario).count == 1)
  }

  /// In real time: the policy would wait, the time of the call does not last.
  @Test(arguments: Wire.allCases, ["ra_huge", "ra_far"])
  func aDelayBeyondTheDeadlineFailsAtOnce(over wire: Wire, scenario: String) async throws {
    var reader = FaultdReader(over: wire)
    reader.client = wire.client(of: Faultd.baseURL)
    reader.client.timeout = .seconds(20)
    reader.client.retry.maximumRetryAfter = RetryAfter.maximumDelay
    let start = ContinuousClock.now
    let error = await reader.client.result(of: reader.get(scenario)).failure
    #expect(.now - start < .seconds(10))
    #expect(error?.status == .tooManyRequests)
    #expect(error?.response?.retryAfter != nil)
    #expect(try await reader.visits(scenario).count == 1)
  }

  /// The date is two seconds after the start of the server; the client's time of day is the test's.
  @Test(arguments: Wire.allCases) func aDateIsWaitedFor(over wire: Wire) async throws {
    var reader = FaultdReader(over: wire)
    let head = await reader.client.result(of: reader.get("ra_date")) { $0.retry = .off }.failure?.response
    guard case .date(let date) = head?.retryAfter else {
      Issue.record("there is a date")
      return
    }
    reader.client.now = { date - 30 }
    let early = await reader.client.result(of: reader.get("ra_date")).failure
    // With the largest random addition, a quarter.
    #expect(early?.attempts.pauses == [37_500, 37_500])

    reader.client.now = { date - 90 }
    #expect(await reader.client.result(of: reader.get("ra_date")).failure?.attempts.count == 1)
    #expect(try await reader.visits("ra_date").count == 1 + 3 + 1)
  }
}
