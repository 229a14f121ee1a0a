import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import TestSupport
import Testing

@testable import ReparteeOperations

@Suite(.timeLimit(.minutes(5))) struct FetchKeyTests {
  /// Keeps the key of each request.
  private final class Keys: Stage {
    let all = Mutex<[FetchKey?]>([])
    var appliesToOtherOrigins: Bool { true }

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      all.withLock { $0.append(FetchKey(request, next)) }
      return try await next(request)
    }
  }

  struct Tag: RequestValue, Hashable { var name: String }
  struct Opaque: RequestValue {}

  private func keys(_ changes: [(inout Client, inout Request) -> Void]) async -> [FetchKey?] {
    let keys = Keys()
    var plain = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    plain.stages = [keys]
    for change in changes {
      var (client, request) = (plain, Request.get("/a"))
      change(&client, &request)
      _ = await client.result(of: Resource<Void, Never>(request, [.any(.noContent)]))
    }
    return keys.all.withLock { $0 }
  }

  @Test func requestsThatMayHaveOtherResponsesHaveOtherKeys() async throws {
    let keys = await keys([
      { _, _ in },
      { _, request in request.method = .head },
      { _, request in request.path = "/b" },
      { _, request in request.query = ["a": "1"] },
      { _, request in request.headers["Accept-Language"] = "de" },
      { _, request in request.headers["Range"] = "bytes=0-1" },
      { _, request in request.headers["X-Tenant"] = "1" },
      // Equal texts for Unicode.
      { _, request in request.headers["X-Tenant"] = "\u{E9}" },
      { _, request in request.headers["X-Tenant"] = "e\u{301}" },
      { client, _ in client.authentication = .bearer("a") },
      { client, _ in client.authentication = .bearer("b") },
      { client, _ in client.authentication = .apiKey("a", query: "key") },
      { client, _ in
        client.cookies = CookieJar(); try? client.cookies?.set("a", to: "b", for: api)
      },
      { _, request in request[Tag.self] = Tag(name: "a") },
      { _, request in request.cachePolicy = .reload },
      { _, request in request.headTimeout = .seconds(1) },
      { client, _ in client.maximumBodySize = 5 },
      { _, request in request.url = "https://other.example/a" },
    ])
    #expect(keys.count == 18 && !keys.contains(nil) && Set(keys).count == 18)
  }

  /// Another stage of a copy may add what names a user.
  @Test func aCopyWithOtherSettingsHasAnother() async throws {
    struct Tenant: Stage {
      func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.headers[.authorization] = "tenant"
        return try await next(request)
      }
    }
    let keys = await keys([{ _, _ in }, { client, _ in client.stages.append(Tenant()) }])
    #expect(!keys.contains(nil) && Set(keys).count == 2)
  }

  @Test func equalRequestsHaveOne() async throws {
    let keys = await keys([
      { _, _ in },
      { _, request in request.headers["X-Request-ID"] = "1" },
      { _, request in request.headers["traceparent"] = "2" },
      { _, request in request.timeout = .seconds(1) },
      { _, request in request.retry = .off },
    ])
    #expect(keys.count == 5 && !keys.contains(nil) && Set(keys).count == 1)
    let tagged = await self.keys([
      { _, request in request[Tag.self] = Tag(name: "a") },
      { _, request in request[Tag.self] = Tag(name: "a") },
    ])
    #expect(!tagged.contains(nil) && Set(tagged).count == 1)
  }

  @Test func whatIsNotSharedHasNone() async throws {
    let keys = await keys([
      { _, request in request.method = .post },
      { _, request in request.method = .delete },
      { _, request in request.method = .options },
      { _, request in request.body = .text("a") },
      { _, request in request[Opaque.self] = Opaque() },
      { client, _ in client.authentication = .signing { $0.headers[.authorization] = "Signature 1" } },
    ])
    #expect(keys == Array(repeating: nil, count: 6))
  }
}
