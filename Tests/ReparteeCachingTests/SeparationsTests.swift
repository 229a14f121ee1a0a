import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Which header fields of a request with a credential separate responses.
@Suite(.timeLimit(.minutes(2))) struct SeparationsTests {
  private let origin = CachedOrigin([.cacheControl: "max-age=60"])

  private func client(_ cache: ResponseCache = ResponseCache()) -> Client {
    var client = origin.client(cache)
    client.authentication = .bearer("ada")
    return client
  }

  @Test(arguments: [
    "Sudo", "X-Redmine-Switch-User", "es-security-runas-user", "X-Hasura-User-Id", "X-Hasura-Role",
    "Accept-Profile", "Harvest-Account-Id", "X-Goog-Authenticated-User-Email", "X-Goog-Authenticated-User-Id",
    "X-Zendesk-Act-As", "X-Shopify-Shop-Domain", "Zuora-Entity-Ids", "X-Okta-User", "X-Hasura-Org-Id",
    "Intercom-Version", "X-Amz-Act-As", "X-Tableau-Site", "X-Atlassian-Account", "X-Nobody-Knows", "X-User",
    "X-Tenant", "PayPal-Auth-Assertion", "X-ClickHouse-User",
  ]) func whoActsForSomebodyElseIsSomebodyElse(name: String) async throws {
    let client = client()
    for _ in 1...2 {
      #expect(try await client.send(GetNumber(headers: [.init(name): "1"])).n == 1)
      #expect(try await client.send(GetNumber(headers: [.init(name): "2"])).n == 2)
      #expect(try await client.send(GetNumber()).n == 3)
    }
  }

  @Test(arguments: [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "User-Agent",
    "Prefer", "Priority", "Origin", "Referer", "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId",
    "sentry-trace", "X-Amzn-Trace-Id", "X-Cloud-Trace-Context", "uber-trace-id", "uberctx-a",
    "x-datadog-trace-id", "ot-tracer-traceid", "X-INSTANA-T", "sw8", "newrelic", "elastic-apm-traceparent",
    "X-Request-Id", "X-Correlation-Id", "Idempotency-Key", "x-ms-client-request-id", "Request-Id",
  ]) func otherFieldsSeparateNobody(name: String) async throws {
    let client = client()
    for value in ["1", "2"] {
      #expect(try await client.send(GetNumber(headers: [.init(name): value])).n == 1)
    }
  }

  // MARK: The cost in hits

  enum Row: String, CaseIterable {
    case nothing, tracing, tracingByMiddleware, idPerCall, appVersion, unknownPerCall, threeTenants
  }

  /// How many of twelve calls are sent.
  @Test(arguments: zip(Row.allCases, [1, 1, 1, 1, 1, 12, 3]))
  func hits(row: Row, sent: Int) async throws {
    struct Tracing: Stage {
      let name = HTTPField.Name("traceparent")
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        if let name { request.headers[name] = "00-\(UUID())-01" }
        return try await next(request)
      }
    }
    var client = client()
    if row == .tracingByMiddleware { client.stages.append(Tracing()) }
    for call in 0..<12 {
      let headers: Request.Headers =
        switch row {
        case .nothing, .tracingByMiddleware: [:]
        case .tracing: ["traceparent": "00-\(call)-01", "tracestate": "a=\(call)", "baggage": "b=\(call)"]
        case .idPerCall: ["X-Request-Id": "\(call)", "X-Correlation-Id": "\(call)"]
        case .appVersion: ["X-App-Version": "7"]
        case .unknownPerCall: ["X-Nonce": "\(call)"]
        case .threeTenants: ["X-Tenant": "\(call % 3)"]
        }
      _ = try await client.send(GetNumber(headers: headers))
    }
    #expect(origin.count == sent)
    print("HITS \(row): \(origin.count) of 12 sent")
  }
}

// MARK: Why nothing is stored

extension SeparationsTests {
  private func reasons(
    _ cache: ResponseCache = ResponseCache(), of calls: Int, _ middleware: [any Stage] = [],
    _ headers: (Int) -> Request.Headers
  ) async throws -> [String] {
    let told = Mutex<[String]>([])
    var client = client(cache)
    client.stages += middleware
    client.observers = [
      .handler { event in
        if let reason = event.cacheReason { told.withLock { $0.append("\(reason)") } }
      }
    ]
    for call in 0..<calls { _ = try await client.send(GetNumber(headers: headers(call))) }
    return told.withLock { $0 }
  }

  @Test func aFieldThatDiffersInEightRequestsIsNamed() async throws {
    let reasons = try await reasons(of: 10) { ["X-App": "1", "X-Nonce": "SECRET\($0)"] }
    let named = Array(repeating: "separated(by: X-Nonce)", count: 3)
    #expect(reasons == Array(repeating: "notStored", count: 7) + named)
  }

  @Test func aFieldThatRepeatsIsNotNamed() async throws {
    let reasons = try await reasons(of: 16) { ["X-Tenant": "\($0 % 7)"] }
    #expect(reasons == Array(repeating: "notStored", count: 7) + Array(repeating: "fresh", count: 9))
  }

