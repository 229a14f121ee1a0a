import Foundation
import HTTPTypes
import ReparteeBase
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Whatever is asked for, answered, forgotten and broken: nothing comes from the cache that RFC 9111 forbids.
///
/// The origin writes into each body all that a reader has to know to judge it, and the test judges each response by
/// that alone, without a word of the cache's own code.
@Suite(.timeLimit(.minutes(5))) struct ResponseCacheModelTests {
  /// What a response was, by its own body.
  private struct Answer: Codable, Sendable, Equatable {
    var number: Int
    var path: String
    var identity: String
    var language: String
    var made: Double
    var lifetime: Int
    var whileRevalidating: Int
    var ifError: Int
    var flags: [String]
    var version: Int
    var padding: String
    var length: Int
  }

  private struct World: Sendable {
    var now = Date(timeIntervalSince1970: 1_700_000_000)
    var random: SplitMix64
    var count = 0
    var versions: [String: Int] = [:]
    var tags: [String: Answer] = [:]
    /// The paths whose origin has failed: it may be spared for a while.
    var failed: Set<String> = []
  }

  private struct Broken: Error {}

  /// A store that fails now and then: before it does something, or after.
  private final class FailingStore: CacheStore {
    let store = MemoryCacheStore(maximumSize: 40_000)
    private let random: Mutex<SplitMix64>
    private let rate: Int

    init(_ seed: UInt64, oneIn rate: Int) {
      random = Mutex(SplitMix64(seed: seed))
      self.rate = rate
    }

    private func failing<Value>(_ body: () -> Value) throws -> Value {
      switch random.withLock({ $0.int(0...rate) }) {
      case 0: throw Broken()
      case 1:
        _ = body()
        throw Broken()
      default: return body()
      }
    }

    func entries(for key: CacheKey) async throws -> [CacheEntry] {
      await Task.yield()
      return try failing { store.entries(for: key) }
    }

    func body(of entry: CacheEntry.ID) async throws -> Data? { try failing { store.body(of: entry) } }

    func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws {
      await Task.yield()
      try failing { store.insert(entry, body: body, for: key) }
    }

    func update(_ entry: CacheEntry) async throws { try failing { store.update(entry) } }
    func remove(_ selection: CacheSelection) async throws { try failing { store.remove(selection) } }
  }

  private func client(_ world: Mutex<World>.Reference, _ cache: ResponseCache) -> Client {
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        try world.value.withLock { try Self.respond(to: request, in: &$0) }
      })
    client.cache = cache
    client.now = { world.value.withLock { $0.now } }
    client.retry = .off
    return client
  }

  private static func respond(
    to request: TransportRequest, in world: inout World
  ) throws -> TransportResponse {
    let fields = request.head.headerFields
    let path = request.head.path ?? ""
    switch world.random.int(0...19) {
    case 0:
      world.failed.insert(path)
      throw TransportError(.connectionLost)
    case 1:
      world.failed.insert(path)
      return .status(503)
    default: break
    }
    if request.head.method == .put {
      world.versions[path, default: 0] += 1
      return .status(204)
    }
    if let tag = fields[.ifNoneMatch], let known = world.tags[tag],
      known.version == world.versions[path, default: 0],
      known.identity == fields[.authorization] ?? "",
      known.language == fields[.acceptLanguage] ?? "" || !known.flags.contains("vary"),
      world.random.bool()
    {
      // It is as good as new: what it says of its time is what this says.
      var renewed = known
      renewed.made = world.now.timeIntervalSince1970
      world.tags[tag] = renewed
      return .status(304, headers: [.eTag: tag, .date: httpDate(world.now)])
    }
    world.count += 1
    var flags: [String] = []
    for flag in ["no-store", "no-cache", "must-revalidate", "vary", "age"] where world.random.int(0...4) == 0
    {
      flags.append(flag)
    }
    var answer = Answer(
      number: world.count, path: path, identity: fields[.authorization] ?? "",
      language: fields[.acceptLanguage] ?? "", made: world.now.timeIntervalSince1970,
      lifetime: world.random.int(0...20),
      whileRevalidating: world.random.bool() ? world.random.int(0...20) : 0,
      ifError: world.random.bool() ? world.random.int(0...20) : 0, flags: flags,
      version: world.versions[path, default: 0],
      padding: String(repeating: "x", count: world.random.int(0...3_000)), length: 0)
    answer.length = answer.padding.utf8.count
    var control = ["max-age=\(answer.lifetime)"] + flags.filter { $0 != "vary" && $0 != "age" }
    if answer.whileRevalidating > 0 { control.append("stale-while-revalidate=\(answer.whileRevalidating)") }
    if answer.ifError > 0 { control.append("stale-if-error=\(answer.ifError)") }
    var headers: HTTPFields = [
      .cacheControl: control.joined(separator: ", "), .date: httpDate(world.now),
      .eTag: "\"\(answer.number)\"",
    ]
    if flags.contains("vary") { headers[.vary] = "Accept-Language" }
    if flags.contains("age") { headers[.age] = "5" }
    world.tags["\"\(answer.number)\""] = answer
    let bytes = try JSONEncoder().encode(answer)
    headers[.contentType] = "application/json"
    return .init(
      head: HTTPResponse(status: .ok, headerFields: headers),
      body: world.random.bool()
        ? ByteStream(bytes) : ByteStream(length: nil, once: chunks(bytes.cut(in: 700))))
  }

  @Test(arguments: [0, 8]) func nothingForbiddenIsServed(failures: Int) async throws {
    await forAll(runs: 120) { random in
      let world = Mutex<World>.Reference(World(random: SplitMix64(seed: random.next())))
      let store: any CacheStore =
        failures == 0 ? MemoryCacheStore(maximumSize: 40_000) : FailingStore(random.next(), oneIn: failures)
      let cache = ResponseCache(store: store, sharesFetches: random.bool())
      let plain = client(world, cache)
      var changed: [String: Int] = [:]
      for _ in 1...60 {
        switch random.int(0...11) {
        case 0...2: world.value.withLock { $0.now += Double(random.int(0...9)) }
        case 3:
          let path = "/\(random.int(1...3))"
          let put = Resource<Void, Never>(Request(method: "PUT", Request.Path(path)), [.success(.noContent)])
          if case .success = await plain.result(of: put) {
            changed[path] = world.value.withLock { $0.versions[path, default: 0] }
          }
        default:
          let path = "/\(random.int(1...3))"
          let identity = random.one(of: ["", "a", "b"])
          let language = random.one(of: ["", "en", "fr"])
          let policy = random.one(of: [CachePolicy.default, .default, .default, .reload, .noCache])
          var request = Request(method: "GET", Request.Path(path))
          if !identity.isEmpty { request.headers["Authorization"] = identity }
          if !language.isEmpty { request.headers["Accept-Language"] = language }
          request.cachePolicy = policy
          let resource = Resource<Answer, Never>(request, [.code(200, .decode)])
          do throws(CallError<Never>) {
            let reply = try await plain.response(to: resource)
            judge(
              reply, path, identity, language, policy, changed[path] ?? 0, world.value.withLock { $0 },
              (reply.attempts.last?.result).map { if case .success(200) = $0 { false } else { true } }
                ?? world.value.withLock { $0.failed.contains(path) }
            )
          } catch {
            #expect(
              error.response?.status.code == 503 || error.transportError?.kind == .connectionLost, "\(error)")
          }
        }
      }
    }
  }

  private func judge(
    _ reply: TypedResponse<Answer>, _ path: String, _ identity: String, _ language: String,
    _ policy: CachePolicy,
    _ version: Int, _ world: World, _ hasFailed: Bool
  ) {
    let answer = reply.value
    #expect(answer.path == path)
    #expect(answer.identity == identity, "another's")
    #expect(answer.padding.utf8.count == answer.length, "torn")
    #expect(answer.version >= version, "changed since")
    if answer.flags.contains("vary") { #expect(answer.language == language) }
    guard reply.source == .cache else { return }
    #expect(policy == .default)
    #expect(!answer.flags.contains("no-store") && !answer.flags.contains("no-cache"))
    // A validation may have made it younger than its body says.
    let made = max(answer.made, world.tags["\"\(answer.number)\""]?.made ?? 0)
    let age = Int(world.now.timeIntervalSince1970 - made)
    let isStrict = answer.flags.contains("must-revalidate")
    let window = isStrict ? 0 : max(answer.whileRevalidating + 1, hasFailed ? answer.ifError + 1 : 0)
    #expect(age < answer.lifetime + window, "stale: \(age) of \(answer.lifetime)")
  }
}

private func httpDate(_ date: Date) -> String { HTTPDate.text(date) }

extension Data {
  fileprivate func cut(in size: Int) -> [Data] {
    stride(from: 0, to: count, by: size).map { Data(self[$0..<Swift.min($0 + size, count)]) }
  }
}

extension Mutex where Value: Sendable {
  /// A lock that closures can share.
  fileprivate final class Reference: Sendable {
    let value: Mutex<Value>
    init(_ value: consuming sending Value) { self.value = Mutex(value) }
  }
}
