import Foundation
import HTTPTypes
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// A secret of a request, in whatever way it was set, that a server repeats in whatever place.
@Suite(.timeLimit(.minutes(5))) struct RequestSecretsTests {
  private static let secret = "Planted-7f3aQx9z"

  enum Way: CaseIterable {
    case clientField, clientAuthorization, clientBasic, clientCookie, clientQuery
    case field, cookie, cookieAmongOthers, schemeInOwnField, quotedField, escapedCookie, query, path,
      pathBehindName, bot
    case adjusting, middleware, signing, session
    case droppedByRedirect, droppedCookie, droppedQuery, replacedByMiddleware, replacedByRefresh
    case jar
  }

  enum Place: CaseIterable {
    case json, undecodable, key, wrongType, text, page, form, binary, problem
    case field, fieldName, contentType, reason, link, challenge, location, hostOfLocation, ownError
  }

  private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .accept }

  /// What a response holds is the caller's own.
  enum Answer {
    case user(User)
    case any
  }

  /// What is shown of a call of a client that has the secret, to a server that repeats it.
  private func shown(
    _ way: Way, _ place: Place, _ map: ResponseMap<Answer, ProblemDetails>
  ) async throws -> String {
    let secret = Self.secret
    let echo: @Sendable () throws -> TransportResponse = { try Self.response(secret, in: place) }
    let isRedirect = [.droppedByRedirect, .droppedCookie, .droppedQuery].contains(way)
    let transport = InMemoryTransport { request in
      if isRedirect, request.head.authority == "api.example.com" {
        return .status(307, headers: [.location: "https://other.example/done"])
      }
      if isRedirect {
        let fields = request.head.headerFields
        #expect(!fields.contains { $0.value.contains(secret) }, "the redirect dropped nothing")
      }
      let isRefused =
        way == .replacedByRefresh && request.head.headerFields[.authorization] == "Bearer \(secret)"
      return isRefused ? .status(401) : try echo()
    }
    var client = Client(baseURL: api, transport: transport)
    client.retry = .off
    client.redirects = isRedirect ? .follow : .off
    var request = Request.get("/x/1")
    try await Self.set(secret, by: way, on: &client, &request)
    let seen = SeenEvents()
    let recording = Recording()
    client.observers = [.handler { seen.add($0) }]
    let watched = client.recorded(by: recording)
    let adjust: (inout Request) -> Void = { if way == .adjusting { $0.headers["X-Api-Key"] = secret } }
    let resource = Resource<Answer, ProblemDetails>(request, map)
    var text = try client.curl(for: resource, adjusting: adjust)
    do {
      let response = try await watched.response(to: resource, adjusting: adjust)
      text += "\(response.redirects)\n"
      for value in [response, response.request, response.attempts, response.links, response.challenges]
        as [Any]
      {
        show(value, in: &text)
      }
    } catch {
      show(error, in: &text)
    }
    for entry in recording.har.entries {
      text += "\(entry)\n\(entry.request.url)\n\(entry.request.headers)\n\(entry.response?.headers ?? [:])\n"
      text += "\(entry.response?.reasonPhrase ?? "")\n\(entry.error ?? "")\n"
      text += String(decoding: entry.request.body + (entry.response?.body ?? Data()), as: UTF8.self) + "\n"
    }
    #expect(!recording.har.entries.isEmpty && text.contains("***"), "nothing was shown")
    return text + seen.text
  }

  private static func set(
    _ secret: String, by way: Way, on client: inout Client, _ request: inout Request
  ) async throws {
    switch way {
    case .clientField, .droppedByRedirect: client.headers["X-Api-Key"] = secret
    case .clientAuthorization: client.headers["Authorization"] = "Bearer \(secret)"
    case .clientBasic:
      client.headers["Authorization"] = "Basic \(Data("ada:\(secret)".utf8).base64EncodedString())"
    case .clientCookie: client.headers["Cookie"] = "sid=\(secret)"
    case .clientQuery:
      client = Client(baseURL: .init("\(api)?api_key=\(secret)"), transport: client.transport)
      (client.retry, client.redirects) = (.off, .off)
    case .field: request.headers["X-Vault-Token"] = secret
    case .cookie, .droppedCookie: request.headers["Cookie"] = "sid=\(secret)"
    case .cookieAmongOthers: request.headers["Cookie"] = "theme=dark; connect=\(secret); lang=en"
    case .schemeInOwnField: request.headers["X-Upstream"] = "Bearer \(secret)"
    case .quotedField: request.headers["X-Api-Key"] = "\"\(secret)\""
    case .escapedCookie: request.headers["Cookie"] = "sid=Bearer%20\(secret.replacing("-", with: "%2D"))"
    case .query, .droppedQuery: request.query = ["access_token": secret]
    case .path: request = .get("/reset/\(secret, name: "token")/now")
    case .pathBehindName: request = .get("/api-key/\(secret)")
    case .bot: request = .get("/bot12345:\(secret)/me")
    case .adjusting: break
    case .middleware: client.stages = [Setting(values: [secret])]
    case .replacedByMiddleware: client.stages = [Setting(values: [secret, "another-key"])]
    case .signing: client.authentication = .signing { $0.headers[name("X-Sign")] = secret }
    case .session, .replacedByRefresh:
      let session = Session<BearerToken> { _, _ in BearerToken("another-token", refreshToken: "another-one") }
      try await session.signIn(BearerToken(secret, refreshToken: "refresh-token"))
      client.authentication = .session(session)
    case .jar:
      let jar = CookieJar()
      try jar.set("connect", to: secret, for: api)
      client.cookies = jar
    }
  }

  private struct Setting: Stage {
    let values: [String]

    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      var response: AttemptResponse?
      for value in values {
        var request = request
        request.headers[RequestSecretsTests.name("X-Api-Key")] = value
        response = try await next(request)
      }
      return response ?? AttemptResponse(.status(500))
    }
  }

  private static func response(_ secret: String, in place: Place) throws -> TransportResponse {
    let field: (HTTPField.Name, String) -> TransportResponse = { .status(400, headers: [$0: $1]) }
    switch place {
    case .json: return .json(#"{"id":7,"note":"you sent \#(secret)"}"#, status: 400)
    case .undecodable: return .json(#"{"id":"\#(secret)","name":1}"#)
    case .key: return .json(#"{"\#(secret)":{"id":1}}"#)
    case .wrongType: return .text("a=1&echo=\(secret)", contentType: "application/json", status: 400)
    case .text: return .text("key \(secret.uppercased()) has expired", status: 403)
    case .page: return .text("<p title='\(secret)'>no</p>", contentType: "text/html", status: 500)
    case .form:
      return .text("a=1&echo=\(secret)", contentType: "application/x-www-form-urlencoded", status: 400)
    case .binary:
      return .bytes(
        Data([0, 1, 0xFF]) + Data(secret.utf8) + Data([0]), contentType: "image/png", status: 500)
    case .problem:
      return .text(
        #"{"type":"https://p.example/\#(secret)","title":"no \#(secret)","detail":"\#(secret)"}"#,
        contentType: "application/problem+json", status: 400)
    case .field: return field(.server, "got \(secret)")
    case .fieldName: return field(name(secret), "1")
    case .contentType: return .text("x", contentType: "text/\(secret); charset=utf-8", status: 400)
    case .reason:
      return TransportResponse(
        head: HTTPResponse(status: .init(code: 499, reasonPhrase: "not \(secret)")), body: ByteStream(Data()))
    case .link:
      return field(name("Link"), "<https://other.example/\(secret)?q=\(secret)>; rel=\"\(secret)\"")
    case .challenge:
      return field(.wwwAuthenticate, "Bearer realm=\"\(secret)\", error_description=\"\(secret) is bad\"")
    case .location:
      return .status(302, headers: [.location: "https://other.example/\(secret)?back=\(secret)"])
    case .hostOfLocation: return .status(302, headers: [.location: "https://\(secret).example/"])
    case .ownError:
      throw TransportError(.other, message: "sent \(secret)", underlying: PlainError("sent \(secret)"))
    }
  }

  private func show(_ value: Any, in text: inout String) {
    dump(value, to: &text)
    text += "\(value)\n\(String(reflecting: value))\n"
  }

  private func show(_ error: some CallErrorProtocol & LocalizedError, in text: inout String) {
    show(error as Any, in: &text)
    text += "\(error.report)\n\(error.localizedDescription)\n\(error.errorDescription ?? "")\n"
    text += "\(error.failureName ?? "")\n"
    for attempt in error.attempts {
      show(attempt as Any, in: &text)
      if let redirect = attempt.redirect { show(redirect, in: &text) }
    }
    if case .declared(let problem) = error.cause { show(problem, in: &text) }
    if let problem = error.transportError { show(problem, in: &text) }
    if let failure = error.decodingError {
      show(failure, in: &text)
      text += "\(failure.report)\n"
      if let json = failure.underlying as? JSONError {
        show(json, in: &text)
        text += "\(json.report)\n"
      }
    }
    if let response = error.response {
      show(response, in: &text)
      show(response.links, in: &text)
      show(response.challenges, in: &text)
    }
    if let request = error.request {
      text += "\(allShown(of: request))\(request.curl)\n\(request.host ?? "")\n"
    }
  }

  @Test(arguments: Way.allCases) func whatAServerRepeatsIsShownNowhere(_ way: Way) async throws {
    for place in Place.allCases {
      let more: ResponseMap<Answer, ProblemDetails>? =
        switch place {
        case .undecodable, .key, .contentType: [.any(.decode(User.self) { .user($0) })]
        case .problem: [.any(.problem)]
        // What a response shows.
        case .field, .fieldName, .link, .challenge: [.any(.value(.any))]
        default: nil
        }
      for map in [[], more].compactMap(\.self) {
        let text = try await shown(way, place, map)
        #expect(!text.lowercased().contains(Self.secret.lowercased()), "\(place): \(text)")
      }
    }
  }

  @Test func theErrorOfAStreamedElementDoesNotShowIt() async throws {
    let transport = InMemoryTransport { _ in
      .text("{\"id\":\"\(Self.secret)\"}\n", contentType: "application/jsonl")
    }
    let client = Client(baseURL: api, transport: transport, headers: ["X-Api-Key": "\(Self.secret)"])
    let resource = Resource<ResponseStream<User, Never>, Never>(.get("/x"), [.any(.stream(.jsonLines()))])
    var text = ""
    do {
      for try await user in try await client.send(resource) { Issue.record("\(user)") }
    } catch let error as any CallErrorProtocol {
      text = error.report
      show(error, in: &text)
    }
    #expect(text.contains("***") && !text.contains(Self.secret))
  }

  @Test func aStreamDoesNotShowAFieldWhoseNameRepeatsIt() async throws {
    let name = try #require(HTTPField.Name(Self.secret))
    let transport = InMemoryTransport { _ in .status(200, headers: [name: "1"]) }
    let client = Client(baseURL: api, transport: transport, headers: ["X-Api-Key": "\(Self.secret)"])
    let resource = Resource<ResponseStream<Data, Never>, Never>(.get("/x"), [.any(.stream(.bytes))])
    var text = ""
    show(try await client.send(resource), in: &text)
    #expect(text.contains("***") && !text.lowercased().contains(Self.secret.lowercased()))
  }

  /// What is short, or a word under a name that is not secret, may be in any text.
  @Test(arguments: [
    ("Cookie", "theme=darkmode; consent=accepted; sid=1234567", "darkmode was accepted by 1234567"),
    ("X-Api-Key", "hunter2", "the hunter2 of the sea"),
    ("Accept-Language", "en-GB-oxendict", "en-GB-oxendict is not supported"),
    ("User-Agent", "Basic Browser/1.0 (x)", "Browser/1.0 is old"),
  ])
  func everydayValuesAreShown(_ name: String, _ value: String, _ body: String) async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .text(body, status: 400) })
    let request = Request.get("/x", headers: [name: value])
    let error = try #require(await client.result(of: Resource<User, Never>(request, [])).error)
    #expect(error.report.contains(body))
  }

  @Test(arguments: [
    "/sessions/sess-1234567", "/orders/A1B2C3D4E5F6G7H8I9J0K1", "/x?code=SPRING-2024", "/x?ticket=PROJ-12345",
    "/x?access=read-only", "/x?q=planted-text-1",
  ])
  func aRecordingKeepsIDsAndSearchedWords(_ target: String) async throws {
    let body = #"{"id":"\#(target.split { "/=".contains($0) }.last ?? "")","n":1}"#
    let recording = Recording()
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
    _ = try await client.recorded(by: recording).send(
      Resource<Data, Never>(Request(.get, url: api + target), [.any(.decode)]))
    #expect(recording.har.entries.first?.response?.body == Data(body.utf8))
  }

  @Test func anExceptionIsShown() async throws {
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .text("no planted-value-1", status: 400) },
      headers: ["X-Request-Token": "planted-value-1"])
    client.redaction.exceptions = ["X-Request-Token"]
    let error = try #require(await client.result(of: Resource<User, Never>(.get("/x"), [])).error)
    #expect(error.report.contains("no planted-value-1"))
  }
}
