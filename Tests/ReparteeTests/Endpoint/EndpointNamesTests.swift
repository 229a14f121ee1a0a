import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeDrift
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// The name by which observers know a call.
struct EndpointNamesTests {
  struct Ping: Endpoint {
    var request: Request { .post("/") }
    static let responses: ResponseMap<Void, Never> = [.success(.noContent)]
  }

  private struct Named: Endpoint {
    var request: Request { .post("/").named("createInvoice") }
    static let responses: ResponseMap<Void, Never> = [.success(.noContent)]
  }

  /// The events of a call.
  private func events<E: ResourceConvertible>(
    of endpoint: E, _ response: TransportResponse = .text("fine"), change: (inout Client) -> Void = { _ in },
    adjusting: (inout Request) -> Void = { _ in }
  ) async -> [CallEvent] {
    let seen = Mutex<[CallEvent]>([])
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
    client.observers = [.handler { event in seen.withLock { $0.append(event) } }]
    change(&client)
    _ = await client.result(of: endpoint, adjusting: adjusting)
    return seen.withLock { $0 }
  }

  /// The operations of all events of a call.
  private func operations<E: ResourceConvertible>(
    of endpoint: E, adjusting: (inout Request) -> Void = { _ in }
  ) async -> Set<String?> {
    Set(await events(of: endpoint, adjusting: adjusting).map(\.operation))
  }

  @Test func anEndpointIsNamedByItsType() async {
    struct Local: Endpoint {
      var request: Request { .post("/") }
      static let responses: ResponseMap<Void, Never> = [.success(.noContent)]
    }
    for _ in 0..<2 {
      #expect(await operations(of: GetUser(id: 7)) == ["GetUser"])
      #expect(await operations(of: Ping()) == ["EndpointNamesTests.Ping"])
      #expect(await operations(of: Get<String>(path: "/")) == ["Get<Swift.String>"])
      #expect(await operations(of: Get<[User]>(path: "/")) == ["Get<Swift.Array<TestSupport.User>>"])
      let local = await operations(of: Local())
      #expect(local.count == 1 && local.first??.hasSuffix("Local") == true, "\(local)")
      #expect(local.first??.contains("0x") == false && local.first??.contains("unknown") == false)
    }
  }

  @Test func aResourceHasNoNameUnlessItHasOne() async {
    let user = Resource<User, UserError>(.get("/users/\(7)"), GetUser.responses)
    #expect(await operations(of: user) == [nil])
    #expect(await operations(of: GetUser(id: 7).resource.map(\.name)) == [nil])
    let named = Resource<User, UserError>(.get("/users/\(7)").named("user"), GetUser.responses)
    #expect(await operations(of: named) == ["user"])
    #expect(await operations(of: named.map(\.name)) == ["user"])
  }

  @Test func aNameReplacesThatOfTheType() async {
    #expect(await operations(of: Named()) == ["createInvoice"])
    #expect(await operations(of: Named()) { $0.operation = "sendInvoice" } == ["sendInvoice"])
    #expect(await operations(of: Named()) { $0.operation = nil } == ["EndpointNamesTests.Named"])
    #expect(await operations(of: Named()) { $0.operation = "" } == [nil])
  }

  @Test func aHostileNameIsOneShortLineWithoutTokens() async {
    for text in [
      "a\nb", "\u{1B}[31mred", "a\0b", "\u{202E}abc", String(repeating: "x", count: 100_000),
      "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    ] {
      let name = await operations(of: Ping()) { $0.operation = text }.first.flatMap(\.self)
      #expect(name?.unicodeScalars.count ?? 1_000 <= 70, "\(name ?? "")")
      #expect(name?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" } == true)
      #expect(name?.contains("abcdefghij") == false)
    }
  }

  @Test func theDescriptionOfAnEventHasTheName() async throws {
    let lines = await events(of: GetUser(id: 7), .status(404)).map(\.description)
    #expect(lines.allSatisfy { $0.contains(" GetUser GET /users/{}") }, "\(lines)")
    #expect(lines.last?.hasSuffix(": a declared failure (UserError.notFound)") == true)
    let unnamed = await events(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(unnamed.first?.description.hasSuffix(": callStarted GET /a") == true)
  }

  @Test func aRequestThatCouldNotBeBuiltHasTheName() async {
    #expect(await operations(of: Named()) { $0.headers["X\nY"] = "1" } == ["createInvoice"])
  }

  @Test func theEventsOfAReopenedStreamHaveTheName() async throws {
    struct Watch: Endpoint {
      var request: Request { .get("/events") }
      static let responses: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
        .code(200, .stream(.serverSentEvents(reconnecting: .after(.seconds(3), limit: 1))))
      ]
    }
    let seen = Mutex<[CallEvent]>([])
    let answered = Mutex(0)
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        let number = answered.withLock { count in
          count += 1
          return count
        }
        return number == 1
          ? .status(200, headers: [.contentType: "text/event-stream"], body: Data("data: a\n\n".utf8))
          : .status(204)
      })
    client.clock = SkippingClock()
    client.timeout = .unlimited
    client.observers = [.handler { event in seen.withLock { $0.append(event) } }]
    let stream = try await client.send(Watch())
    do { for try await _ in stream {} } catch {}
    let events = seen.withLock { $0 }
    #expect(Set(events.map(\.id)).count == 2, "it was not opened again")
    let operations = Set(events.map(\.operation))
    #expect(operations.count == 1 && operations.first??.hasSuffix("Watch") == true)
  }

  @Test func driftIsReportedUnderTheName() async {
    let events = await events(of: Named(), .status(204, headers: [.init("Deprecation") ?? .date: "true"])) {
      $0.drift = DriftDetector(sampling: 1)
    }
    #expect(events.compactMap { $0.drift?.description } == ["createInvoice, 204: deprecated"])
  }

  /// The name of a type is made once.
  @Test func theNameOfATypeIsKept() {
    let names = EndpointNames()
    for _ in 0..<2 {
      #expect(names.name(of: GetUser.self) == "GetUser")
      #expect(names.name(of: Resource<User, Never>.self) == nil)
      #expect(names.name(of: Int.self) == nil)
    }
  }
}
