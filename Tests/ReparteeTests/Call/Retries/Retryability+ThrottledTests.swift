import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// What is sent again after a response that wants fewer requests, and when.
@Suite(.timeLimit(.minutes(5))) struct RetryabilityThrottledTests {
  private struct Outcome {
    var requests: Int
    /// In milliseconds.
    var pauses: [Int]
  }

  /// Sends a request to a server that gives the same response each time; nil is a lost connection.
  private func send(
    _ request: Request, _ response: TransportResponse?,
    map: ResponseMap<String, Never> = [.code(200, .decode)],
    change: (inout Client) -> Void = { _ in }
  ) async -> Outcome {
    let (arrivals, clock) = (Arrivals(), SkippingClock(end: .seconds(60)))
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        if let response { return response }
        throw TransportError(.connectionLost)
      })
    client.clock = clock
    client.randomness = { .max }
    change(&client)
    _ = await client.result(of: Resource(request, map))
    return Outcome(
      requests: arrivals.all.count, pauses: clock.sleeps.map { Int(($0 / .milliseconds(1)).rounded()) })
  }

  private func busy(_ code: Int, after seconds: String? = nil) -> TransportResponse {
    .status(code, headers: seconds.map { [.retryAfter: $0] } ?? [:])
  }

  // MARK: What is sent again

  @Test(arguments: [(429, nil), (429, "1"), (503, nil), (503, "1"), (529, nil)] as [(Int, String?)])
  func aThrottledPostIsSentAgainOnlyIfItIsDeclared(code: Int, delay: String?) async {
    let response = busy(code, after: delay)
    #expect(await send(.post("/a"), response).requests == 1)
    #expect(await send(Request(.patch, "/a"), response).requests == 1)
    #expect(await send(.post("/a").idempotent(.never), response).requests == 1)
    #expect(await send(.post("/a").idempotent(.whenThrottled), response).requests == 3)
    #expect(await send(Request(.patch, "/a").idempotent(.whenThrottled), response).requests == 3)
  }

  @Test(arguments: [408, 500, 502, 504, 520, 524, 409, 422])
  func anyOtherFailureMayHaveBeenActedOn(code: Int) async {
    #expect(await send(.post("/a").idempotent(.whenThrottled), busy(code)).requests == 1)
  }

  @Test func aLostConnectionMayHaveBeenActedOn() async {
    #expect(await send(.post("/a").idempotent(.whenThrottled), nil).requests == 1)
  }

  @Test func theMethodStillCounts() async {
    #expect(await send(.get("/a").idempotent(.whenThrottled), busy(500)).requests == 3)
    #expect(await send(.get("/a").idempotent(.whenThrottled), nil).requests == 3)
  }

  @Test func theOutcomeAndTheEndpointSayWhatIsThrottled() async {
    let request = Request.post("/a").idempotent(.whenThrottled)
    let limited: ResponseMap<String, Never> = [.code(403, .decode.throttled)]
    #expect(await send(request, busy(403), map: limited).requests == 3)
    #expect(await send(.post("/a"), busy(403), map: limited).requests == 1)
    #expect(await send(request, busy(429), map: [.code(429, .decode.permanent)]).requests == 1)
    #expect(
      await send(request, busy(503), map: [.code(503, .decode.transient)]).requests == 1,
      "transient does not say that nothing was done")
    #expect(
      await send(request, busy(400), map: [.code(200, .decode), .retryRule { _ in .throttled }]).requests
        == 3)
  }

  @Test func aBodyThatWasReadOnceIsNotSentAgain() async {
    let once = Request.Body.stream(ByteStream(length: 3, once: chunks(["abc"])))
    let request = Request.post("/a", body: once).idempotent(.whenThrottled)
    #expect(await send(request, busy(429)).requests == 1)
  }

  @Test func aThrottledPostWaitsLonger() async {
    let request = Request.post("/a").idempotent(.whenThrottled)
    #expect(await send(request, busy(503)).pauses == [1_000, 2_000])
    #expect(await send(.get("/a"), busy(503)).pauses == [50, 100])
    #expect(await send(request, busy(429, after: "4")).pauses == [5_000, 6_000])
  }

  // MARK: Status codes

  @Test func anOverloadedServerGetsALongerPause() async {
    #expect(await send(.get("/a"), busy(529)).pauses == [1_000, 2_000])
  }

  @Test(arguments: 520...524) func aFaultBehindAProxyIsTransient(code: Int) async {
    #expect(await send(.get("/a"), busy(code)).pauses == [50, 100])
    #expect(await send(.post("/a"), busy(code)).requests == 1, "it may have been acted on")
  }

  @Test(arguments: [421, 425]) func aMisdirectedOrEarlyRequestWasNotActedOn(code: Int) async {
    #expect(await send(.post("/a"), busy(code)).requests == 3)
  }

  @Test(arguments: [525, 526, 527, 530]) func aWrongCertificateBehindAProxyStaysWrong(code: Int) async {
    #expect(await send(.get("/a"), busy(code)).requests == 1)
  }

  // MARK: Retry-After

  /// 50 calls are refused at once, by a server that lets 5 a second through.
  @Test func callsThatAreRefusedTogetherDoNotReturnTogether() async {
    await forAll(runs: 5) { random in
      let bits = Mutex(random)
      var pauses: [Int] = []
      for _ in 0..<50 {
        let outcome = await send(.get("/a"), busy(429, after: "1")) {
          $0.randomness = { bits.withLock { $0.next() } }
          $0.retry.maximumAttempts = 2
        }
        pauses += outcome.pauses
      }
      #expect(pauses.count == 50 && pauses.allSatisfy { (1_000...2_000).contains($0) })
      let most = pauses.map { first in pauses.count { (first..<first + 100).contains($0) } }.max() ?? 0
      #expect(most <= 25, "45 without a random addition")
    }
  }

  /// A map without a rule, and one whose rule leaves it to the others.
  private static let maps: [ResponseMap<String, Never>] = [
    [.code(200, .decode)], [.code(200, .decode), .retryRule { _ in nil }],
  ]

  private func broken(_ code: Int, after seconds: String? = nil) -> TransportResponse {
    TransportResponse(
      head: busy(code, after: seconds).head,
      body: ByteStream(
        length: nil, replayable: chunks(["abc"], then: TransportError(.connectionLost))))
  }

  @Test(arguments: [429, 503, 529, 500])
  func aLongRetryAfterCountsIfTheBodyBreaksOff(code: Int) async {
    for map in Self.maps {
      let outcome = await send(.get("/a"), broken(code, after: "3600"), map: map)
      #expect(outcome.requests == 1 && outcome.pauses.isEmpty)
    }
  }

  @Test(arguments: [429, 503, 529, 500])
  func aRetryAfterIsWaitedForIfTheBodyBreaksOff(code: Int) async {
    for map in Self.maps {
      #expect(await send(.get("/a"), broken(code, after: "5"), map: map).pauses == [6_250, 7_000])
    }
  }

  @Test func aThrottledResponseIsThrottledIfItsBodyBreaksOff() async {
    for map in Self.maps {
      #expect(await send(.get("/a"), broken(429), map: map).pauses == [1_000, 2_000])
      #expect(await send(.get("/a"), broken(500), map: map).pauses == [50, 100])
      let post = Request.post("/a").idempotent(.whenThrottled)
      #expect(await send(post, broken(429), map: map).requests == 3)
      #expect(await send(post, broken(500), map: map).requests == 1)
      #expect(await send(.post("/a"), broken(425), map: map).requests == 3)
    }
    let permanent: ResponseMap<String, Never> = [.code(429, .decode.permanent), .retryRule { _ in nil }]
    #expect(await send(.get("/a"), broken(429), map: permanent).requests == 1)
  }

  @Test func theRetryAfterOfAResponseThatAsksForNoRetryIsNotWaitedFor() async {
    for map in Self.maps {
      #expect(await send(.get("/a"), broken(200, after: "5"), map: map).pauses == [50, 100])
    }
  }

  @Test func theAdditionLeavesTimeForTheAttempt() async {
    let outcome = await send(.get("/a"), busy(503, after: "59")) { $0.timeout = .seconds(60) }
    #expect(outcome.pauses == [59_500] && outcome.requests == 2)
  }
}
