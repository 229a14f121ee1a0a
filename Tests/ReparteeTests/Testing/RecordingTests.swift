import Foundation
import HTTPTypes
import ReparteeTesting
import Synchronization
import Testing

@testable import Repartee

/// What is recorded, and what comes of it when it is replayed.
struct RecordingTests {
  private let when = Date(timeIntervalSince1970: 1_700_000_000.25)

  private func client(
    _ respond: @escaping @Sendable (InMemoryTransport.Request) async throws -> InMemoryTransport.Response
  ) -> Client {
    var client = Client(
      baseURL: "https://api.example.com/v1?api_key=planted-1", transport: InMemoryTransport(respond),
      headers: ["Authorization": "Bearer planted-2", "X-Lang": "de"])
    client.clock = SkippingClock(end: .seconds(60))
    client.now = { when }
    client.randomness = { 0 }
    return client
  }

  /// A client whose server is down.
  private var down: Client {
    client { _ in
      Issue.record("it reached the server")
      throw TransportError(.offline)
    }
  }

  private func throughAFile(_ har: HAR) throws -> HAR { try HAR(har.json) }

  private func replay(_ har: HAR, _ matching: Replay.Matching = .strict) -> Replay {
    Replay(har, matching) { _ in }
  }

  @Test func whatWasRecordedComesBack() async throws {
    let recording = Recording()
    let attempts = Mutex(0)
    let client = client { request in
      switch request.head.path?.prefix(while: { $0 != "?" }) {
      case "/v1/users/1": return .json(#"{"id": 1, "name": "Ada"}"#)
      case "/v1/users/2":
        return attempts.withLock { count in
          count += 1
          return count == 1 ? .status(503) : .json(#"{"id": 2, "name": "Grace"}"#)
        }
      case "/v1/users/3": return .status(302, headers: [.location: "/v1/users/1"])
      case "/v1/users/4": throw TransportError(.connectionLost)
      default: return .status(404)
      }
    }
    func calls(_ client: Client) async -> [String] {
      var results: [String] = []
      for id in 1...5 {
        let result = await client.result(of: GetUser(id: id)) { if id == 4 { $0.retry = .off } }
        switch result {
        case .success(let user): results.append(user.name)
        case .failure(let error): results.append("\(error.reason)")
        }
      }
      return results
    }
    let recorded = await calls(client.recording(to: recording))
    #expect(recorded.prefix(3) == ["Ada", "Grace", "Ada"])
    #expect(recording.har.entries.map { $0.response?.status } == [200, 503, 200, 302, 200, nil, 404])
    #expect(recording.har.entries.allSatisfy { $0.start == when })

    let replay = replay(try throughAFile(recording.har))
    #expect(await calls(down.replaying(replay)) == recorded)
    #expect(replay.problems.isEmpty && replay.orphans.isEmpty)
    #expect(replay.age(at: when + 86_400) == .seconds(86_400))
  }

  @Test func noSecretIsWrittenDown() async throws {
    let recording = Recording()
    let client = client { _ in
      .json(
        #"{"id": 7, "name": "Ada", "access_token": "planted-3"}"#,
        headers: [.setCookie: "sid=planted-4", .location: "/x?token=planted-5"])
    }
    let body = Request.Body.json(["password": "planted-6", "name": "Ada"])
    let send = Resource<User, Never>(
      .post("/users", query: ["token": "planted-7"], body: body), [.success(.decode)])
    let user = try await client.recording(to: recording).send(send)
    let json = String(decoding: try recording.har.json, as: UTF8.self)
    #expect(!json.contains("planted"), "\(json)")
    #expect(json.contains("Ada") && json.contains("X-Lang"))
    // It is found again all the same.
    let replay = replay(try throughAFile(recording.har))
    #expect(try await down.replaying(replay).send(send) == user)
  }

  @Test func noSecretIsInFormsWithFilesNorInWhatIsCoded() async throws {
    var form = MultipartForm()
    form.append("password", "planted-8")
    form.append("name", "Ada")
    form.append(
      "meta", .json(["token": "planted-9", "city": "Bonn", "zip": "1", "a": "2"]), filename: "m.json")
    form.append("image", .bytes(Data([0xFF, 0, 0x0D, 0x0A]), contentType: "image/png"), filename: "a.png")
    var coded = Request.post("/coded", body: .bytes(Data("planted-10".utf8), contentType: "text/plain"))
    coded.headers[.contentEncoding] = "gzip"
    let calls = [.post("/form", body: .multipart(form)), coded].map {
      Resource<User, Never>($0, [.success(.decode)])
    }
    let recording = Recording()
    let client = client { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
    for call in calls { _ = try await client.recording(to: recording).send(call) }
    let har = try throughAFile(recording.har)
    let sent = har.entries.map { String(decoding: $0.request.body, as: UTF8.self) }
    #expect(!sent[0].contains("planted") && sent[0].contains("Ada") && sent[0].contains("Bonn"), "\(sent[0])")
    #expect(har.entries[0].request.body.firstRange(of: Data([0xFF, 0, 0x0D, 0x0A])) != nil)
    #expect(sent[1] == "***")
    // They are found again, although each request has a boundary of its own.
    let replay = replay(har)
    for call in calls { _ = try await down.replaying(replay).send(call) }
    #expect(replay.orphans.isEmpty)
    var other = MultipartForm()
    other.append("password", "planted-8")
    other.append("name", "Grace")
    let problem = await send(.post("/form", body: .multipart(other)), har)
    #expect(problem?.contains("entry 1 has another body") == true && problem?.contains("planted") == false)
  }

  @Test(arguments: [
    "--b\nContent-Type: application/json\n\n{\"password\":\"planted-11\"}\n--b--",
    "{\"password\":\"planted-11\"}", "password=planted-11\r\n--b--",
    "--b\r\nContent-Disposition: form-data; filename=\"a.txt\"; name=\"password\"\r\n\r\nplanted-11\r\n--b--",
    "--b\r\ncontent-disposition: form-data; NAME=password\r\n\r\nplanted-11\r\n--b--",
    "--b\r\nAuthorization: Bearer planted-11\r\nX-Api-Key: planted-11\r\n\r\nAda\r\n--b--",
    "--b\r\nContent-Encoding: gzip\r\n\r\nplanted-11\r\n--b--",
  ])
  func noSecretIsInFormsThatAreWrittenOtherwise(body: String) async throws {
    let recording = Recording()
    let client = client { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
    let post = Request.post(
      "/form", body: .bytes(Data(body.utf8), contentType: "multipart/form-data; boundary=b"))
    _ = try await client.recording(to: recording).send(Resource(User.self, post))
    let sent = String(decoding: recording.har.entries[0].request.body, as: UTF8.self)
    #expect(!sent.contains("planted"), "\(sent)")
  }

  @Test func formsInFormsAreNoTrap() async throws {
    let body = (0..<5_000).map { "--\($0)\r\nContent-Type:multipart/x;boundary=\($0 + 1)\r\n\r\n" }.joined()
    let recording = Recording()
    let client = client { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
    let post = Request.post("/form", body: .bytes(Data(body.utf8), contentType: "multipart/x; boundary=0"))
    _ = try await client.recording(to: recording).send(Resource(User.self, post))
    #expect(recording.har.entries.count == 1)
  }

  @Test func aResponseWithACodingThatTheCallerUndoesIsNotShown() async throws {
    let recording = Recording()
    let client = client { _ in .json(#"{"id": 7}"#, headers: [.contentEncoding: "x-own"]) }
    var request = Request.get("/x")
    request.headers[.acceptEncoding] = "x-own"
    _ = try await client.recording(to: recording).send(Resource<Data, Never>(request, [.success(.decode)]))
    #expect(recording.har.entries[0].response?.body == Data("***".utf8))
  }

  @Test func bytesAreWholeWhateverTheyAre() async throws {
    try await forAll(runs: 60) { random in
      let sent = Data(random.array(0...300) { UInt8(truncatingIfNeeded: $0.next()) })
      let parts = random.array(0...5) { random in
        Data(random.array(0...100) { UInt8(truncatingIfNeeded: $0.next()) })
      }
      let recording = Recording()
      let client = client { _ in
        InMemoryTransport.Response(
          head: HTTPResponse(status: .ok),
          body: parts.count == 1 ? ByteStream(parts[0]) : ByteStream(length: nil, once: chunks(parts)))
      }
      let call = Resource<Data, Never>(.post("/x", body: .bytes(sent)), [.success(.decode)])
      let came = try await client.recording(to: recording).send(call)
      let har = try throughAFile(recording.har)
      #expect(har.entries.count == 1 && har.entries[0].response?.body == came && came == Data(parts.joined()))
      #expect(har.entries[0].request.body == sent && har.entries[0].error == nil)
      #expect(try await down.replaying(replay(har)).send(call) == came)
    }
  }

  @Test func aStreamIsRecordedWhileItIsRead() async throws {
    let recording = Recording()
    let client = client { _ in
      InMemoryTransport.Response(
        head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(["a\nb", "c\nd\n"])))
    }
    let lines = Resource<ResponseStream<String>, Never>(.get("/lines"), [.success(.stream(.lines()))])
    var found: [String] = []
    for try await line in try await client.recording(to: recording).send(lines) {
      #expect(recording.har.entries.isEmpty || found.count >= 1)
      found.append(line)
    }
    #expect(found == ["a", "bc", "d"] && recording.har.entries.count == 1)
    for try await _ in try await client.recording(to: recording).send(lines) { break }
    // What was given up ends with an error, not with half of it.
    let givenUp = try #require(recording.har.entries.last)
    #expect(givenUp.error == "cancelled")
    let replay = replay(HAR(entries: [givenUp]))
    var again: [String] = []
    do {
      for try await line in try await down.replaying(replay).send(lines) { again.append(line) }
      Issue.record("it is whole")
    } catch {
      #expect(error.transportError?.kind == .cancelled)
    }
    #expect(again.first == "a")
  }

  @Test func writtenAgainItIsTheSame() throws {
    var entries: [HAR.Entry] = []
    for milliseconds in stride(from: 0, to: 2_000, by: 7) {
      var entry = entry("GET", "/\(milliseconds)", "\u{FEFF}a,b")
      entry.start = Date(timeIntervalSince1970: 1_700_000_000 + Double(milliseconds) / 1_000)
      entry.response?.body = Data("\u{FEFF}".utf8)
      entries.append(entry)
    }
    entries[0].start = Date(timeIntervalSince1970: -30_000_000_000.5)
    let once = try throughAFile(HAR(entries: entries))
    #expect(once.entries.map(\.request.body) == entries.map(\.request.body))
    #expect(once.entries.map(\.response) == entries.map(\.response))
    #expect(zip(once.entries, entries).allSatisfy { abs($0.start.timeIntervalSince($1.start)) < 0.001 })
    #expect(try once.json == throughAFile(once).json)
  }

  // MARK: Matching

  private func entry(_ method: String = "GET", _ path: String, _ body: String = "", headers: HTTPFields = [:])
    -> HAR.Entry
  {
    HAR.Entry(
      start: when,
      request: HAR.Request(
        method: method, url: "https://api.example.com/v1\(path)", headers: headers, body: Data(body.utf8)),
      response: HAR.Response(
        headers: [.contentType: "application/json"], body: Data(#"{"id": 7, "name": "Ada"}"#.utf8)))
  }

  private func send(_ request: Request, _ har: HAR, _ matching: Replay.Matching = .strict) async -> String? {
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
    #expect(await send(get, HAR())?.contains("there is none at all") == true)
    #expect(await send(get, har, .strict.fields("X-Lang"))?.contains("another field X-Lang") == true)
    let german = HAR(entries: [
      entry("GET", "/users/7?api_key=***&a=1&b=2", headers: [HTTPField.Name("X-Lang") ?? .accept: "de"])
    ])
    #expect(await send(get, german, .strict.fields("x-lang")) == nil)
  }

  @Test func anEntryIsUsedOnce() async {
    let har = HAR(entries: [entry("GET", "/users/7?api_key=***")])
    for (matching, isThere) in [(Replay.Matching.strict, false), (.lenient, true)] {
      let replay = replay(har, matching)
      let client = down.replaying(replay)
      #expect((try? await client.send(GetUser(id: 7))) != nil)
      #expect(((try? await client.send(GetUser(id: 7))) != nil) == isThere)
      #expect(replay.problems.isEmpty == isThere)
      if !isThere { #expect(replay.problems[0].contains("more requests than were recorded")) }
    }
  }

  @Test func entriesThatNobodyAskedForAreOrphans() async throws {
    let replay = replay(
      HAR(entries: [entry("GET", "/users/7?api_key=***"), entry("GET", "/users/8?api_key=***")]))
    _ = try await down.replaying(replay).send(GetUser(id: 7))
    #expect(replay.orphans.map(\.request.url) == ["https://api.example.com/v1/users/8?api_key=***"])
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
    let orphans = replay(har).orphans
    var dumped = "\(har) \(orphans) \(orphans[0].request) \(String(reflecting: orphans[0].response))"
    dump(har, to: &dumped)
    #expect(
      !dumped.contains("planted") && dumped.contains("POST https://api.example.com/v1/users"), "\(dumped)")
  }

  @Test func aFieldThatIsNoneIsAProblem() {
    #expect(replay(HAR(), .strict.fields("X-Lang", "no name\n")).problems.count == 1)
  }

  @Test func ofManyEqualEntriesEachIsFoundOnce() async throws {
    let har = HAR(entries: (0..<2_000).map { _ in entry("GET", "/users/7?api_key=***") })
    let replay = replay(har)
    let client = down.replaying(replay)
    for _ in 0..<2_000 { _ = try await client.send(GetUser(id: 7)) }
    #expect(replay.orphans.isEmpty && replay.problems.isEmpty)
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

  /// Each was exported from the same calls of a small server on the loopback interface: by Chromium 156 (DevTools, "Export
  /// HAR (with sensitive data)") and by mitmproxy 11 (`hardump`).
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
    let call = Resource<ResponseStream<Tick>, Never>(
      .get("/slow-stream"), [.success(.stream(.serverSentEvents()))])
    var ticks: [Int] = []
    for try await tick in try await client.send(call) { ticks.append(tick.n) }
    #expect(ticks == [1, 2, 3])
    let dropped = await client.result(of: Resource(Data.self, .get("/drop"))).error?.transportError
    #expect(dropped?.kind == .other && dropped?.description.contains("recorded as") == true)
    #expect(replay.problems.isEmpty && replay.orphans.allSatisfy { $0.description.contains("127.0.0.1") })
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
