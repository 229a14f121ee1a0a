import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeRedaction

/// The value of a credential is masked wherever a server, or an error, repeats it.
@Suite(.timeLimit(.minutes(5))) struct SecretValuesTests {
  /// A credential that says nothing of its refresh token: it is found by its name.
  private struct OwnCredential: Credential {
    var login: String
    var refreshToken: String?
    func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
      guard let name = HTTPField.Name("X-Own") else { return }
      try request.setCredential(name, login)
    }
  }

  private struct Watching: CallObserver {
    let seen: SeenEvents
    func observe(_ event: CallEvent) { seen.add(event) }
  }

  /// All that can be seen of a call that fails.
  private func shown(
    _ change: (inout Client) throws -> Void, _ respond: @escaping @Sendable () throws -> TransportResponse
  ) async rethrows -> String {
    let seen = SeenEvents()
    let recording = Recording()
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in try respond() })
    client.retry = .off
    client.redirects = .off
    client.observers = [Watching(seen: seen)]
    try change(&client)
    var text = ""
    let watched = client.recorded(by: recording)
    for map in [[.any(.decode)], []] as [ResponseMap<User, Never>] {
      guard let error = await watched.result(of: Resource(.get("/x"), map)).error else { continue }
      dump(error, to: &text)
      text += "\(error)\n\(error.report)\n\(error.summary)\n\(error.localizedDescription)\n"
      if let failure = error.decodingError {
        text += "\(failure)\n\(failure.report)\n\((failure.underlying as? JSONError)?.report ?? "")\n"
      }
      if let transport = error.transportError { text += "\(transport)\n" }
      if let request = error.request { text += "\(allShown(of: request))\(request.curl)\n" }
    }
    for entry in recording.har.entries {
      text +=
        "\(entry.request.url)\n\(entry.request.headers)\n\(String(decoding: entry.request.body, as: UTF8.self))\n"
      text += "\(entry.response?.headers ?? [:])\n\(entry.response?.reasonPhrase ?? "")\n"
      text += "\(String(decoding: entry.response?.body ?? Data(), as: UTF8.self))\n\(entry.error ?? "")\n"
    }
    return text + seen.text
  }

  private let characters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/=!*")

  private func secret(_ random: inout SplitMix64, _ more: String = "") -> String {
    let characters = characters + Array(more)
    return "z" + String(random.array(8...60) { $0.one(of: characters) })
  }

  /// A way to write a text, as servers do.
  private func encoded(_ text: String, _ random: inout SplitMix64) -> String {
    switch random.int(0...6) {
    case 0: return text.percentEncoded(keeping: .unreserved)
    case 1: return text.percentEncoded(keeping: .unreserved).replacing("%20", with: "+")
    case 2:
      return text.utf16.map { unit in
        random.bool() && unit != 0x5C ? String(decoding: [unit], as: UTF16.self) : "\\u" + hex(Int(unit), 4)
      }.joined()
    case 3:
      return text.unicodeScalars.map { random.bool() ? "&#x\(String($0.value, radix: 16));" : String($0) }
        .joined()
    case 4: return text.replacing("/", with: "\\/")
    case 5: return text.percentEncoded(keeping: .unreserved).replacing("%", with: "%25")
    default: return text
    }
  }

  private func hex(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  @Test func aCredentialThatIsRepeatedIsShownNowhere() async throws {
    try await forAll(runs: 60) { random in
      var value = secret(&random)
      let authentication: Authentication
      var echo = value
      switch random.int(0...6) {
      case 0: authentication = .bearer(value)
      case 1: authentication = .apiKey(value, header: "X-Vault")
      case 2: authentication = .apiKey(value, query: "appid")
      case 3: authentication = .credential(OwnCredential(login: value))
      case 4: authentication = .credential(OwnCredential(login: "ada-of-the-sea", refreshToken: value))
      case 5:
        let signed = value
        authentication = .signing { $0.headers[.from] = signed }
      default:
        value = secret(&random, "ä \"\\<:")
        let user = random.text(1...5).filter { $0.isLetter && $0.isASCII }
        authentication = .basic(username: user, password: value)
        echo = random.one(of: [
          value, "\(user):\(value)", Data("\(user):\(value)".utf8).base64EncodedString(),
        ])
      }
      let (echoed, written) = (echo, encoded(echo, &random))
      let string = String(decoding: try JSONEncoder().encode(written), as: UTF8.self)
      let place = random.int(0...9)
      let visible = echoed.percentEncoded(keeping: .unreserved)
      let text = try await shown {
        $0.authentication = authentication
      } _: {
        switch place {
        case 0: .json(#"{"id":7,"name":{"text":\#(string)},"x":1}"#, status: 401)
        case 1: .json(#"[{"note":\#(string)}]"#)
        case 2: .json(#"{\#(string):1,"id":"x"}"#)
        case 3: .text("you sent \(written)!", status: 403)
        case 4: .text("<p title='\(written)'>no</p>", contentType: "text/html", status: 500)
        case 5:
          .text("a=1&echo=\(visible)&b=2", contentType: "application/x-www-form-urlencoded", status: 400)
        case 6: .status(302, headers: [.location: "https://other.example/\(visible)?back=\(visible)"])
        case 7: .status(400, headers: [.server: "got \(visible)"], body: Data("upstream: \(written)".utf8))
        case 8: throw TransportError(.other, message: "sent \(written)", underlying: PlainError("\(written)"))
        default:
          .bytes(Data([0, 1, 0xFF]) + Data(echoed.utf8) + Data([0]), contentType: "image/png", status: 500)
        }
      }
      #expect(
        !text.contains(echo) && !text.contains(written) && !text.contains(value),
        "\(place): \(written)\n\(text)")
      #expect(!text.contains(string.dropFirst().dropLast()), "\(place): \(string)\n\(text)")
    }
  }

  @Test func shortValuesAreLeftAlone() async {
    let text = await shown {
      $0.authentication = .bearer("hunter2")
    } _: {
      .text("the hunter2 of the sea", status: 500)
    }
    #expect(text.contains("the hunter2 of the sea") && !text.contains("Bearer hunter2"))
  }

  @Test func onlyTheValueIsMasked() async {
    let text = await shown {
      $0.authentication = .bearer("planted-token")
    } _: {
      .json(#"{"error":"planted-token has expired","id":12,"name":"Ada"}"#, status: 401)
    }
    #expect(text.contains(#"{"error":"*** has expired","id":12,"name":"Ada"}"#))
  }

  @Test func aNumberStaysJSON() async throws {
    let recording = Recording()
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(#"{"id":123456789012,"n":5}"#) })
    client.authentication = .apiKey("123456789012", header: "X-Vault")
    _ = await client.recorded(by: recording).result(
      of: Resource<Data, Never>(.get("/x"), [.success(.decode)]))
    let body = recording.har.entries.first?.response.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(body == #"{"id":"***","n":5}"#)
  }

  @Test func anAuthorizationFieldOfTheRequestIsMaskedToo() async {
    let text = await shown {
      $0.headers["Authorization"] = "Token planted-token"
    } _: {
      .text("planted-token is bad", status: 500)
    }
    #expect(!text.contains("planted-token") && text.contains("*** is bad"))
  }

  @Test func aValueMayLookEscapedItself() {
    for value in ["planted%41x&amp;", "planted\\n\\u0041x", "a+b planted &#65;%2B"] {
      let redaction = redaction(value)
      let json = JSONValue.string(value).description
      let page = value.unicodeScalars.map { "&#\($0.value);" }.joined()
      for text in [value, json, page, value.percentEncoded(keeping: .unreserved)] {
        #expect(!redaction.masked(text: "got \(text)").contains("planted"), "\(text)")
        #expect(redaction.maskedValues(in: "got \(text)!").replacing("\"", with: "") == "got ***!")
      }
    }
  }

  @Test func aValueThatIsCutOffIsMaskedToTheEnd() {
    let redaction = redaction("planted-token-1234567890")
    for length in 8...23 {
      let start = String("planted-token-1234567890".prefix(length))
      #expect(redaction.masked(text: "x \(start)") == "x ***")
      #expect(redaction.masked(text: "x \(start)… y") == "x ***… y")
    }
    let body = String(repeating: "x", count: 990) + "planted-token-1234567890"
    #expect(!redaction.masked(body: body, as: .text, limit: 1_000).contains("plan"))
  }

  @Test func aCommandShowsNoValueInItsBody() throws {
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    client.authentication = .bearer("planted-token")
    let request = Request.post("/x", body: .json(["copy": "planted-token", "name": "Ada"]))
    let curl = try client.curl(for: Resource<Void, Never>(request, [.any(.noContent)]))
    #expect(!curl.contains("planted") && curl.contains("Ada"))
  }

  // MARK: Sessions

  @Test func theSecretsOfASessionAreMaskedInItsCallsAndItsRefreshes() async throws {
    let seen = SeenEvents()
    let recording = Recording()
    let old = BearerToken("planted-access-1", refreshToken: "planted-refresh-1")
    let transport = InMemoryTransport { request in
      if request.head.path == "/token" {
        return .json(
          #"{"access_token":"planted-access-2","refresh_token":"planted-refresh-2","token_type":"bearer","was":"planted-refresh-1"}"#
        )
      }
      if request.head.headerFields[.authorization]?.hasSuffix("1") == true {
        return .json(#"{"got":"planted-access-1","and":"planted-refresh-1"}"#, status: 401)
      }
      let all = "planted-access-1 planted-access-2 planted-refresh-1 planted-refresh-2"
      return .json(#"{"got":"\#(all)"}"#, status: 500)
    }
    let oauth = OAuthClient(id: "app", tokenURL: "\(api)/token")
    let session = Session(refreshing: oauth)
    try await session.signIn(old)
    var client = Client(baseURL: api, transport: transport)
    client.retry = .off
    client.observers = [Watching(seen: seen)]
    client.authentication = .session(session)
    let error = try #require(
      await client.recorded(by: recording).result(of: Resource<User, Never>(.get("/x"), [])).error)
    #expect(error.status?.code == 500 && error.attempts.count == 2)
    let har = String(decoding: try recording.har.json, as: UTF8.self)
    let text = "\(error.report)\n\(har)\n\(seen.text)"
    #expect(!text.contains("planted"), "\(text)")
    #expect(recording.har.entries.count == 3)
  }

  @Test(arguments: [OAuthClient.Authentication.basic, .body])
  func aTokenRequestShowsNothingThatItSends(_ authentication: OAuthClient.Authentication) async throws {
    let oauth = OAuthClient(
      id: "app", secret: "planted-client/1", authentication: authentication, tokenURL: "\(api)/token")
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        #expect((request.head.headerFields[.authorization] != nil) == (authentication == .basic))
        let form = String(decoding: request.bytes, as: UTF8.self)
        return .text("got \(form), planted-client/1 planted-code/2 planted-verifier", status: 500)
      }, headers: ["Authorization": "Bearer planted-other"])
    let recording = Recording()
    let resource = oauth.token(code: "planted-code/2", verifier: "planted-verifier")
    let error = try #require(await client.recorded(by: recording).result(of: resource).error)
    let har = String(decoding: try recording.har.json, as: UTF8.self)
    #expect(!"\(error.report) \(har)".contains("planted"), "\(error.report) \(har)")
    #expect(error.report.contains("grant_type=authorization_code"))
  }

  @Test func anErrorOfARefreshDoesNotShowTheRefreshToken() async throws {
    struct Quoting: Error, CustomStringConvertible { let description: String }
    let session = Session<BearerToken> { token, _ in
      throw Quoting(description: "no: \(token.refreshToken ?? "")")
    }
    try await session.signIn(BearerToken("planted-access-1", refreshToken: "planted-refresh-1"))
    let text = await shown {
      $0.authentication = .session(session)
    } _: {
      .status(401)
    }
    #expect(!text.contains("planted") && text.contains("not authenticated"))
  }

  // MARK: Paths

  @Test func aSegmentIsMaskedByTheNameOfItsValue() async throws {
    func url(_ path: Request.Path, at base: String = api, _ redaction: Redaction = Redaction()) async throws
      -> String
    {
      var client = Client(baseURL: base, transport: InMemoryTransport { _ in .status(200) })
      client.redaction = redaction
      return try await client.response(to: Resource<Void, Never>(.get(path), [.any(.noContent)])).request.url
    }
    #expect(try await url("/reset/\("abcd", name: "token")/x") == "\(api)/reset/***/x")
    #expect(try await url("/reset/\("ab/cd", name: "token")", at: "\(api)/v1/") == "\(api)/v1/reset/***")
    #expect(try await url("/a/\("7", name: "id")/\("a-b", name: "secretName")") == "\(api)/a/7/***")
    #expect(try await url("/states/\("bavaria-2", name: "state")") == "\(api)/states/bavaria-2")
    #expect(try await url("/x/\(segments: ["a", "b"])/t/\("abcd", name: "token")") == "\(api)/x/a/b/t/***")
    #expect(try await url("/t/\(segments: ["ab", "cd"], name: "token")/e") == "\(api)/t/***/***/e")
    #expect(
      try await url("/visits/\("v1", name: "patient")", Redaction(adding: ["patient"])) == "\(api)/visits/***"
    )
  }

  @Test func aNamedSegmentIsInNoLocationAndInNoRecording() async throws {
    let recording = Recording()
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.path == "/done" ? .status(500) : .status(302, headers: [.location: "/done"])
      })
    let error = try #require(
      await client.recorded(by: recording).result(
        of: Resource<User, Never>(.get("/reset/\("abcd", name: "token")"), [])
      )
      .error)
    let har = String(decoding: try recording.har.json, as: UTF8.self)
    #expect(error.redirects.first?.source == "\(api)/reset/***")
    #expect(!"\(error.report) \(har)".contains("abcd"))
    // It is found again when it is replayed.
    let other = Client(baseURL: api, transport: InMemoryTransport { _ in throw TransportError(.offline) })
    let replay = Replay(recording.har) { _ in }
    let resource = Resource<User, Never>(.get("/reset/\("efgh", name: "token")"), [])
    #expect(await other.replaying(replay).result(of: resource).error?.status?.code == 500)
  }

  // MARK: Cost

  private final class Known: SecretSource {
    let values: SecretValues
    init(_ texts: [String]) { values = SecretValues(texts) }
  }

  private func redaction(_ texts: String...) -> Redaction {
    var redaction = Redaction()
    redaction.source = Known(texts)
    return redaction
  }

  // Were it quadratic, it would take minutes.
  @Test func manyValuesAndHostileTextsCostLittle() {
    let long = String(repeating: "ab", count: 2_000)
    var redaction = Redaction()
    redaction.source = Known([long + "c"] + (0..<100).map { "planted-value-\($0)-" + long })
    for piece in ["ab", "%61b", "\\u0061b", "&#97;b", "%25%36%31b", "planted-value-1-", "ab… "] {
      let text = String(repeating: piece, count: 10_000 / piece.utf8.count)
      #expect(redaction.masked(text: text).utf8.count < 20_000)
      #expect(redaction.masked(url: text).utf8.count < 20_000)
      #expect(redaction.masked(whole: Array(text.utf8), as: .json).bytes.count < 20_000)
    }
  }
}
