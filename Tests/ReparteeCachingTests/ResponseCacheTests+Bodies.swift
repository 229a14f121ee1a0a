import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Bodies, streamed and decoded, and calls that share one.
extension ResponseCacheTests {
  struct Stream: Endpoint {
    var request: Request { .get("/a") }
    static let responses: ResponseMap<ResponseStream<Data, Never>, Never> = [
      .success(Outcome(stream: { stream, _ in .success(stream) }))
    ]
  }

  func letters(_ count: Int, of size: Int) -> ByteStream {
    ByteStream(
      length: nil,
      once: {
        var left = count
        return { () async throws(TransportError) in
          guard left > 0 else { return nil }
          left -= 1
          return Data(repeating: 0x61, count: size)
        }
      })
  }

  @Test func aStreamIsStoredWhenItWasReadToItsEnd() async throws {
    let origin = CachedOrigin { [self] _, _ in
      .init(
        head: HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"]),
        body: letters(5, of: 50_000))
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store))
    do {
      var iterator = try await client.send(Stream()).makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(store.count == 0)
    #expect(try await client.send(Stream()).collect(upTo: .max).count == 250_000)
    #expect(store.count == 1)
    let reply = try await client.response(to: Stream())
    #expect(reply.source == .cache)
    var sizes: [Int] = []
    for try await chunk in reply.value { sizes.append(chunk.count) }
    #expect(sizes.reduce(0, +) == 250_000)
    #expect(sizes.allSatisfy { $0 <= 64 << 10 })
    #expect(origin.count == 2)
  }

