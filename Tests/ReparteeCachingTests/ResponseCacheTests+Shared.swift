import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Fetches that calls share, and an origin that fails.
extension ResponseCacheTests {
  enum Fault: Sendable, CaseIterable {
    case status, connection, body, cancellation
  }

  /// Counts the requests that are on their way at the same time.
  private final class Concurrency: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    var most: Int { counts.withLock { $0.most } }

    func count<Value>(_ body: () async throws -> Value) async rethrows -> Value {
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      defer { counts.withLock { $0.now -= 1 } }
      return try await body()
    }
  }

  /// The first three fail, each in turn; the rest share what the fourth gets.
  @Test(arguments: Fault.allCases) func whenTheFirstCallFailsAnotherTakesOver(_ fault: Fault) async throws {
    let all = Signal()
    let concurrency = Concurrency()
    let leaders = Mutex<[Int]>([])
    let origin = CachedOrigin { count, request in
      let call = HTTPField.Name("X-Call").flatMap { request.head.headerFields[$0] }.flatMap { Int($0) }
      return try await concurrency.count {
        leaders.withLock { $0.append(call ?? 0) }
        await all.wait()
        let headers: HTTPFields = [.cacheControl: "max-age=60"]
        guard count <= 3 else { return .json("{\"n\": \(count)}", headers: headers) }
        switch fault {
        case .status: return .status(503)
        case .connection: throw TransportError(.connectionLost)
        case .body:
          let lost = ByteStream(
            length: nil,
            once: { { () async throws(TransportError) in throw TransportError(.connectionLost) } })
          return .init(head: HTTPResponse(status: .ok, headerFields: headers), body: lost)
        case .cancellation:
          try await Task.sleep(for: .seconds(1_000))
          return .status(200)
        }
      }
    }
    let cache = ResponseCache(sharesFetches: true)
    let client = origin.client(cache)
    let calls = (1...100).map { number in
      Task { try await client.send(GetNumber(headers: ["X-Call": number])).n }
    }
    let key = CacheKey(url: "https://api.example.com/a")
    while cache.fetches.waiting(for: key) < 99 { await Task.yield() }
    all.fire()
    if fault == .cancellation {
      for round in 0..<3 {
        while leaders.withLock({ $0.count }) <= round { await Task.yield() }
        calls[leaders.withLock { $0[round] } - 1].cancel()
      }
    }
    var numbers: [Int] = []
    for call in calls { if let number = try? await call.value { numbers.append(number) } }
    #expect(Set(numbers) == [4])
    #expect(numbers.count == 97)
    #expect(origin.count == 4)
    #expect(concurrency.most == 1)
  }

  /// There is nothing to wait for: the others fetch it at once, as without sharing.
  @Test func whatCannotBeStoredIsFetchedByAllAtOnce() async throws {
    let all = Signal()
    let concurrency = Concurrency()
    let origin = CachedOrigin { count, _ in
      await concurrency.count {
        if count == 1 { await all.wait() } else { for _ in 1...100 { await Task.yield() } }
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "no-store"])
    }
    let cache = ResponseCache(sharesFetches: true)
    let client = origin.client(cache)
    let calls = (1...20).map { _ in Task { try await client.send(GetNumber()).n } }
    let key = CacheKey(url: "https://api.example.com/a")
    while cache.fetches.waiting(for: key) < 19 { await Task.yield() }
    all.fire()
    for call in calls { _ = try await call.value }
    #expect(origin.count == 20)
    #expect(concurrency.most > 1)
  }

  // MARK: An origin that fails

  private func failing(_ control: String) -> CachedOrigin {
    CachedOrigin { count, _ in
      if count > 1 { throw TransportError(.cannotConnect) }
      return .json("{\"n\": 1}", headers: [.cacheControl: control])
    }
  }

  @Test func aFailingOriginGetsRequestsAfterGrowingPauses() async throws {
    let origin = failing("max-age=60, stale-if-error=100000")
    let cache = ResponseCache()
    let clients = [origin.client(cache), origin.client(cache)]
    _ = try await clients[0].send(GetNumber())
    origin.pass(61)
    var asked: [Int] = []
    for second in 0..<1_000 {
      let before = origin.count
      for client in clients {
        let reply = try await client.response(to: GetNumber())
        #expect(reply.source == .cache && reply.value.n == 1)
      }
      if origin.count > before { asked.append(second) }
      #expect(origin.count <= before + 1)
      origin.pass(1)
    }
    #expect(asked == [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811])
  }

  @Test func anOriginThatWorksAgainGetsRequestsAsBefore() async throws {
    let origin = CachedOrigin { count, _ in
      switch count {
      case 2, 3: .status(503, headers: [.retryAfter: "30"])
      default: .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-if-error=1000"])
      }
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    for (pause, number, count) in [(0.0, 1, 2), (29, 1, 2), (1, 1, 3), (29, 1, 3), (1, 4, 4), (61, 5, 5)] {
      origin.pass(pause)
      #expect(try await client.send(GetNumber()).n == number)
      #expect(origin.count == count)
    }
  }

  /// Others have the stale response, whatever becomes of the call that asks.
  @Test func aCallThatAsksAndIsCancelledLeavesItToTheNext() async throws {
    let (begun, continuation) = AsyncStream.makeStream(of: Int.self)
    let origin = CachedOrigin { count, _ in
      continuation.yield(count)
      if count == 2 { return .status(503) }
      if count == 3 { try await Task.sleep(for: .seconds(1_000)) }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-if-error=1000"])
    }
    var counts = begun.makeAsyncIterator()
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    _ = try await client.send(GetNumber())
    origin.pass(2)
    let asking = Task { try await client.send(GetNumber()).n }
    while await counts.next() != 3 {}
    #expect(try await client.response(to: GetNumber()).source == .cache)
    asking.cancel()
    await #expect(throws: CallError<Never>.self) { try await asking.value }
    #expect(try await client.send(GetNumber()).n == 4)
  }

  @Test func manyFailuresAtOnceAreOne() {
    let start = Date(timeIntervalSince1970: 0), key = CacheKey(url: "/")
    var outages = Outages()
    func isSpared(_ seconds: Double, _ other: CacheKey? = nil) -> Bool {
      outages.isPaused(other ?? key, at: start + seconds)
    }
    #expect(!isSpared(0))
    for _ in 1...100 { outages.note(.failed, for: key, asked: start, at: start + 5) }
    #expect(isSpared(5.9))
    // One asks, for as long as another pause.
    #expect(!isSpared(6))
    #expect(isSpared(6.5))
    #expect(!isSpared(6.5, CacheKey(url: "/b")))
    // The clock was set back.
    #expect(!isSpared(-1_000))
    outages.note(.failed, for: key, asked: start + 7, at: start + 7, pause: .seconds(Int64.max))
    #expect(isSpared(306))
    #expect(!isSpared(307))
    outages.note(.responded, for: key, asked: start + 8, at: start + 8)
    #expect(!isSpared(8))
  }

  /// A request in the background of one client is enough for all of a cache.
  @Test func aStaleResponseIsRevalidatedOnceForAllClientsOfACache() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let origin = CachedOrigin { count, _ in
      if count > 1 { for await _ in gate { break } }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=1000"])
    }
    let cache = ResponseCache()
    let clients = (1...10).map { _ in origin.client(cache) }
    _ = try await clients[0].send(GetNumber())
    origin.pass(61)
    for client in clients { #expect(try await client.send(GetNumber()).n == 1) }
    while origin.count == 1 { await Task.yield() }
    for client in clients { #expect(try await client.send(GetNumber()).n == 1) }
    open.finish()
    while try await clients[0].send(GetNumber()).n == 1 { await Task.yield() }
    #expect(try await clients[0].send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  @Test func anOriginThatFailsInTheBackgroundIsPaused() async throws {
    let origin = failing("max-age=60, stale-while-revalidate=100000")
    let cache = ResponseCache()
    let clients = [origin.client(cache), origin.client(cache)]
    _ = try await clients[0].send(GetNumber())
    origin.pass(61)
    var asked: [Int] = []
    for second in 0..<100 {
      let before = origin.count
      for client in clients {
        #expect(try await client.send(GetNumber()).n == 1)
        await cache.waitForValidation()
      }
      if origin.count > before { asked.append(second) }
      #expect(origin.count <= before + 1)
      origin.pass(1)
    }
    #expect(asked == [0, 1, 3, 7, 15, 31, 63])
  }
}
