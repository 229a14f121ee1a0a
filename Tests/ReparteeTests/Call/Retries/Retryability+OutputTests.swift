import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Retries that follow from an output, such as "not ready".
@Suite(.timeLimit(.minutes(5))) struct RetryabilityOutputTests {
  private typealias Map = ResponseMap<String, PlainError>

  /// A server whose job is done at a certain request.
  private struct Job {
    let arrivals = Arrivals()
    let clock = SkippingClock()
    var client: Client

    init(doneAt count: Int, status: Int = 202, _ headers: HTTPFields = [:]) {
      let arrivals = arrivals
      client = Client(
        baseURL: api,
        transport: arrivals.transport { request in
          if request.head.path == "/down" { throw TransportError(.connectionLost) }
          return arrivals.all.count < count
            ? .status(status, headers: headers, body: Data("pending".utf8)) : .text("done")
        })
      client.clock = clock
      client.timeout = .unlimited
      client.retry.maximumAttempts = 1_000
    }

    var requests: Int { arrivals.all.count }
  }

  private static let decode = Outcome<String, PlainError>.decode

  /// Each says in its own way that a 202 or 404 is not the end.
  private static let maps: [Map] = [
    [.code(200, .decode), .codes(201...499, decode.transient)],
    [.code(200, .decode), .codes(201...499, decode.throttled)],
    [.code(200, .decode), .codes(201...499, Outcome<String, PlainError>.value("pending").transient)],
    [
      .code(200, .decode),
      .codes(201...499, Outcome<String, PlainError> { _, _ in .success("pending") }.transient),
    ],
    [.any(.decode), .retryRule { if case .success("pending") = $0 { .transient } else { nil } }],
    [.any(.decode), .retryRule { if case .success("pending") = $0 { .throttled } else { nil } }],
    [.code(200, .decode), .codes(201...499, decode.transient), .retryRule { _ in nil }],
  ]

  @Test(arguments: [202, 404], maps.indices) func pollingTakesNothingFromTheBudget(status: Int, index: Int)
    async throws
  {
    let job = Job(doneAt: 150, status: status)
    let response = try await job.client.response(to: Resource(.get("/a"), Self.maps[index]))
    #expect(response.value == "done" && job.requests == 150 && response.retryLimit == nil)
    _ = await job.client.result(of: Resource(.get("/down"), Self.maps[index]))
    #expect(job.requests == 251, "the whole budget is left for a server that is down")
  }

  @Test func aClientsRuleCanPollToo() async throws {
    var job = Job(doneAt: 150)
    job.client.retryRule = { $0.status == .accepted ? .transient : nil }
    #expect(try await job.client.send(Resource(.get("/a"), [.any(.decode)] as Map)) == "done")
    #expect(job.requests == 150)
  }

  @Test func attemptsEndThePollingAndTheOutputIsReturned() async throws {
    for map in Self.maps {
      var job = Job(doneAt: .max)
      job.client.retry.maximumAttempts = 4
      let response = try await job.client.response(to: Resource(.get("/a"), map))
      #expect(response.value == "pending" && response.retryLimit == .attempts && job.requests == 4)
    }
  }

  @Test func timeEndsThePollingAndTheOutputIsReturned() async throws {
    for map in Self.maps {
      var job = Job(doneAt: .max, [.retryAfter: "10"])
      job.client.timeout = .seconds(60)
      job.client.randomness = { 0 }
      let response = try await job.client.response(to: Resource(.get("/a"), map))
      #expect(response.value == "pending" && response.retryLimit == .time && job.requests == 6)
    }
  }

  @Test func aLongRetryAfterEndsThePolling() async throws {
    for map in Self.maps {
      let job = Job(doneAt: .max, [.retryAfter: "61"])
      let response = try await job.client.response(to: Resource(.get("/a"), map))
      #expect(response.value == "pending" && response.retryLimit == .retryAfter && job.requests == 1)
    }
  }

  @Test func aRequestThatMayNotBeSentTwiceEndsThePolling() async throws {
    let job = Job(doneAt: .max)
    let response = try await job.client.response(to: Resource(.post("/a"), Self.maps[0]))
    #expect(response.value == "pending" && response.retryLimit == .request)
  }

  @Test(arguments: [nil, "0", "Sun, 06 Nov 1994 08:49:37 GMT"]) func eachPauseIsAtLeastTheBaseDelay(
    asked: String?
  ) async throws {
    for map in Self.maps {
      var job = Job(doneAt: 50, asked.map { [.retryAfter: $0] } ?? [:])
      job.client.randomness = { 0 }
      _ = try await job.client.send(Resource(.get("/a"), map))
      #expect(job.clock.sleeps.count == 49 && job.clock.sleeps.allSatisfy { $0 == .milliseconds(50) })
    }
  }

  @Test func aFailureHasNoFloorAndTakesTheBudget() async {
    for map in [[.code(200, .decode), .code(404, .error("no").transient)], [.retryRule { _ in .transient }]]
      as [Map]
    {
      var job = Job(doneAt: .max, status: 404)
      job.client.randomness = { 0 }
      #expect(await job.client.result(of: Resource(.get("/a"), map)).error != nil)
      #expect(job.requests == 101 && job.clock.sleeps.isEmpty)
    }
  }

  @Test(arguments: [429, 500, 503]) func aServerThatFailsTakesTheBudgetWhateverItsOutput(code: Int)
    async throws
  {
    for map in [[.code(code, Self.decode.transient)], [.any(.decode), .retryRule { _ in .transient }]]
      as [Map]
    {
      let job = Job(doneAt: .max, status: code)
      let response = try await job.client.response(to: Resource(.get("/a"), map))
      #expect(response.value == "pending" && response.retryLimit == .budget && job.requests == 101)
    }
  }

  @Test func aFinalResponseHasNoLimit() async throws {
    let job = Job(doneAt: 1)
    #expect(try await job.client.response(to: Resource(.get("/a"), [.any(.decode)] as Map)).retryLimit == nil)
    var off = Job(doneAt: .max)
    off.client.retry = .off
    #expect(try await off.client.response(to: Resource(.get("/a"), Self.maps[0])).retryLimit == nil)
  }

  private final class Events: CallObserver {
    private let kept = Mutex<[CallEvent]>([])
    func observe(_ event: CallEvent) { kept.withLock { $0.append(event) } }
    subscript(kind: CallEvent.Kind) -> [CallEvent] { kept.withLock { $0.filter { $0.kind == kind } } }
  }

  private struct Passing: CallMiddleware {
    func response<Output, Failure>(
      to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
    ) async throws(CallError<Failure>) -> TypedResponse<Output> { try await next(call) }
  }

  @Test(arguments: [false, true]) func theEventsSayWhatEndedTheRetries(isWrapped: Bool) async throws {
    let events = Events()
    var job = Job(doneAt: .max)
    job.client.observers = [events]
    job.client.retry.maximumAttempts = 3
    if isWrapped { job.client.callMiddleware = [Passing()] }
    _ = try await job.client.send(Resource(.get("/a"), Self.maps[0]))
    #expect(events[.retried].map(\.retryLimit) == [nil, nil])
    #expect(events[.notRetried].map(\.retryLimit) == [.attempts])
    #expect(events[.callEnded].map(\.retryLimit) == [.attempts])
    #expect(events[.notRetried].first?.description.hasSuffix("transient, ended by attempts") == true)
    _ = await job.client.result(of: Resource(.post("/down"), Self.maps[0]))
    #expect(events[.notRetried].last?.retryLimit == .request)
  }
}
