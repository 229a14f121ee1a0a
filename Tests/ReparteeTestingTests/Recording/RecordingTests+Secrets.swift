import Foundation
import HTTPTypes
import ReparteeJSON
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// Secrets that no list of names knows, and secrets in text of any encoding.
extension RecordingTests {
  /// A credential whose name says nothing.
  private struct OwnCredential: Credential {
    func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
      guard let name = HTTPField.Name("X-Own") else { return }
      try request.setCredential(name, "planted-23")
    }
  }

  private struct Passing: Stage {
    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse { try await next(request) }
  }

  @Test(arguments: [false, true])
  func whatACredentialSetsIsMaskedWhateverItsName(hasMiddleware: Bool) async throws {
    let authentications: [Authentication] = [
      .apiKey("planted-21", query: "appid"), .apiKey("planted-22", header: "X-Vault"),
      .credential(OwnCredential()), .signing { $0.headers[.from] = "planted-24" },
    ]
    for authentication in authentications {
      var client = client { request in
        .json(#"{"id": 7, "name": "Ada", "url": "\#(request.head.path ?? "")"}"#)
      }
      client.authentication = authentication
      if hasMiddleware { client.stages = [Passing()] }
      let recording = Recording()
      _ = try await client.recorded(by: recording).send(GetUser(id: 7))
      let json = String(decoding: try recording.har.json, as: UTF8.self)
      #expect(!json.contains("planted") && json.contains("Ada"), "\(json)")
      // It is found again, and no problem shows the secret.
      var other = down
      other.authentication = authentication
      let replay = replay(try throughAFile(recording.har))
      #expect(try await other.replaying(replay).send(GetUser(id: 7)).name == "Ada")
      let error = await other.replaying(replay).result(of: GetUser(id: 8)).error
      let problems = "\(replay.problems) \(error?.report ?? "")"
      #expect(replay.problems.count == 1 && !problems.contains("planted"), "\(problems)")
    }
  }

  @Test func aProblemDoesNotShowTheCredentialThatAnotherProgramHasRecorded() async {
    var other = down
    other.authentication = .apiKey("planted-21", query: "appid")
    let replay = replay(HAR(entries: [entry("GET", "/users/9?api_key=planted-1&appid=planted-21")]))
    _ = await other.replaying(replay).result(of: GetUser(id: 7))
    let problems = "\(replay.problems)"
    #expect(problems.contains("users/9?api_key=***&appid=***"), "\(problems)")
    #expect(!problems.contains("planted"))
  }

  @Test func aTransportKnowsWhatItsRequestMasks() async throws {
    struct Asked: Transport {
      func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        .text("\(request) \(request.redacting?().isSecret("appid") as Any)")
      }
    }
    var client = Client(baseURL: api, transport: Asked())
    client.authentication = .apiKey("planted-21", query: "appid")
    let shown = try await client.send(Resource(String.self, .get("/x")))
    #expect(shown == "GET /x?appid=***, no body Optional(true)")
  }

  // MARK: Encodings

  /// What is recorded of a response with this body.
  func recorded(_ body: Data, as type: String?, masking words: [String] = []) async throws -> HAR.Entry {
    let recording = Recording()
    var client = client { _ in .bytes(body, contentType: type) }
    client.redaction.words += words
    let call = Resource<Data, Never>(.get("/x"), [.success(.decode)])
    #expect(try await client.recorded(by: recording).send(call) == body)
    return try #require(try throughAFile(recording.har).entries.first)
  }

  @Test func noSecretIsInTextThatIsNotUTF8() async throws {
    func data(_ parts: Data...) -> Data { Data(parts.joined()) }
    func utf8(_ text: String) -> Data { Data(text.utf8) }
    func latin1(_ text: String) -> Data {
      Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
    func utf16(_ text: String) -> Data {
      Data(text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    }
    let (odd, half) = (Data([0xFF]), Data([0xC3]))
    /// What comes, with a secret in it.
    func check(_ type: String?, _ body: (_ secret: String) -> Data) async throws {
      let entry = try await recorded(body("planted"), as: type, masking: ["Schlüssel"])
      #expect(entry.response?.body == body("***") && entry.error == nil, "\(type ?? "no type")")
    }
    try await check("application/json") { latin1(#"{"city":"München","password":"\#($0)"}"#) }
    try await check("application/json; charset=iso-8859-1") {
      latin1(#"{"Schlüssel":"\#($0)","city":"München"}"#)
    }
    try await check(nil) { latin1("Größe: 1\npassword=\($0)\n") }
    // A stream that was dropped within a character.
    try await check("text/event-stream") { data(utf8("data: {\"token\": \"\($0)\"}\n\ndata: "), half) }
    try await check("text/plain; charset=utf-8") { data(odd, utf8("\npassword=\($0)\n")) }
    try await check("text/plain; charset=utf-16le") { utf16("password=\($0)\nü") }
    try await check("application/json") { utf16(#"{"password":"\#($0)"}"#) }
    try await check("multipart/mixed; boundary=b") {
      data(utf8("--b\r\n\r\n"), odd, utf8("\r\npwd=\($0)\r\n--b--"))
    }
    // Bytes that are no text are kept.
    let image = Data([0x89, 0x50, 0, 1, 0xFF])
    try await check("image/png") { _ in image }
  }

  // MARK: Whole bodies

  private static let long = String(repeating: "x", count: 100_000)

  @Test func ordinaryTextIsRecordedWhole() async throws {
    let digits = String(repeating: "7", count: 500)
    let bodies: [(type: String?, text: String)] = [
      ("text/csv", "\"id\",\"name\"\n\"1\",\"Ada\"\n"),
      ("text/markdown", "[docs](https://x.example/a) say:\n\n- one\n"),
      ("text/plain", "[section]\nname=Ada\n"),
      ("text/plain", "[2026-01-02 03:04:05] INFO started\n{\"level\":\"info\"}\n"),
      (nil, "{ \"a\" and \"b\" } are names\n"), (nil, "\"quoted\", but not JSON"),
      ("application/json", #"{"text":"\#(Self.long)","title":"[WIP] Fix","quote":"\"a\" b"}"#),
      ("application/json", #"{"mean": NaN, "max": -Infinity, "n": \#(digits)}"#),
      ("application/json", "<html><p>Bad Gateway</p></html>"), ("application/json", "Bad \"Gateway\""),
      (
        "text/html",
        #"<script>function f() { "use strict"; return {"a": 1, b: 2} }</script><p>Ada</p>"#
      ),
    ]
    for body in bodies {
      let entry = try await recorded(Data(body.text.utf8), as: body.type)
      #expect(entry.response?.body == Data(body.text.utf8), "\(body.text.prefix(100))")
      #expect(entry.error == nil)
    }
  }

  @Test func onlySecretsAreMasked() async throws {
    let bodies: [(type: String, text: String)] = [
      ("text/csv", "\"id\",\"note\"\n\"1\",\"password=planted\"\nAda"),
      ("text/plain", "-----BEGIN RSA PRIVATE KEY-----\nplanted\n-----END RSA PRIVATE KEY-----\nAda\n"),
      ("application/json", #"{"log":"\#(Self.long) password=planted","name":"Ada"}"#),
      ("application/json", #"{"page":"<label>Password</label><p>planted</p>","name":"Ada"}"#),
      ("text/plain", #"{"a" 1, "password": "planted"} and {"token":"planted"} Ada"#),
      ("text/plain", #"[oops, {"value":"planted","name":"token"}, "Ada"]"#),
      ("application/x-www-form-urlencoded", "token=planted&title=[WIP]+Fix&name=Ada"),
    ]
    for body in bodies {
      let entry = try await recorded(Data(body.text.utf8), as: body.type)
      let text = String(decoding: entry.response?.body ?? Data(), as: UTF8.self)
      #expect(!text.contains("planted") && text.contains("***"), "\(text.suffix(200))")
      #expect(text.contains("Ada") && text.utf8.count > body.text.utf8.count - 150, "\(text.suffix(200))")
      #expect(entry.error == nil)
    }
  }

  @Test(arguments: [
    ("text/html", "<label>Password</label><p>planted</p>", "<label>Password***"),
    ("application/json", #"{"a": 1, "b": 2, oops, "password" "planted"}"#, #"{"a": 1, "b": 2, ***"#),
    ("application/json", #"{"a": 1, "token": {"b" "planted"}}"#, #"{"a": 1, "token": ***"#),
    ("text/plain", #"x {"id" 1, "value": "planted", "name": "token"}"#, "x ***"),
    ("text/plain", #"x {"token": {"id" "planted"}}"#, #"x {"token": ***"#),
    ("text/yaml", "a: 1\npassword:\n  - planted\nb: 2", "a: 1\npassword:***"),
  ])
  func aBodyThatCannotBeMaskedEndsWithAnError(type: String, body: String, shown: String) async throws {
    let entry = try await recorded(Data(body.utf8), as: type)
    #expect(String(decoding: entry.response?.body ?? Data(), as: UTF8.self) == shown)
    #expect(entry.error?.contains("incomplete") == true)
    let call = Resource<Data, Never>(.get("/x"), [.success(.decode)])
    let error = await down.replaying(replay(HAR(entries: [entry]))).result(of: call).error
    #expect(error?.transportError?.message.contains("incomplete") == true)
  }

  // Were it quadratic, it would take minutes.
  @Test(.timeLimit(.minutes(5))) func maskingOfWholeBodiesIsLinear() {
    let pieces = [
      "<token>", "{\"a\":\"", "{\"a\":", "{\"a\" ", "{\"a\":1,", "token=", "[[", "%41", "a:", "\"token\"",
      "://", "key='", "-----BEGIN ", "-----BEGIN x-----END y\n", "{\"name\":\"token\",", "\"{",
    ]
    for piece in pieces {
      let text = Array(String(repeating: piece, count: 50_000 / piece.utf8.count).utf8)
      for format in [BodyFormat.text, .json, .form] {
        #expect(Redaction().masked(whole: text, as: format).bytes.count < 300_000)
      }
    }
  }

  @Test func garbageIsKeptUnlessItIsMasked() async {
    await forAll { random in
      let shape = #"x {"a":{"token" : "hunter2", "b":[1,"\""]},"password":{"c":"hunter2"}} y"#
      let text = Array(random.mangled(shape).utf8.dropFirst(random.int(0...4)))
      let masked = Redaction().masked(whole: text, as: random.one(of: [.text, .json, .form]))
      #expect(!masked.secrets.isEmpty || masked.bytes == text)
      #expect(masked.isComplete || !masked.secrets.isEmpty)
    }
  }
}
