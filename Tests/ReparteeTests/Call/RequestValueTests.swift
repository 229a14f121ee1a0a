import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// What a request carries to a stage, and what a stage throws and reports.
struct RequestValueTests {
  private struct Cost: RequestValue, Equatable { var units = 1 }
  private struct Tenant: RequestValue {
    var name: String
    func prepare(_ request: inout AttemptRequest) throws(AttemptError) {
      if name.isEmpty { throw AttemptError(TransportError(.noTenant)) }
      request.headers[.from] = name
    }
  }
  private struct Elsewhere: RequestValue {
    func prepare(_ request: inout AttemptRequest) throws(AttemptError) {
      request.head.authority = "evil.example"
    }
  }

  private typealias Step = AttemptRequestWaitingTests.Step
  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ arrivals: Arrivals = Arrivals(), status: Int = 200,
    _ step: @escaping @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse = {
      (request, next) async throws(AttemptError) in try await next(request)
    }
  ) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .text("fine", status: status) })
    client.clock = SkippingClock()
    client.stages = [Step(step: step)]
    return client
  }

  @Test func aValueIsFoundByItsType() async throws {
    var request = Request.get("/a")
    #expect(request[Cost.self] == nil)
    request[Cost.self] = Cost(units: 2)
    request[Tenant.self] = Tenant(name: "a")
    let other = request
    request[Cost.self]?.units = 3
    #expect(request[Cost.self] == Cost(units: 3) && other[Cost.self] == Cost(units: 2))
    request[Cost.self] = nil
    #expect(request[Cost.self] == nil && request[Tenant.self]?.name == "a")
    let seen = Mutex<[Int?]>([])
    let client = client { (request, next) async throws(AttemptError) in
      seen.withLock { $0.append(request[Cost.self]?.units) }
      return try await next(request)
    }
    _ = try await client.send(text)
    _ = try await client.send(text) { $0[Cost.self] = Cost(units: 5) }
    #expect(seen.withLock { $0 } == [nil, 5])
  }

  @Test func aValuePreparesWhatIsSentAfterAllStages() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { (request, next) async throws(AttemptError) in
      #expect(request.headers[.from] == nil)
      return try await next(request)
    }
    let response = try await client.response(to: text) { $0[Tenant.self] = Tenant(name: "a") }
    #expect(arrivals.all.map { $0.head.headerFields[.from] } == ["a"])
    #expect(response.request.headers[.from] == "a" && response.attempts.last?.request?.headers[.from] == "a")
  }

  @Test func aValueRefusesARequest() async throws {
    let arrivals = Arrivals()
    let error = try #require(
      await client(arrivals).result(of: text) { $0[Tenant.self] = Tenant(name: "") }.error)
    #expect(error.transportError?.kind == .noTenant && error.attempts.isEmpty && arrivals.all.isEmpty)
    #expect("\(error)" == "GET /a: no response: the request has no tenant")
    let elsewhere = await client(arrivals).result(of: text) { $0[Elsewhere.self] = Elsewhere() }
    #expect(elsewhere.error?.transportError?.kind == .middleware && arrivals.all.isEmpty)
  }

  // MARK: Errors

  @Test func aKindOfOnesOwnSaysWhetherItIsRetried() async throws {
    for (kind, count) in [(TransportError.Kind.noTenant, 1), (.busy, 3)] {
      let arrivals = Arrivals()
      let calls = Counter()
      let client = client(arrivals) { _, _ async throws(AttemptError) in
        calls.next()
        throw AttemptError(TransportError(kind))
      }
      let error = await client.result(of: Resource<String, Never>(.post("/a"), [.any(.decode)])).error
      #expect(error?.transportError?.kind == kind && Int(calls.value) == count && arrivals.all.isEmpty)
    }
  }

  @Test func aKindOfOnesOwnIsAKind() {
    #expect(TransportError.Kind.noTenant == .noTenant && TransportError.Kind.noTenant != .busy)
    #expect(
      TransportError.Kind.noTenant.name == "noTenant" && "\(TransportError.Kind.noTenant)" == "noTenant")
    #expect(TransportError.Kind.noTenant.timeout == nil && TransportError.Kind.noTenant.limit == nil)
    let error = TransportError(.noTenant)
    #expect(error.localizedDescription == "the request has no tenant" && !error.mayHaveBeenProcessed)
    #expect(TransportError(TransportError.Kind("other", message: "own")).kind != .other)
    #expect(TransportError(TransportError.Kind("own", message: "own")).mayHaveBeenProcessed)
  }

  @Test func theNameOfAKindIsAShortLabel() {
    #expect("\(TransportError.Kind("an odd\n{name}.é-1", message: ""))" == "anoddname1")
    let long: StaticString = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    #expect(TransportError.Kind(long, message: "").name.count == 60)
    #expect(CallEvent.Kind("odd name").description == "oddname")
  }

  // MARK: Events

  @Test func whatAStageReportsIsAnEventOfItsCall() async throws {
    let events = Mutex<[CallEvent]>([])
    var client = client { (request, next) async throws(AttemptError) in
      request.report(.counted)
      request.report(.counted, "the secret is \(request.headers[.authorization] ?? "")")
      return try await next(request)
    }
    client.observers = [.handler { event in events.withLock { $0.append(event) } }]
    _ = try await client.send(text) { $0.headers[.authorization] = "Bearer s3cret-of-the-call" }
    let counted = events.withLock { $0.filter { $0.kind == .counted } }
    let all = events.withLock { $0 }
    #expect(counted.count == 2 && Set(all.map(\.id)).count == 1)
    #expect(counted[0].detail == nil)
    #expect(counted[1].detail as? String == "the secret is Bearer s3cret-of-the-call")
    #expect(counted[1].description.hasSuffix("counted GET /a: the secret is Bearer ***"), "\(counted[1])")
  }

  @Test func withoutObserversNoDetailIsMade() async throws {
    let count = Counter()
    let client = client { (request, next) async throws(AttemptError) in
      request.report(.counted, count.next())
      return try await next(request)
    }
    _ = try await client.send(text)
    #expect(count.value == 0)
  }

  /// An event has the number of its call, whichever task reports it, and when.
  @Test func aReportIsAnEventOfNoOtherCall() async throws {
    let events = Mutex<[CallEvent]>([])
    let first = Mutex<AttemptRequest?>(nil)
    var client = client { (request, next) async throws(AttemptError) in
      let own = first.withLock { first in
        if first == nil { first = request }
        return first ?? request
      }
      if request.head.path == "/b" { own.report(.counted) }
      return try await next(request)
    }
    client.observers = [.handler { event in events.withLock { $0.append(event) } }]
    _ = try await client.send(text)
    let response = try await client.response(to: Resource<String, Never>(.get("/b"), [.code(200, .decode)]))
    first.withLock { $0 }?.report(.counted)
    let all = events.withLock { $0 }
    let ids = all.filter { $0.kind == .callStarted }.map(\.id)
    #expect(all.filter { $0.kind == .counted }.map(\.id) == [ids[0], ids[0]])
    #expect(all.filter { $0.kind == .counted }.allSatisfy { $0.call == "GET /a" })
    #expect(response.attempts.count == 1)
  }

  // MARK: What a stage may know

  @Test func theRequestOfTheCallAndTheAttemptsBeforeAreKnown() async throws {
    let seen = Mutex<[String]>([])
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        arrivals.all.count == 1 ? .status(303, headers: [.location: "/b?x=1"]) : .text("fine")
      })
    client.stages = [
      Step { (request, next) async throws(AttemptError) in
        let earlier = request.earlier.map(\.cause)
        seen.withLock { $0.append("\(request.call.method) \(request.head.method) \(request.url) \(earlier)") }
        return try await next(request)
      }
    ]
    _ = try await client.send(Resource<String, Never>(.post("/a"), [.code(200, .decode)]))
    #expect(seen.withLock { $0 } == ["POST POST \(api)/a []", "POST GET \(api)/b?x=1 [first]"])
  }

  @Test func whatTheCredentialHasSetIsKnown() async throws {
    let seen = Mutex<[String]>([])
    var client = client { (request, next) async throws(AttemptError) in
      let fields = request.credentialFields.map(\.name.canonicalName)
      seen.withLock {
        $0.append("\(fields) \(request.credentialQueryItems) \(request.isSigned) \(request.url)")
      }
      return try await next(request)
    }
    let outer = Step { (request, next) async throws(AttemptError) in
      var request = request
      request.headers[.from] = "outer"
      return try await next(request)
    }
    client.stages.insert(outer, at: 0)
    _ = try await client.send(text)
    client.authentication = .credential(BearerToken("secret"))
    _ = try await client.send(text)
    client.authentication = .signing { $0.headers[.authorization] = "signed" }
    _ = try await client.send(text)
    #expect(
      seen.withLock { $0 } == [
        "[] [] false \(api)/a", "[\"authorization\"] [] false \(api)/a",
        "[\"authorization\"] [] true \(api)/a",
      ])
  }

  @Test func aStreamIsKnownBeforeItsBodyIsRead() async throws {
    let seen = Mutex<[Bool]>([])
    let client = client { (request, next) async throws(AttemptError) in
      let response = try await next(request)
      seen.withLock { $0.append(request.streams(response.head)) }
      return response
    }
    _ = try await client.send(text)
    let stream = Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))])
    for try await _ in try await client.send(stream) {}
    #expect(seen.withLock { $0 } == [false, true])
  }

  @Test func aRequestAndTheRestCanBeMadeInATest() async throws {
    let stage = Step { (request, next) async throws(AttemptError) in
      var request = request
      request.headers[.from] = request[Tenant.self]?.name
      return try await next(request)
    }
    var call = Request(.get, url: "https://other.example/a?b=1")
    call[Tenant.self] = Tenant(name: "t")
    let clock = ManualClock()
    var client = client()
    client.clock = clock
    client.timeout = .seconds(3)
    let request = try AttemptRequest(call, by: client)
    #expect(request.url == "https://other.example/a?b=1" && request.number == 1 && request.cause == .first)
    #expect(request.timeLeft == .seconds(3) && request.login == nil && request.earlier.isEmpty)
    let next = NextStage { request in AttemptResponse(.text(request.headers[.from] ?? "")) }
    let response = try await stage.send(request, next: next)
    #expect(try await response.body.collect(upTo: 10) == Data("t".utf8) && response.sent == nil)
    #expect(throws: RequestError.self) { try AttemptRequest(Request(.get, url: "ftp://example.com")) }
  }
}

extension TransportError.Kind {
  fileprivate static let noTenant = Self(
    "noTenant", message: "the request has no tenant", mayHaveBeenProcessed: false)
  fileprivate static let busy = Self(
    "busy", message: "there is no place", isTransient: true, mayHaveBeenProcessed: false)
}

extension CallEvent.Kind {
  fileprivate static let counted = Self("counted")
}
