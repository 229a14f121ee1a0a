import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Rules for retries that hold for an API: in an included map, and of a client.
@Suite(.timeLimit(.minutes(5))) struct IncludedRuleTests {
  private enum APIFailure: Error { case limited, closed }
  private enum Failure: Error { case api(APIFailure), own }
  private typealias Map = ResponseMap<String, Failure>

  private func send<Failure>(
    _ map: ResponseMap<String, Failure>, _ response: TransportResponse?, request: Request = .get("/a"),
    change: (inout Client) -> Void = { _ in }
  ) async -> (requests: Int, pauses: [Int], error: CallError<Failure>?) {
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
    let result = await client.result(of: Resource(request, map))
    return (
      arrivals.all.count, clock.sleeps.map { Int(($0 / .milliseconds(1)).rounded()) },
      result.error
    )
  }

  private func limited(_ code: Int = 403, after seconds: String? = "1") -> TransportResponse {
    .status(code, headers: seconds.map { [.retryAfter: $0] } ?? [:])
  }

  private static let throttling: ResponseMap<Never, APIFailure> = [
    .code(403, .error(.limited)), .code(503, .error(.closed)),
    .retryRule { result in
      guard case .failure(let error) = result else { return nil }
      if error.declared == .closed { return .permanent }
      return error.response?.status == .forbidden && error.response?.retryAfter != nil ? .throttled : nil
    },
  ]

  // MARK: Included maps

  @Test func aRuleOfAnIncludedMapGetsItsOwnFailure() async {
    for map in [
      [.code(200, .decode), .including(Self.throttling) { .api($0) }],
      [.including(Self.throttling) { .api($0) }, .success(.decode)],
    ] as [Map] {
      #expect(await send(map, limited()).pauses == [2_000, 3_000])
      #expect(await send(map, limited(after: nil)).requests == 1, "it leaves the others as they are")
      let closed = await send(map, limited(503))
      #expect(closed.requests == 1 && closed.error?.retryability == .permanent)
      guard case .api(.closed)? = closed.error?.declared else {
        Issue.record("the failure is not the transformed one")
        return
      }
      #expect(await send(map, nil).pauses == [50, 100])
    }
  }

  @Test func aRuleOfAnIncludedMapOfTheSameFailureGetsEveryFailure() async {
    let map: ResponseMap<String, APIFailure> = [
      .code(200, .decode), .code(409, .error(.closed)), .including(Self.throttling),
    ]
    let declaredHere = await send(map, limited(409))
    #expect(declaredHere.requests == 1 && declaredHere.error?.retryability == .permanent)
    #expect(await send(map, limited()).requests == 3)
  }

  @Test func aFailureOfAnotherTypeIsUndeclaredToTheRule() async {
    let seen = Mutex<[String]>([])
    let shared: ResponseMap<Never, APIFailure> = [
      .code(500, .error(.limited)),
      .retryRule { result in
        if case .failure(let error) = result { seen.withLock { $0.append("\(error.reason)") } }
        return .permanent
      },
    ]
    let map: Map = [.code(200, .decode), .code(403, .error(.own)), .including(shared) { .api($0) }]
    #expect(await send(map, limited()).error?.retryability == .permanent)
    #expect(await send(map, .status(500)).requests == 1)
    #expect(await send(map, .status(418)).requests == 1)
    #expect(await send(map, nil).requests == 1)
    #expect(await send(map, .text("fine")).error == nil)
    #expect(await send(map, .bytes(Data([0xFF]), contentType: "text/plain")).requests == 1)
    let reasons = seen.withLock { $0.map { String($0.prefix { $0 != "(" }) } }
    #expect(reasons == ["undeclared", "declared", "undeclared", "transport", "undecodable"])
  }

  @Test func rulesOfMapsWithinIncludedMapsCount() async {
    let middle: ResponseMap<Never, Failure> = [.including(Self.throttling) { .api($0) }]
    let map: Map = [.code(200, .decode), .including(middle)]
    let outer: ResponseMap<String, PlainError> = [
      .code(200, .decode), .including(middle) { _ in PlainError("no") },
    ]
    for code in [403, 503] {
      #expect(await send(map, limited(code)).requests == (code == 403 ? 3 : 1))
      #expect(await send(outer, limited(code)).requests == (code == 403 ? 3 : 1))
    }
  }

  @Test func rulesCountInMapsThatAreTransformedWrappedOrReadWithOtherOptions() async {
    let map: Map = [.code(200, .decode), .including(Self.throttling) { .api($0) }]
    let wrapped = map.wrapping { response, _, declared in try await declared(response) }
    for map in [map.map { $0 + "!" }, wrapped, map.snakeCase, map.json { _ in }] {
      #expect(await send(map, limited()).requests == 3)
      #expect(await send(map, limited(503)).requests == 1)
    }
    let shared = Self.throttling.wrapping { response, _, declared in try await declared(response) }
    for shared in [shared, Self.throttling.snakeCase] {
      let map: Map = [.code(200, .decode), .including(shared) { .api($0) }]
      #expect(await send(map, limited()).requests == 3 && map.issues.isEmpty)
      #expect(await send(map, limited(503)).requests == 1)
    }
  }

  @Test func theMapThatIncludesComesFirst() async {
    let include = ResponseCase<String, Failure>.including(Self.throttling) { .api($0) }
    let ruled: Map = [.code(200, .decode), include, .retryRule { _ in .permanent }]
    #expect(await send(ruled, limited()).requests == 1)
    let silent: Map = [.code(200, .decode), .retryRule { _ in nil }, include]
    #expect(await send(silent, limited()).requests == 3)
    let line: Map = [.code(200, .decode), include, .code(403, .error(.own).permanent)]
    #expect(await send(line, limited()).requests == 1)
    let other: Map = [.code(200, .decode), include, .code(403, .error(.own))]
    #expect(await send(other, limited()).requests == 3, "a case without a retryability")
  }

  @Test func withinAnIncludedMapItsRuleComesBeforeItsOutcome() async {
    let shared: ResponseMap<Never, APIFailure> = [
      .code(403, .error(.limited).permanent), .code(400, .error(.closed).transient),
      .retryRule { if case .failure(let error) = $0, error.declared == .limited { .throttled } else { nil } },
    ]
    let map: Map = [.code(200, .decode), .including(shared) { .api($0) }]
    #expect(await send(map, limited()).requests == 3)
    #expect(await send(map, limited(400)).requests == 3)
  }

  @Test func ofSeveralIncludedMapsTheFirstRuleThatReturnsAValueDecides() async {
    let permanent: ResponseMap<Never, APIFailure> = [.retryRule { _ in .permanent }]
    let none: ResponseMap<Never, APIFailure> = [.retryRule { _ in nil }]
    let maps: [([ResponseMap<Never, APIFailure>], Int)] = [
      ([none, Self.throttling, permanent], 3), ([permanent, Self.throttling], 1),
    ]
    for (shared, requests) in maps {
      let map = Map([.code(200, .decode)] + shared.map { .including($0) { .api($0) } })
      #expect(await send(map, limited()).requests == requests)
    }
  }

  // MARK: A client's rule

  private let plain: ResponseMap<String, Never> = [.code(200, .decode)]

  private func throttles(_ client: inout Client) {
    client.retryRule = { $0.status == .forbidden && $0.retryAfter != nil ? .throttled : nil }
  }

  @Test func aClientsRuleDecidesBeforeTheStatus() async {
    let throttled = await send(plain, limited(), change: throttles)
    #expect(throttled.pauses == [2_000, 3_000] && throttled.error?.retryability == .throttled)
    #expect(await send(plain, limited(after: nil), change: throttles).requests == 1)
    #expect(await send(plain, limited(503), change: throttles).requests == 3)
    let permanent = await send(plain, limited(503)) { $0.retryRule = { _ in .permanent } }
    #expect(permanent.requests == 1 && permanent.error?.retryability == .permanent)
    #expect(
      await send(plain, nil) { $0.retryRule = { _ in .permanent } }.requests == 3, "there is no response")
  }

  @Test func aPostIsSentAgainOnlyIfItIsDeclared() async {
    #expect(await send(plain, limited(), request: .post("/a"), change: throttles).requests == 1)
    let declared = Request.post("/a").idempotent(.whenThrottled)
    #expect(await send(plain, limited(), request: declared, change: throttles).requests == 3)
  }

  @Test func theEndpointAndItsMapsComeBeforeTheClient() async {
    for map in [
      [.code(403, .error(.own).permanent)], [.retryRule { _ in .permanent }],
      [.including([.code(403, .error(.limited).permanent)] as ResponseMap<Never, APIFailure>) { .api($0) }],
      [.including([.retryRule { _ in .permanent }] as ResponseMap<Never, APIFailure>) { .api($0) }],
    ] as [Map] {
      #expect(await send(map, limited(), change: throttles).requests == 1)
    }
    let silent: Map = [.code(403, .error(.own)), .including(Self.throttling) { .api($0) }]
    #expect(await send(silent, limited(), change: throttles).requests == 3)
  }

  @Test func aClientsRuleSeesTheRequestAndTheFields() async {
    let seen = Mutex<Set<String>>([])
    _ = await send(plain, limited(418)) {
      $0.retryRule = { response in
        seen.withLock {
          _ = $0.insert("\(response.request.description) \(response.header("Retry-After") ?? "")")
        }
        return nil
      }
    }
    #expect(seen.withLock { $0 } == ["GET /a 1"])
  }

  @Test func aClientsFunctionFindsThePause() async {
    func pauses(_ value: String, _ headers: HTTPFields = [:]) async -> [Int] {
      var headers = headers
      headers[HTTPField.Name("X-Backoff")!] = value
      return await send(plain, .status(429, headers: headers)) {
        $0.retryPause = { $0.header("X-Backoff").flatMap(RetryAfter.init) }
        $0.retry.maximumAttempts = 2
        $0.randomness = { 0 }
        $0.retry.baseDelay = .zero
      }.pauses
    }
    #expect(await pauses("7") == [7_000])
    #expect(await pauses("7", [.retryAfter: "3"]) == [7_000])
    #expect(await pauses("soon", [.retryAfter: "3"]) == [3_000])
    #expect(await send(plain, limited(429)) { $0.retryPause = { _ in .delay(.seconds(61)) } }.requests == 1)
    #expect(
      await send(plain, limited(429)) { $0.retryPause = { _ in .delay(.seconds(Int64.max)) } }.requests == 1)
    #expect(
      await send(plain, limited(429)) { $0.retryPause = { _ in .delay(.seconds(-5)) } }.pauses == [
        1_000, 2_000,
      ])
  }
}
