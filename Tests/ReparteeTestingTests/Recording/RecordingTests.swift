import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// What is recorded, and what comes of it when it is replayed.
struct RecordingTests {
  let when = Date(timeIntervalSince1970: 1_700_000_000.25)

  func client(
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
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
  var down: Client {
    client { _ in
      Issue.record("it reached the server")
      throw TransportError(.offline)
    }
  }

  func throughAFile(_ har: HAR) throws -> HAR { try HAR(har.json) }

  func replay(_ har: HAR, _ matching: Replay.Matching = .strict) -> Replay {
    Replay(har, matching: matching) { _ in }
  }

  @Test func aRecordedResponseIsReplayed() async throws {
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
    let recorded = await calls(client.recorded(by: recording))
    #expect(recorded.prefix(3) == ["Ada", "Grace", "Ada"])
    #expect(recording.har.entries.map { $0.response?.status } == [200, 503, 200, 302, 200, nil, 404])
    #expect(recording.har.entries.allSatisfy { $0.start == when })

    let replay = replay(try throughAFile(recording.har))
    #expect(await calls(down.replaying(replay)) == recorded)
    #expect(replay.problems.isEmpty && replay.unusedEntries.isEmpty)
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
    let user = try await client.recorded(by: recording).send(send)
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
    for call in calls { _ = try await client.recorded(by: recording).send(call) }
    let har = try throughAFile(recording.har)
    let sent = har.entries.map { String(decoding: $0.request.body, as: UTF8.self) }
    #expect(!sent[0].contains("planted") && sent[0].contains("Ada") && sent[0].contains("Bonn"), "\(sent[0])")
    #expect(har.entries[0].request.body.firstRange(of: Data([0xFF, 0, 0x0D, 0x0A])) != nil)
    #expect(sent[1] == "***")
    // They are found again, although each request has a boundary of its own.
    let replay = replay(har)
    for call in calls { _ = try await down.replaying(replay).send(call) }
    #expect(replay.unusedEntries.isEmpty)
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
    _ = try await client.recorded(by: recording).send(Resource(User.self, post))
    let sent = String(decoding: recording.har.entries[0].request.body, as: UTF8.self)
    #expect(!sent.contains("planted"), "\(sent)")
  }

  @Test func formsInFormsAreNoTrap() async throws {
    let body = (0..<5_000).map { "--\($0)\r\nContent-Type:multipart/x;boundary=\($0 + 1)\r\n\r\n" }.joined()
    let recording = Recording()
    let client = client { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
    let post = Request.post("/form", body: .bytes(Data(body.utf8), contentType: "multipart/x; boundary=0"))
    _ = try await client.recorded(by: recording).send(Resource(User.self, post))
    #expect(recording.har.entries.count == 1)
  }

  @Test func aResponseWithACodingThatTheCallerUndoesIsNotShown() async throws {
    let recording = Recording()
    let client = client { _ in .json(#"{"id": 7}"#, headers: [.contentEncoding: "x-own"]) }
    var request = Request.get("/x")
    request.headers[.acceptEncoding] = "x-own"
    _ = try await client.recorded(by: recording).send(Resource<Data, Never>(request, [.success(.decode)]))
    #expect(recording.har.entries[0].response?.body == Data("***".utf8))
  }

  @Test func bytesAreWholeWhateverTheyAre() async throws {
    try await forAll(runs: 60) { random in
      // No text begins so, in UTF-16 neither: what looks like a secret in a text is masked.
      func bytes(_ size: ClosedRange<Int>, _ random: inout SplitMix64) -> Data {
        Data([0xFF, 0x01] + random.array(size) { UInt8(truncatingIfNeeded: $0.next()) })
      }
      let sent = bytes(0...300, &random)
      let parts = random.array(0...5) { bytes(0...100, &$0) }
      let recording = Recording()
      let client = client { _ in
        TransportResponse(
          head: HTTPResponse(status: .ok),
          body: parts.count == 1 ? ByteStream(parts[0]) : ByteStream(length: nil, once: chunks(parts)))
      }
      let call = Resource<Data, Never>(.post("/x", body: .bytes(sent)), [.success(.decode)])
      let received = try await client.recorded(by: recording).send(call)
      let har = try throughAFile(recording.har)
      #expect(
        har.entries.count == 1 && har.entries[0].response?.body == received
          && received == Data(parts.joined()))
      #expect(har.entries[0].request.body == sent && har.entries[0].error == nil)
      #expect(try await down.replaying(replay(har)).send(call) == received)
    }
  }

  @Test func aStreamIsRecordedWhileItIsRead() async throws {
    let recording = Recording()
    let client = client { _ in
      TransportResponse(
        head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(["a\nb", "c\nd\n"])))
    }
    let lines = Resource<ResponseStream<String, Never>, Never>(.get("/lines"), [.success(.stream(.lines()))])
    var found: [String] = []
    for try await line in try await client.recorded(by: recording).send(lines) {
      #expect(recording.har.entries.isEmpty || found.count >= 1)
      found.append(line)
    }
    #expect(found == ["a", "bc", "d"] && recording.har.entries.count == 1)
    for try await _ in try await client.recorded(by: recording).send(lines) { break }
    // What was given up ends with an error, not with half of it.
    let givenUp = try #require(recording.har.entries.last)
    #expect(givenUp.error == "cancelled")
    let replay = replay(try throughAFile(HAR(entries: [givenUp])))
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
}
