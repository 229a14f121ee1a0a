import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// A cache in whole calls, over an origin that counts.
@Suite(.timeLimit(.minutes(2))) struct ResponseCacheTests {
  let fresh: KeyValuePairs<HTTPField.Name, String> = [.cacheControl: "max-age=60"]
  let validated: KeyValuePairs<HTTPField.Name, String> = [
    .cacheControl: "max-age=60", .eTag: "\"a\"",
  ]

  @Test func withoutACacheEachCallIsSent() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client(nil)
    _ = try await client.send(GetNumber())
    let reply = try await client.response(to: GetNumber())
    #expect(reply.value.n == 2)
    #expect(reply.source == .network)
  }

  @Test func aFreshResponseIsNotRequestedAgain() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    let first = try await client.response(to: GetNumber())
    #expect(first.source == .network)
    #expect(first.age == nil)
    origin.pass(10)
    let second = try await client.response(to: GetNumber())
    #expect(second.value == first.value)
    #expect(second.source == .cache)
    #expect(second.age == .seconds(10))
    #expect(second.attempts.isEmpty)
    #expect(second.status == .ok)
    origin.pass(50)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  @Test func aWeakTagIsValidatedByAStrongOne() async throws {
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[.ifNoneMatch] == "W/\"a\"" {
        return .status(304, headers: [.eTag: "\"a\"", .cacheControl: "max-age=60"])
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "W/\"a\""])
    }
    let client = origin.client()
    for count in 1...3 {
      #expect(try await client.send(GetNumber()).n == 1)
      #expect(origin.count == count)
      origin.pass(61)
    }
  }

  @Test func whatIsStaleIsValidated() async throws {
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[.ifNoneMatch] == "\"a\"" {
        return .status(304, headers: [.eTag: "\"a\"", .cacheControl: "max-age=60"])
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let reply = try await client.response(to: GetNumber())
    #expect(reply.value.n == 1)
    #expect(reply.source == .validated)
    #expect(reply.status == .ok)
    #expect(reply.attempts.map(\.statusCode) == [304])
    origin.pass(30)
    #expect(try await client.response(to: GetNumber()).source == .cache)
    #expect(origin.count == 2)
  }

  /// A response that has just been validated is as old as the 304 says, which says nothing if it came from the origin.
  @Test func aValidationResetsTheAge() async throws {
    let origin = CachedOrigin { _, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.eTag: "\"a\""])
        : .json(
          "{\"n\": 1}",
          headers: [
            .cacheControl: "max-age=60", .eTag: "\"a\"", .age: "59", .date: "Tue, 14 Nov 2023 22:12:00 GMT",
          ])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(2)
    let validated = try await client.response(to: GetNumber())
    #expect(validated.source == .validated)
    #expect(validated.age == nil)
    origin.pass(40)
    let served = try await client.response(to: GetNumber())
    #expect(served.source == .cache)
    #expect(served.age == .seconds(40))
  }

  @Test func aValidationThatFailsOnceIsRetriedWithItsValidator() async throws {
    let origin = CachedOrigin { count, request in
      switch count {
      case 1: .json("{\"n\": 1}", headers: [.cacheControl: "max-age=0", .eTag: "\"a\""])
      case 2: .status(503)
      default: request.head.headerFields[.ifNoneMatch] == "\"a\"" ? .status(304) : .status(500)
      }
    }
    var client = origin.client()
    client.retry = .standard
    client.clock = SkippingClock(end: .seconds(60))
    _ = try await client.send(GetNumber())
    let reply = try await client.response(to: GetNumber())
    #expect(reply.source == .validated)
    #expect(reply.attempts.map(\.statusCode) == [503, 304])
  }

  @Test func aNewResponseReplacesTheOldOne() async throws {
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"\(count)\""])
    }
    let cache = ResponseCache()
    let client = origin.client(cache)
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let reply = try await client.response(to: GetNumber())
    #expect(reply.value.n == 2)
    #expect(reply.source == .network)
    #expect(origin.requests.last?.fields[.ifNoneMatch] == "\"1\"")
    #expect(try await client.send(GetNumber()).n == 2)
    #expect((cache.store as? MemoryCacheStore)?.count == 1)
  }

  @Test func policies() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    await #expect(throws: CallError<Never>.self) {
      _ = try await client.send(GetNumber()) { $0.cachePolicy = .onlyIfCached }
    }
    #expect(origin.count == 0)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noStore }.n == 1)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noStore }.n == 3)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .reload }.n == 4)
    #expect(try await client.send(GetNumber()).n == 4)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noCache }.n == 5)
    origin.pass(90)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .forceCache }.n == 5)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .onlyIfCached }.n == 5)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .default.maxStale(.seconds(30)) }.n == 5)
    #expect(
      try await client.send(GetNumber()) { $0.cachePolicy = .default.maxStale(.seconds(Int64.max)) }.n == 5)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .default.maxStale(.seconds(29)) }.n == 6)
  }

  @Test func onlyIfCachedWithoutAStoredResponseFails() async throws {
    let client = CachedOrigin(fresh).client()
    do {
      _ = try await client.send(GetNumber()) { $0.cachePolicy = .onlyIfCached }
      Issue.record("it was sent")
    } catch {
      #expect(error.transportError?.kind == .notCached)
      #expect(error.attempts.isEmpty)
    }
  }

  // MARK: Around it

  @Test func eventsSayWhy() async throws {
    let told = Mutex<[String]>([])
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    var client = origin.client()
    client.observers = [
      .handler { event in
        let reason = event.cacheReason.map { " \($0)" } ?? ""
        told.withLock { $0.append("\(event.kind)\(reason)") }
      }
    ]
    _ = try await client.send(GetNumber())
    #expect(
      told.withLock { $0 } == [
        "callStarted", "cacheMissed notStored", "attemptStarted", "headReceived", "attemptEnded", "callEnded",
      ])
    told.withLock { $0 = [] }
    _ = try await client.send(GetNumber())
    #expect(told.withLock { $0 } == ["callStarted", "cacheHit fresh", "callEnded"])
    told.withLock { $0 = [] }
    origin.pass(61)
    _ = try await client.send(GetNumber())
    #expect(
      told.withLock { $0 } == [
        "callStarted", "cacheMissed stale", "attemptStarted", "cacheValidated notModified", "headReceived",
        "attemptEnded", "callEnded",
      ])
  }

  /// As the attempt itself does: a 304, and not the status of the response that was stored.
  @Test func anAttemptHasTheReceivedStatus() async throws {
    let told = Mutex<[String: Int]>([:])
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    var client = origin.client()
    client.observers = [
      .handler { event in
        if let status = event.status { told.withLock { $0["\(event.kind)"] = status.code } }
      }
    ]
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let reply = try await client.response(to: GetNumber())
    #expect(reply.source == .validated && reply.attempts.map(\.statusCode) == [304])
    #expect(told.withLock { $0 } == ["headReceived": 304, "attemptEnded": 304, "callEnded": 200])
  }

  @Test func cookiesOfAStoredResponseAreNotSetAgain() async throws {
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .setCookie: "a=\(count); Path=/x"])
    }
    var client = origin.client()
    let jar = CookieJar()
    client.cookies = jar
    _ = try await client.send(GetNumber())
    #expect(jar.all(at: .distantPast).count == 1)
    jar.removeAll()
    #expect(try await client.response(to: GetNumber()).source == .cache)
    #expect(jar.all(at: .distantPast).isEmpty)
  }

  @Test func aRetryDoesNotUseTheFailedResponse() async throws {
    let origin = CachedOrigin { count, _ in
      count == 1
        ? .status(503, headers: [.cacheControl: "max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    var client = origin.client()
    client.retry = .standard
    client.clock = SkippingClock(end: .seconds(60))
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
  }

  @Test func aRedirectMayBeStored() async throws {
    let origin = CachedOrigin { count, request in
      request.head.path == "/a"
        ? .status(301, headers: [.location: "/b", .cacheControl: "max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  @Test func aDeclaredFailureIsStoredToo() async throws {
    struct Missing: Decodable, Error, Equatable { var n: Int }
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", status: 404, headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    let resource = Resource<Number, Missing>(.get("/a"), [.code(200, .decode), .code(404, .decodeError)])
    for _ in 1...2 {
      guard case .failure(let error) = await client.result(of: resource),
        case .declared(let missing) = error.reason
      else {
        Issue.record("no failure")
        return
      }
      #expect(missing.n == 1)
    }
    #expect(origin.count == 1)
  }

  @Test func removing() async throws {
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache(identity: "ada")
    var client = origin.client(cache)
    client.authentication = .bearer("1")
    #expect(try await client.send(GetNumber()).n == 1)
    client.authentication = .bearer("2")
    #expect(try await client.send(GetNumber()).n == 1)
    try await cache.remove(url: "https://API.example.com:443/a#x")
    #expect(try await client.send(GetNumber()).n == 2)
    try await cache.remove(identity: "bob")
    #expect(try await client.send(GetNumber()).n == 2)
    try await cache.remove(identity: "ada")
    #expect(try await client.send(GetNumber()).n == 3)
    try await cache.removeAll()
    #expect(try await client.send(GetNumber()).n == 4)
    await #expect(throws: RequestError.self) { try await cache.remove(url: "no URL") }
  }

  @Test func thePolicyIsSentToOtherCaches() async throws {
    let origin = CachedOrigin(fresh)
    for client in [origin.client(nil), origin.client()] {
      func sent(_ policy: CachePolicy, _ headers: Request.Headers = [:]) async throws -> [String?] {
        _ = try await client.send(GetNumber(headers: headers)) { $0.cachePolicy = policy }
        let fields = try #require(origin.requests.last?.fields)
        return [fields[.cacheControl], HTTPField.Name("Pragma").flatMap { fields[$0] }]
      }
      #expect(try await sent(.default) == [nil, nil])
      #expect(try await sent(.noCache) == ["max-age=0", nil])
      #expect(try await sent(.reload) == ["no-cache", "no-cache"])
      #expect(try await sent(.noStore) == ["no-cache", "no-cache"])
      #expect(try await sent(.reload, ["Cache-Control": "max-age=5"]) == ["max-age=5", nil])
    }
  }

  /// A store that fails is no error of a call.
  @Test func aStoreThatFails() async throws {
    struct Broken: CacheStore {
      struct Failure: Error {}
      func entries(for key: CacheKey) throws -> [CacheEntry] { throw Failure() }
      func body(of entry: CacheEntry.ID) throws -> Data? { throw Failure() }
      func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) throws { throw Failure() }
      func update(_ entry: CacheEntry) throws { throw Failure() }
      func remove(_ selection: CacheSelection) throws { throw Failure() }
    }
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache(store: Broken())
    let client = origin.client(cache)
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(cache.storeError is Broken.Failure)
  }

  /// A failed use of the store is reported until the same use succeeds, whatever else succeeds.
  @Test func theErrorOfAStoreThatWorksAgainIsGone() async throws {
    struct Failure: Error { var isOfReading: Bool }
    final class Moody: CacheStore {
      let store = MemoryCacheStore()
      let failure = Mutex<Failure?>(nil)
      func check(isReading: Bool) throws {
        if let failure = failure.withLock({ $0 }), failure.isOfReading == isReading { throw failure }
      }
      func entries(for key: CacheKey) throws -> [CacheEntry] {
        try check(isReading: true)
        return store.entries(for: key)
      }
      func body(of entry: CacheEntry.ID) throws -> Data? {
        try check(isReading: true)
        return store.body(of: entry)
      }
      func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) throws {
        try check(isReading: false)
        store.insert(entry, body: body, for: key)
      }
      func update(_ entry: CacheEntry) throws {
        try check(isReading: false)
        store.update(entry)
      }
      func remove(_ selection: CacheSelection) throws {
        try check(isReading: false)
        store.remove(selection)
      }
    }
    let store = Moody()
    let cache = ResponseCache(store: store)
    let client = CachedOrigin(fresh).client(cache)
    func send(_ path: Request.Path, while failure: Failure?) async throws -> (ResponseSource, (any Error)?) {
      store.failure.withLock { $0 = failure }
      let reply = try await client.response(to: GetNumber(path: path))
      return (reply.source, cache.storeError)
    }
    let full = try await send("/a", while: Failure(isOfReading: false))
    #expect(full.0 == .network && (full.1 as? Failure)?.isOfReading == false)
    // It is read without a fault, and still can't be written.
    let still = try await send("/a", while: Failure(isOfReading: false))
    #expect(still.0 == .network && still.1 != nil)
    let written = try await send("/a", while: nil)
    #expect(written.0 == .network && written.1 == nil)
    let unread = try await send("/a", while: Failure(isOfReading: true))
    #expect(unread.0 == .network && (unread.1 as? Failure)?.isOfReading == true)
    let read = try await send("/a", while: nil)
    #expect(read.0 == .cache && read.1 == nil)
  }
}