  @Test func anIgnoredFieldSeparatesNothing() async throws {
    let cache = ResponseCache(ignoredFields: ["x-nonce", "X-Own-*", "X-Tenant"])
    let reasons = try await reasons(cache, of: 3) {
      ["X-Nonce": "\($0)", "X-Own-Time": "\($0)", "X-Tenant": "\($0)"]
    }
    #expect(reasons == ["notStored", "fresh", "fresh"])
    #expect(cache.ignoredFields.suffix(3) == ["x-nonce", "X-Own-*", "X-Tenant"])
    // A credential separates, whatever is ignored.
    let other = ResponseCache(ignoredFields: ["Authorization"])
    var bob = origin.client(other)
    bob.authentication = .bearer("bob")
    let numbers = (try await client(other).send(GetNumber()).n, try await bob.send(GetNumber()).n)
    #expect(numbers.0 != numbers.1)
  }

  /// Who adds a name to those of users means it.
  @Test func aNameOfUsersSeparatesEvenIfItIsIgnoredByDefault() async throws {
    let cache = ResponseCache(userFields: ["X-Request-Id"])
    #expect(try await reasons(cache, of: 2) { ["X-Request-Id": "\($0)"] } == ["notStored", "notStored"])
  }

  struct Adds: Stage {
    let name: String
    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      var request = request
      if let name = HTTPField.Name(name) { request.headers[name] = "1" }
      return try await next(request)
    }
  }

  /// The look-up comes before middleware.
  @Test func aFieldOfMiddlewareIsNamed() async throws {
    let cache = ResponseCache()
    let reasons = try await reasons(cache, of: 3, [Adds(name: "X-App")]) { _ in [:] }
    #expect(reasons == ["notStored", "separated(by: X-App)", "separated(by: X-App)"])
    #expect(origin.count == 3)
    #expect(try await self.reasons(cache, of: 2) { _ in [:] } == ["separated(by: X-App)", "fresh"])
  }

  @Test func callsAtOnceNoteTheirFields() async throws {
    let cache = ResponseCache()
    try await withThrowingTaskGroup { group in
      for call in 0..<64 {
        group.addTask { _ = try await self.reasons(cache, of: 1) { _ in ["X-Nonce": "\(call)"] } }
      }
      try await group.waitForAll()
    }
    #expect(try await reasons(cache, of: 1) { _ in ["X-Nonce": "next"] } == ["separated(by: X-Nonce)"])
  }

  @Test func namesAreBoundedAndValuesAreNotKept() throws {
    var separations = Separations()
    let name = try #require(HTTPField.Name("X-Nonce"))
    func fields(_ number: Int) -> [HTTPField] { [HTTPField(name: name, value: "SECRET\(number)")] }
    for number in 0..<1_000 { #expect(separations.note(missOf: "/\(number)", fields(number)) == nil) }
    for number in 0..<7 { #expect(separations.note(missOf: "/a", fields(number)) == nil) }
    #expect(separations.note(missOf: "/a", fields(7)) == name)
    // A request without it, or with a known value, begins again.
    #expect(separations.note(missOf: "/a", []) == nil)
    for number in 0..<7 { #expect(separations.note(missOf: "/a", fields(number)) == nil) }
    #expect(separations.note(missOf: "/a", fields(3)) == nil)
    var text = ""
    dump(separations, to: &text)
    #expect(!text.contains("SECRET") && text.utf8.count < 40_000)
  }

  // MARK: Properties

  /// Two requests with a credential share a response only if all that separates is equal.
  @Test func onlyEqualRequestsShareAResponse() async throws {
    struct Asked: Hashable {
      var user: String
      var fields: [String: String]
    }
    let names = ["Sudo", "X-Role", "Accept-Profile", "X-Anything", "Content-Language", "X-User-Id"]
    let ignored = ["traceparent", "X-Request-Id", "Accept", "User-Agent", "X-Own"]
    try await forAll(runs: 120) { random in
      let origin = CachedOrigin { count, _ in
        .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
      }
      let store: any CacheStore = random.bool() ? MemoryCacheStore() : RecordingStore()
      let place = random.int(0...4)
      let shared = ResponseCache(store: store, ignoredFields: ["X-Own"])
      var known: [Asked: Int] = [:]
      for call in 1...40 {
        let user = random.one(of: ["ada-0123456789abcdef", "bob-0123456789abcdef"])
        let own = ResponseCache(store: store, identity: user, ignoredFields: ["X-Own"])
        var client = origin.client(place < 3 ? shared : own)
        var asked = Asked(user: user, fields: [:])
        var headers: Request.Headers = ["X-Own": "\(call)"]
        for name in random.array(0...2, of: { $0.one(of: names) }) {
          let value = random.one(of: ["1", "2"])
          asked.fields[name.lowercased()] = value
          headers[name] = value
        }
        for name in random.array(0...2, of: { $0.one(of: ignored) }) { headers[name] = "\(call)" }
        var path: Request.Path = "/a"
        switch place {
        case 0: client.authentication = .bearer(user)
        case 1: headers["X-Api-Key"] = user
        case 2, 3: path = "/a?access_token=\(user)"
        default: client.authentication = .apiKey(user, query: "k")
        }
        let number = try await client.send(GetNumber(path: path, headers: headers)).n
        if let first = known[asked] { #expect(number == first, "\(asked)") }
        #expect(!known.contains { $0.key != asked && $0.value == number }, "another's")
        known[asked] = number
      }
      #expect(origin.count == known.count)
    }
  }
}