  @Test func aBodyThatBreaksOrIsTooLargeIsNotStored() async throws {
    let origin = CachedOrigin { [self] count, _ in
      let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
      if count > 1 { return .init(head: head, body: letters(3, of: 50_000)) }
      return .init(
        head: head,
        body: ByteStream(
          length: nil,
          once: {
            var isFirst = true
            return { () async throws(TransportError) in
              defer { isFirst = false }
              if isFirst { return Data("a".utf8) }
              throw TransportError(.connectionLost)
            }
          }))
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store, maximumBodySize: 149_999))
    await #expect(throws: CallError<Never>.self) {
      _ = try await client.send(Stream()).collect(upTo: .max)
    }
    #expect(store.count == 0)
    #expect(try await client.send(Stream()).collect(upTo: .max).count == 150_000)
    #expect(store.count == 0)
  }

  /// What is stored already is older than what was too large to be stored.
  @Test(arguments: [CachePolicy.default, .reload])
  func aStreamThatIsTooLargeReplacesWhatIsStored(policy: CachePolicy) async throws {
    let origin = CachedOrigin { [self] count, _ in
      let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
      return .init(head: head, body: letters(count == 2 ? 4 : 1, of: 50_000))
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store, maximumBodySize: 149_999))
    _ = try await client.send(Stream()).collect(upTo: .max)
    #expect(store.count == 1)
    if policy.mode == .default { origin.pass(61) }
    let large = try await client.response(to: Stream()) { $0.cachePolicy = policy }
    #expect(large.source == .network)
    #expect(try await large.value.collect(upTo: .max).count == 200_000)
    #expect(store.count == 0)
  }

  /// A part does not belong to the whole response that follows it, whether or not that one is stored.
  @Test(arguments: [10, 1_000]) func aWholeResponseReplacesParts(size: Int) async throws {
    let origin = CachedOrigin { count, request in
      let headers: HTTPFields = [
        .cacheControl: count == 1 ? "max-age=600" : "max-age=60", .eTag: "\"\(count)\"",
      ]
      guard request.head.headerFields.contains(.range) else {
        return .text(String(repeating: "b", count: size), headers: headers)
      }
      var response = TransportResponse.text("aaaaa", headers: headers)
      response.head.status = .partialContent
      response.head.headerFields[.contentRange] = "bytes 0-4/\(size)"
      return response
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store, maximumBodySize: 100))
    let part = Resource<String, Never>(.get("/a", headers: ["Range": "bytes=0-4"]), [.success(.decode)])
    #expect(try await client.send(part) == "aaaaa")
    #expect(try await client.response(to: part).source == .cache)
    _ = try await client.send(Resource<String, Never>(.get("/a"), [.success(.decode)]))
    #expect(store.count == (size == 10 ? 1 : 0))
    origin.pass(61)
    #expect(try await client.response(to: part).source == .network)
  }

  @Test func whatIsStoredIsDecodedOnce() async throws {
    struct Counted: Decodable, Sendable {
      static let decoded = Counter()
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .n)
        Self.decoded.next()
      }
      enum Key: CodingKey { case n }
    }
    let count = { Counted.decoded.value }
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    let resource = Resource<Counted, Never>(.get("/a"), [.success(.decode)])
    _ = try await client.send(resource)
    #expect(count() == 1)
    _ = try await client.send(resource)
    origin.pass(61)
    #expect(try await client.response(to: resource).source == .validated)
    #expect(count() == 1)
    // Read in another way it is another value.
    _ = try await client.send(resource.json { $0.keys = .snakeCase })
    #expect(count() == 2)
    var other = client
    other.json.keys = .snakeCase
    _ = try await other.send(resource)
    #expect(count() == 3)
    _ = try await client.send(resource)
    _ = try await other.send(resource)
    #expect(count() == 3)
  }

  @Test func anOptionalOutputIsThatOfTheBody() async throws {
    let origin = CachedOrigin { count, request in
      let fresh: HTTPFields = [.cacheControl: "max-age=60"]
      return request.head.path == "/null" ? .json("null", headers: fresh) : .json("\(count)", headers: fresh)
    }
    let client = origin.client()
    let resource = Resource<Int?, Never>(.get("/a"), [.success(.decode)])
    #expect(try await client.send(resource) == 1)
    #expect(try await client.send(resource) == 1)
    let null = Resource<Int?, Never>(.get("/null"), [.success(.decode)])
    #expect(try await client.send(null) == nil)
    #expect(try await client.send(null) == nil)
    #expect(origin.count == 2)
  }

  // MARK: Together

  @Test func callsThatMissTheSameShareAFetch() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let origin = CachedOrigin { count, _ in
      for await _ in gate { break }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client(ResponseCache(sharesFetches: true))
    let calls = (1...20).map { _ in Task { try await client.send(GetNumber()).n } }
    while origin.count == 0 { await Task.yield() }
    open.finish()
    for call in calls { #expect(try await call.value == 1) }
    #expect(origin.count == 1)
  }

  /// A stream may be read late, or by the task that makes the next call: no call waits for its end.
  @Test func anUnreadStreamDelaysNoOtherCall() async throws {
    let origin = CachedOrigin { [self] count, _ in
      let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
      return .init(head: head, body: letters(count, of: 10))
    }
    let client = origin.client(ResponseCache(sharesFetches: true))
    let first = try await client.send(Stream())
    let second = try await client.send(Stream())
    #expect(try await second.collect(upTo: .max).count == 20)
    #expect(try await first.collect(upTo: .max).count == 10)
    #expect(try await client.response(to: Stream()).source == .cache)
  }

  @Test func aCallThatWaitsForAFetchCanBeCancelled() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let origin = CachedOrigin { count, _ in
      for await _ in gate { break }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "no-store"])
    }
    let client = origin.client(ResponseCache(sharesFetches: true))
    let first = Task { try await client.send(GetNumber()).n }
    while origin.count == 0 { await Task.yield() }
    let second = Task { try await client.send(GetNumber()).n }
    second.cancel()
    await #expect(throws: CallError<Never>.self) { try await second.value }
    let third = Task { try await client.send(GetNumber()).n }
    open.finish()
    #expect(try await first.value == 1)
    // Nothing was stored, so that it fetches by itself.
    #expect(try await third.value == 2)
  }
}
