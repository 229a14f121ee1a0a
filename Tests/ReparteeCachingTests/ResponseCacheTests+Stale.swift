import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Responses that are stale, and are used all the same.
extension ResponseCacheTests {
  @Test func aStaleResponseReplacesAnError() async throws {
    let origin = CachedOrigin { count, _ in
      switch count {
      case 1: .json("{\"n\": 1}", headers: [.cacheControl: "max-age=60, stale-if-error=100"])
      case 2: .status(503)
      default: throw TransportError(.cannotConnect)
      }
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let refused = try await client.response(to: GetNumber())
    #expect(refused.value.n == 1)
    #expect(refused.source == .cache)
    #expect(refused.attempts.map(\.statusCode) == [503])
    origin.pass(1)
    let failed = try await client.response(to: GetNumber())
    #expect(failed.source == .cache)
    #expect(failed.attempts.count == 1)
    #expect(failed.attempts.first?.statusCode == nil)
    origin.pass(100)
    await #expect(throws: CallError<Never>.self) { _ = try await client.send(GetNumber()) }
  }

  /// What counts is how old it is when it is used, and not when the origin was asked.
  @Test func anOriginThatFailsSlowlyMakesItTooOld() async throws {
    let asked = Mutex<CachedOrigin?>(nil)
    let origin = CachedOrigin { count, _ in
      if count == 1 { return .json("{\"n\": 1}", headers: [.cacheControl: "max-age=60, stale-if-error=100"]) }
      asked.withLock { $0 }?.pass(50)
      return .status(503)
    }
    asked.withLock { $0 = origin }
    defer { asked.withLock { $0 = nil } }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    #expect(try await client.response(to: GetNumber()).age == .seconds(111))
    origin.pass(1)
    await #expect(throws: CallError<Never>.self) { _ = try await client.send(GetNumber()) }
  }

  @Test func aStaleResponseIsRevalidatedInTheBackground() async throws {
    let (asked, continuation) = AsyncStream.makeStream(of: Int.self)
    let origin = CachedOrigin { count, _ in
      continuation.yield(count)
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=100"])
    }
    let client = origin.client()
    var counts = asked.makeAsyncIterator()
    _ = try await client.send(GetNumber())
    _ = await counts.next()
    origin.pass(61)
    let stale = try await client.response(to: GetNumber())
    #expect(stale.value.n == 1)
    #expect(stale.source == .cache)
    #expect(await counts.next() == 2)
    while try await client.send(GetNumber()).n == 1 { await Task.yield() }
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  /// A transport of one's own may end a body too early without an error.
  @Test func aBodyInTheBackgroundThatEndsTooEarlyIsNotStored() async throws {
    let origin = CachedOrigin { count, _ in
      let headers: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=1000"]
      var response = TransportResponse.json("{\"n\": \(count)}", headers: headers)
      if count == 2 { response.body = ByteStream(length: 100, once: chunks(["{\"n\":"])) }
      return response
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    var number = 1
    while number == 1 {
      number = try await client.send(GetNumber()).n
      await Task.yield()
    }
    #expect(number == 3)
  }

  /// The stored response is outdated then, and is not asked for again at each use.
  @Test func aBodyInTheBackgroundThatIsTooLargeReplacesWhatIsStored() async throws {
    let origin = CachedOrigin { count, _ in
      let headers: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=1000"]
      var response = TransportResponse.json("{\"n\": \(count)}", headers: headers)
      if count > 1 {
        let text = "{\"n\": \(count)}" + String(repeating: " ", count: 200)
        response.body = ByteStream(length: nil, once: chunks([Data(text.utf8)]))
      }
      return response
    }
    let client = origin.client(ResponseCache(maximumBodySize: 100))
    _ = try await client.send(GetNumber())
    origin.pass(61)
    var reply = try await client.response(to: GetNumber())
    while reply.source == .cache {
      reply = try await client.response(to: GetNumber())
      await Task.yield()
    }
    #expect(reply.value.n == 3)
  }

  /// Whoever watches an origin hears of each request.
  @Test func aRequestInTheBackgroundIsObserved() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: CallEvent.self)
    let origin = CachedOrigin { count, request in
      count > 1 && request.head.headerFields.contains(.via)
        ? .status(500)
        : .json("{\"n\": 1}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=100"])
    }
    struct Watcher: CallObserver {
      let events: AsyncStream<CallEvent>.Continuation
      func prepare(_ request: inout AttemptRequest, of call: UInt64) {
        request.headers[.via] = "watcher"
      }
      func observe(_ event: CallEvent) { if event.kind == .attemptEnded { events.yield(event) } }
    }
    var client = origin.client()
    client.observers = [Watcher(events: continuation)]
    _ = try await client.send(GetNumber())
    origin.pass(61)
    #expect(try await client.response(to: GetNumber()).source == .cache)
    var events = ended.makeAsyncIterator()
    let first = await events.next()
    let second = await events.next()
    #expect(first?.status == .ok && second?.status == .internalServerError && first?.id != second?.id)
  }

