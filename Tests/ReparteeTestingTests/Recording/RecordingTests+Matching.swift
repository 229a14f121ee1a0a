import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Which recorded response a request is given, and the files that they are read from.
extension RecordingTests {
  func entry(_ method: String = "GET", _ path: String, _ body: String = "", headers: HTTPFields = [:])
    -> HAR.Entry
  {
    HAR.Entry(
      start: when,
      request: HAR.Request(
        method: method, url: "https://api.example.com/v1\(path)", headers: headers, body: Data(body.utf8)),
      response: HAR.Response(
        headers: [.contentType: "application/json"], body: Data(#"{"id": 7, "name": "Ada"}"#.utf8)))
  }

  func send(_ request: Request, _ har: HAR, _ matching: Replay.Matching = .strict) async -> String? {
    let replay = replay(har, matching)
    let result = await down.replaying(replay).result(of: Resource(User.self, request))
    if case .success = result { return nil }
    return replay.problems.first ?? "\(String(describing: result.error))"
  }

  @Test func anotherRequestIsAProblemThatSaysWhatDiffers() async {
    let har = HAR(entries: [
      entry("GET", "/users/7?api_key=***&a=1&b=2"),
      entry("PATCH", "/users/7?api_key=***", #"{"name":"Ada"}"#),
    ])
    let get = Request.get("/users/7", query: ["a": 1, "b": 2])
    #expect(await send(get, har) == nil)
    #expect(
      await send(.get("/users/7", query: ["b": 2, "a": 1]), har)?.contains("entry 1 has another query")
        == true)
    #expect(await send(.get("/users/7", query: ["b": 2, "a": 1]), har, .lenient) == nil)
    #expect(await send(.get("/users/7", query: ["a": 1]), har, .lenient)?.contains("another query") == true)
    let rename = { @Sendable (name: String) in Request.patch("/users/7", body: .json(["name": name])) }
    #expect(await send(rename("Ada"), har) == nil)
    #expect(await send(rename("Grace"), har)?.contains("entry 2 has another body") == true)
    #expect(await send(rename("Grace"), har, .lenient) == nil)
    #expect(await send(.get("/groups"), har)?.contains("the nearest is entry 1: GET") == true)
    #expect(await send(get, HAR())?.contains("the recording is empty") == true)
    #expect(await send(get, har, .strict.fields("X-Lang"))?.contains("another field X-Lang") == true)
    let german = HAR(entries: [
      entry("GET", "/users/7?api_key=***&a=1&b=2", headers: [HTTPField.Name("X-Lang") ?? .accept: "de"])
    ])
    #expect(await send(get, german, .strict.fields("x-lang")) == nil)
  }

  /// Browsers encode less in a path, and write a space as a plus.
  @Test func percentEncodingMakesNoOtherRequest() async {
    let har = HAR(entries: [entry("GET", "/users/@7?api_key=***&q=hello+world&since=10:00&tags=a,b")])
    let query: Request.Query = ["q": "hello world", "since": "10:00", "tags": "a,b"]
    #expect(await send(.get("/users/\("@7")", query: query), har) == nil)
    let others: [(String, Request.Query)] = [
      ("@7", ["q": "hello+world", "since": "10:00", "tags": "a,b"]), ("@7/", query), ("+7", query),
      ("@7", ["q=hello world": "", "since": "10:00", "tags": "a,b"]),
    ]
    for (id, query) in others {
      #expect(await send(.get("/users/\(id)", query: query), har)?.contains("no entry was recorded") == true)
    }
    let bytes = HAR(entries: [entry("GET", "/users/7?api_key=***&h=%FF&n=e%CC%81")])
    #expect(await send(.get("/users/7?h=%FE&n=e%CC%81"), bytes) != nil)
    #expect(await send(.get("/users/7?h=%FF&n=%C3%A9"), bytes) != nil)
    #expect(await send(.get("/users/7?h=%FF&n=e%CC%81"), bytes) == nil)
    let plus = HAR(entries: [entry("GET", "/users/a+b?api_key=***")])
    #expect(await send(.get("/users/\("a+b")"), plus) == nil)
    #expect(await send(.get("/users/\("a b")"), plus) != nil)
  }

  @Test func anEntryIsUsedOnce() async {
    let har = HAR(entries: [entry("GET", "/users/7?api_key=***")])
    for (matching, isThere) in [(Replay.Matching.strict, false), (.lenient, true)] {
      let replay = replay(har, matching)
      let client = down.replaying(replay)
      #expect((try? await client.send(GetUser(id: 7))) != nil)
      #expect(((try? await client.send(GetUser(id: 7))) != nil) == isThere)
      #expect(replay.problems.isEmpty == isThere)
      if !isThere { #expect(replay.problems[0].contains("more requests were sent than recorded")) }
    }
  }

  @Test func equalRequestsAreGivenTheirEntriesInTurnAndThenTheLast() async throws {
    let har = HAR(
      entries: (1...3).map { number in
        var one = entry("GET", "/users/7?api_key=***")
        one.response?.body = Data(#"{"id": \#(number), "name": "Ada"}"#.utf8)
        return one
      })
    let client = down.replaying(replay(har, .lenient))
    var ids: [Int] = []
    for _ in 0..<5 { ids.append(try await client.send(GetUser(id: 7)).id) }
    #expect(ids == [1, 2, 3, 3, 3])
  }

  @Test func entriesWithoutARequestAreUnused() async throws {
    let replay = replay(
      HAR(entries: [entry("GET", "/users/7?api_key=***"), entry("GET", "/users/8?api_key=***")]))
    _ = try await down.replaying(replay).send(GetUser(id: 7))
    #expect(replay.unusedEntries.map(\.request.url) == ["https://api.example.com/v1/users/8?api_key=***"])
  }

  @Test func aRecordingByAnotherProgramIsComparedAsIfItWereMasked() async throws {
    let har = HAR(entries: [
      HAR.Entry(
        start: when,
        request: HAR.Request(
          method: "POST", url: "https://api.example.com/v1/users?api_key=planted-1&x=1",
          headers: [.contentType: "application/json", .authorization: "Bearer planted-2"],
          body: Data(#"{ "password": "planted-3", "name": "Ada" }"#.utf8)),
        response: HAR.Response(
          headers: [.contentType: "application/json"], body: Data(#"{"id": 7, "name": "Ada"}"#.utf8)))
    ])
    func post(_ name: String, x: Int = 1) -> Request {
      .post("/users", query: ["x": x], body: .json(["name": name, "password": "planted-3"]))
    }
    #expect(await send(post("Ada"), har, .strict.fields("Authorization")) == nil)
    for request in [post("Grace"), post("Ada", x: 2), .get("/users")] {
      let problem = try #require(await send(request, har))
      #expect(problem.contains("entry 1") && !problem.contains("planted"), "\(problem)")
    }
    let unused = replay(har).unusedEntries
    var dumped = "\(har) \(unused) \(unused[0].request) \(String(reflecting: unused[0].response))"
    dump(har, to: &dumped)
    #expect(
      !dumped.contains("planted") && dumped.contains("POST https://api.example.com/v1/users"), "\(dumped)")
  }

  @Test func anInvalidFieldNameIsAProblem() {
    #expect(replay(HAR(), .strict.fields("X-Lang", "no name\n")).problems.count == 1)
  }

  @Test func ofManyEqualEntriesEachIsFoundOnce() async throws {
    let har = HAR(entries: (0..<1_000).map { _ in entry("GET", "/users/7?api_key=***") })
    let replay = replay(har)
    let client = down.replaying(replay)
    for _ in 0..<1_000 { _ = try await client.send(GetUser(id: 7)) }
    #expect(replay.unusedEntries.isEmpty && replay.problems.isEmpty)
  }

  @Test(arguments: [-1e300, 0, 4e9, 1e300, .infinity, .nan]) func noDateIsTooFar(seconds: Double) throws {
    var entry = entry("GET", "/")
    entry.start = Date(timeIntervalSince1970: seconds)
    let age = replay(HAR(entries: [entry])).age(at: when)
    #expect(age.map { $0 >= .zero && $0 <= .seconds(365 * 86_400 * 1_000) } ?? !seconds.isFinite)
    #expect(try throughAFile(HAR(entries: [entry])).entries.count == 1)
  }

  // MARK: Files

  @Test func filesOfOtherProgramsAreRead() throws {
    let har = try HAR(
      Data(
        #"""
        {"log": {"version": "1.2", "creator": {"name": "x", "version": "1", "more": 1}, "pages": [{"id": "p"}], "entries": [
          {"_initiator": {"type": "script"}, "startedDateTime": "2026-01-02T03:04:05.678Z", "time": 12.5, "connection": "443",
           "request": {"method": "POST", "url": "https://a.example/x?b=1", "httpVersion": "h2", "headers": [
               {"name": ":authority", "value": "a.example"}, {"name": "content-type", "value": "application/json"}],
             "queryString": [{"name": "b", "value": "1"}], "cookies": [], "headersSize": -1, "bodySize": 2,
             "postData": {"mimeType": "application/json", "text": "{}"}},
           "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [
               {"name": "content-encoding", "value": "br"}, {"name": "content-length", "value": "9"}, {"name": "etag", "value": "\"1\""}],
             "cookies": [], "content": {"size": 4, "mimeType": "image/png", "text": "iVBORw==", "encoding": "base64"},
             "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 99, "_error": null},
           "cache": {}, "timings": {"blocked": -1, "send": 0, "wait": 1.5, "receive": 2, "_queued": 0.1}},
          {"startedDateTime": "2026-01-02T03:04:06+02:00", "time": -1,
           "request": {"method": "GET", "url": "https://a.example/y", "headers": []},
           "response": {"status": 0, "headers": []}}
        ]}}
        """#.utf8))
    #expect(har.entries.count == 2)
    #expect(har.entries[0].request.headers.map(\.name.canonicalName) == ["content-type"])
    #expect(har.entries[0].request.body == Data("{}".utf8) && har.entries[0].duration == .milliseconds(12.5))
    #expect(har.entries[0].response?.body == Data([0x89, 0x50, 0x4E, 0x47]))
    #expect(har.entries[0].response?.headers.map(\.name.canonicalName) == ["etag"])
    #expect(
      har.entries[1].response == nil && har.entries[1].error == "other" && har.entries[1].duration == .zero)
    #expect(har.entries[1].start.timeIntervalSince(har.entries[0].start) < 0)
  }

  /// Each was exported from the same calls of a small server on the loopback interface: by Chromium 156 (DevTools,
  /// "Export HAR (with sensitive data)") and by mitmproxy 11 (`hardump`).
  @Test(arguments: ["chromium", "mitmproxy"])
  func whatBrowsersAndProxiesExportIsReplayed(program: String) async throws {
    struct Named: Codable, Hashable {
      var id: Int
      var name: String
    }
    struct Length: Codable, Hashable { var len: Int }
    struct Tick: Codable, Hashable { var n: Int }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
    let replay = replay(try HAR(contentsOf: folder.appending(path: "\(program).har")), .lenient)
    var down = Client(
      baseURL: "http://127.0.0.1:18473", transport: InMemoryTransport { _ in throw TransportError(.offline) })
    down.retry = .off
    let client = down.replaying(replay)
    func get<Output: Decodable & Sendable>(_ request: Request, _ type: Output.Type) async throws -> Output {
      try await client.send(Resource(type, request))
    }

    for path in ["/users/7", "/gzip/users/7", "/old"] {
      #expect(try await get(.get(Request.Path(path)), Named.self).name == "Jürgen Müller 😀")
    }
    #expect(try await get(.post("/form"), Length.self).len > 0)
    #expect(try await get(.post("/upload"), Length.self).len > 0)
    #expect(try await get(.get("/image.png"), Data.self).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let whole = { @Sendable (request: Request) in try await client.send(Resource(request) { $0 }) }
    #expect(try await whole(.get("/users", query: ["page": 2, "name": "a b"])).status == .ok)
    #expect(try await whole(.get("/nothing")).body.isEmpty)
    #expect(try await whole(.get("/cookies")).headers[values: .setCookie].count == 2)
    let missing = await client.result(of: Resource(Data.self, .get("/missing"))).error
    #expect(missing?.response?.contentType?.subtype == "problem+json")
    let call = Resource<ResponseStream<Tick, Never>, Never>(
      .get("/slow-stream"), [.success(.stream(.serverSentEvents()))])
    var ticks: [Int] = []
    for try await tick in try await client.send(call) { ticks.append(tick.n) }
    #expect(ticks == [1, 2, 3])
    let dropped = await client.result(of: Resource(Data.self, .get("/drop"))).error?.transportError
    #expect(dropped?.kind == .other && dropped?.description.contains("recorded as") == true)
    #expect(
      replay.problems.isEmpty && replay.unusedEntries.allSatisfy { $0.description.contains("127.0.0.1") })
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"log": {}}"#, #"{"log": {"entries": [{}]}}"#, #"{"log": {"entries": 1}}"#,
    #"{"log": {"entries": [{"startedDateTime": "x", "request": {"method": "GET", "url": "u", "headers": []}, "response": {"status": 1, "headers": []}}]}}"#,
  ])
  func whatIsNoArchiveIsAnErrorWithItsPlace(text: String) {
    #expect(throws: JSONError.self) { try HAR(Data(text.utf8)) }
  }

  @Test func anyArchiveIsReadAgain() async throws {
    try await forAll(runs: 100) { random in
      let har = HAR(
        entries: random.array(0...4) { random in
          let hasResponse = random.bool()
          return HAR.Entry(
            start: Date(timeIntervalSince1970: Double(random.int(0...4_000_000_000))),
            duration: .milliseconds(random.int(0...10_000)),
            request: HAR.Request(
              method: "GET", url: random.text(),
              body: Data(random.array(0...20) { UInt8(truncatingIfNeeded: $0.next()) })),
            response: hasResponse
              ? HAR.Response(status: random.int(1...999), body: Data(random.text().utf8)) : nil,
            error: hasResponse ? nil : "offline")
        })
      let read = try throughAFile(har)
      #expect(read == har)
    }
  }
}
