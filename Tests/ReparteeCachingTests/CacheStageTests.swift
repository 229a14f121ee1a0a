import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// The cache as one of the client's stages.
struct CacheStageTests {
  private struct Marking: Stage {
    var name: HTTPField.Name = .from
    var value: String?
    var path: String?
    var appliesToOtherOrigins: Bool { true }

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      var request = request
      if let value { request.headers[name] = value }
      if let path { request.head.path = path }
      return try await next(request)
    }
  }

  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(_ arrivals: Arrivals) -> Client {
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        .text("\(arrivals.all.count)", headers: [.cacheControl: "max-age=60"])
      })
    client.retry = .off
    return client
  }

  @Test func theCacheIsTheFirstOfItsTypeInTheList() {
    var client = client(Arrivals())
    #expect(client.cache == nil)
    let (one, two) = (ResponseCache(), ResponseCache())
    client.stages = [Marking(value: "outer"), Marking(value: "inner")]
    client.cache = one
    #expect(client.cache === one && client.stages.first as? ResponseCache === one && client.stages.count == 3)
    client.stages.insert(Marking(value: "outermost"), at: 0)
    client.cache = two
    #expect(client.stages.map { $0 is ResponseCache } == [false, true, false, false])
    #expect(client.cache === two)
    client.cache = nil
    #expect(client.cache == nil && client.stages.count == 3)
    client.cache = nil
    #expect(client.stages.count == 3)
  }

  @Test func whatAnOuterStageSetsSeparatesTheResponses() async throws {
    let arrivals = Arrivals()
    let cache = ResponseCache(userFields: ["X-Tenant"])
    let name = try #require(HTTPField.Name("X-Tenant"))
    for hasCredential in [false, true] {
      var values: [String] = []
      for stage in [
        Marking(name: name, value: "a"), Marking(name: name, value: "b"), Marking(path: "/b"),
        Marking(name: .authorization, value: "own"), Marking(),
      ] {
        var client = client(arrivals)
        if hasCredential { client.authentication = .credential(BearerToken("secret")) }
        client.stages = [stage, cache]
        for _ in 0..<2 { values.append(try await client.send(text)) }
      }
      // Each has its own response, twice. Of two that set the whole credential, it is the same.
      #expect(stride(from: 0, to: 10, by: 2).allSatisfy { values[$0] == values[$0 + 1] })
      #expect(Set(values).count == 5)
    }
  }

  @Test func aStreamThatIsOpenedAgainIsNotFromTheCache() async throws {
    let (arrivals, clock) = (Arrivals(), SkippingClock())
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        let number = arrivals.all.count
        return .bytes(
          Data("data: \(number)\n\n".utf8), contentType: "text/event-stream",
          headers: [.cacheControl: "max-age=60"])
      })
    client.clock = clock
    client.cache = ResponseCache()
    let events = Resource<ResponseStream<ServerSentEvent, Never>, Never>(
      .get("/a"), [.code(200, .stream(.serverSentEvents(reconnecting: .after(.seconds(1), limit: 1))))])
    var found: [String] = []
    do {
      for try await event in try await client.send(events) {
        found.append(event.data)
        if found.count == 3 { break }
      }
    } catch {}
    #expect(found == ["1", "2", "3"])
  }

  @Test func aPolicyHoldsWithoutACache() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals)
    _ = try await client.send(text) { $0.cachePolicy = .noCache }
    _ = try await client.send(text) { $0.cachePolicy = .reload }
    _ = try await client.send(text) {
      $0.cachePolicy = .noStore
      $0.headers[.cacheControl] = "max-age=5"
    }
    #expect(
      arrivals.all.map { $0.head.headerFields[.cacheControl] } == ["max-age=0", "no-cache", "max-age=5"])
    let error = await client.result(of: text) { $0.cachePolicy = .onlyIfCached }.error
    #expect(error?.transportError?.kind == .notCached && error?.attempts.isEmpty == true)
    #expect(error?.transportError?.mayHaveBeenProcessed == false && arrivals.all.count == 3)
  }
}