  /// What middleware refuses in the background has not begun, so it does not end either.
  @Test func aRequestInTheBackgroundThatIsNotSentIsNoEvent() async throws {
    final class RefusesOnce: Stage {
      let count = Counter()
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        if count.next() == 2 { throw AttemptError(TransportError(.middleware)) }
        return try await next(request)
      }
    }
    let told = Mutex<[CallEvent.Kind]>([])
    let origin = CachedOrigin([.cacheControl: "max-age=60, stale-while-revalidate=1000"])
    var client = origin.client()
    client.stages.append(RefusesOnce())
    client.observers = [.handler { event in told.withLock { $0.append(event.kind) } }]
    _ = try await client.send(GetNumber())
    origin.pass(61)
    #expect(try await client.send(GetNumber()).n == 1)
    await client.cache?.waitForValidation()
    origin.pass(1)
    while try await client.send(GetNumber()).n == 1 { await Task.yield() }
    let kinds = told.withLock { $0.filter { $0 == .attemptStarted || $0 == .attemptEnded } }
    #expect(kinds.count(where: { $0 == .attemptEnded }) <= kinds.count(where: { $0 == .attemptStarted }))
    #expect(origin.count == 2)
  }

  /// What is not begun is let go at once.
  @Test func atMost16AreRevalidatedInTheBackground() {
    final class Work: Sendable {}
    struct Begun { weak var work: Work? }
    let background = BackgroundWork()
    let gate = Signal()
    func start(_ number: Int) -> Begun {
      let work = Work()
      background.start(BackgroundWork.Key(stage: nil, place: 0, key: number)) { [work] in
        await gate.wait()
        withExtendedLifetime(work) {}
      }
      return Begun(work: work)
    }
    let begun = (0..<20).map(start)
    #expect(begun.map { $0.work != nil } == (0..<20).map { $0 < 16 })
    #expect(start(0).work == nil, "it is being asked for")
    gate.fire()
  }

  /// A request in the background ends with the last copy of the client.
  @Test func nothingInTheBackgroundOutlivesTheClient() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Bool.self)
    let origin = CachedOrigin { count, _ in
      if count > 1 {
        do { try await Task.sleep(for: .seconds(1_000)) } catch { continuation.yield(true) }
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=100"])
    }
    do {
      let client = origin.client()
      _ = try await client.send(GetNumber())
      origin.pass(61)
      _ = try await client.send(GetNumber())
      while origin.count == 1 { await Task.yield() }
    }
    var iterator = ended.makeAsyncIterator()
    #expect(await iterator.next() == true)
  }

  /// Nobody waits for a request in the background who might cancel it: where the client has no timeout, it has a
  /// minute.
  @Test func aRequestInTheBackgroundEndsByItself() async throws {
    let clock = ManualClock()
    let (ended, continuation) = AsyncStream.makeStream(of: Bool.self)
    let origin = CachedOrigin { count, _ in
      if count > 1 {
        do { try await Task.sleep(for: .seconds(1_000)) } catch { continuation.yield(true) }
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=100"])
    }
    var client = origin.client()
    client.clock = clock
    (client.timeout, client.headTimeout, client.idleTimeout) = (.unlimited, .unlimited, .unlimited)
    _ = try await client.send(GetNumber())
    origin.pass(61)
    _ = try await client.send(GetNumber())
    await clock.waitForSleeps()
    clock.advance(by: .seconds(60))
    var iterator = ended.makeAsyncIterator()
    #expect(await iterator.next() == true)
  }
}
