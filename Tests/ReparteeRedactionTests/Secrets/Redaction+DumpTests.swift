import Foundation
import ReparteeBase
import ReparteeJSON
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeRedaction

/// Every public type that holds a body, a header value, a query value or a URL, with a secret in it.
///
/// Not here: what a call gives (`TypedResponse.value`, `LossyArray.elements`, `ServerSentEvent`, `JSONValue`), which is
/// the caller's own.
struct RedactionDumpTests {
  private static let secret = "hunter2"

  private func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return [dumped, "\(value)", String(reflecting: value), String(describing: [value])].joined(
      separator: "\n")
  }

  /// Keeps what a middleware, an outcome or an observer is given.
  private final class Given: CallMiddleware, Stage {
    private let kept = Mutex<[any Sendable]>([])
    var all: [any Sendable] { kept.withLock { $0 } }

    func keep(_ value: some Sendable) { kept.withLock { $0.append(value) } }

    func response<Output, Failure>(
      to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
    ) async throws(CallError<Failure>) -> TypedResponse<Output> {
      keep(next)
      return try await next(call)
    }

    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      keep(request)
      keep(next)
      return try await next(request)
    }
  }

  /// What a call gives while it is under way, and its reply.
  private func given(by client: Client, _ request: Request) async throws -> [Any] {
    let given = Given()
    var client = client
    client.callMiddleware = [given]
    client.stages = [given]
    client.observers = [.handler { given.keep($0) }]
    let outcome = Outcome<Int, Never>(stream: { response, _ in
      given.keep(response)
      return .success(1)
    })
    let reply = try await client.response(to: Resource(request, [.any(outcome)]))
    #expect(given.all.count > 7)
    return given.all.map { $0 as Any } + [reply]
  }

  private func values() async throws -> [Any] {
    let secret = Self.secret
    let fields: HTTPFields = [.authorization: secret, .location: "/a?token=\(secret)", .setCookie: secret]
    let head = HTTPResponse(status: .ok, headerFields: fields)
    let requestHead = HTTPRequest(
      method: .get, scheme: nil, authority: nil, path: "/?key=\(secret)", headerFields: fields)
    let bytes = Data(#"{"password":"\#(secret)"}"#.utf8)
    let stream = ByteStream(bytes)
    let url = "https://u:\(secret)@h.example/a?token=\(secret)"
    let path: Request.Path = "/users/\(secret)?token=\(secret)"
    let query: Request.Query = ["q": secret]
    let headers: Request.Headers = ["X-A": secret]
    var form = MultipartForm()
    form.append("a", secret)
    let request = Request.post(path, query: query, headers: headers, body: .form(query))
    let client = Client(
      baseURL: "https://h.example?key=\(secret)",
      transport: InMemoryTransport { _ in .init(head: head, body: stream) },
      headers: ["X-Auth": secret])
    let link: HTTPFields = [
      try #require(.init("Link")): "<\(url.replacing("u:hunter2@", with: ""))>; rel=next"
    ]
    let linked = try await Client(
      baseURL: api, transport: InMemoryTransport { _ in .status(200, headers: link) }
    ).response(to: Resource<Void, Never>(.get("/x"), [.any(.noContent)]))
    #expect(linked.link("next") != nil)
    let sent = Request.post(
      "/users/\(7)?token=\(secret)", query: ["pin": secret], headers: ["X-Token": secret], body: .form(query))
    let resource = Resource<User, ProblemDetails>(sent, [.success(.decode), .clientError(.problem)])
    guard case .failure(let undecodable) = await client.result(of: resource) else { return [] }
    let streamed = Resource<ResponseStream<String, Never>, Never>(sent, [.any(.stream(.lines()))])
    let lines = try await client.send(streamed)
    let response = try #require(undecodable.response)
    var elements = JSONElements(in: .lines)
    elements.append(bytes)
    elements.append([0x0A, 0x22])
    let element = try #require(try elements.next())
    var coder = JSONCoder()
    coder.userInfo[try #require(CodingUserInfoKey(rawValue: "k"))] = secret
    let problem = ProblemDetails(
      type: url, title: "t", detail: secret, instance: url, extensions: ["a": .string(secret)])
    let error = TransportError(.other, underlying: ProblemDetails(detail: secret))
    let given = try await given(by: client, sent)
    return given + [
      try #require(linked.links.first), path, query, query.items[0], headers, request, request.path,
      Request(.get, url: url), request.body,
      Request.Body.bytes(bytes), Request.Body.text(secret), Request.Body.json([secret]), form,
      Request.Body.multipart(form), Request.Body.stream(stream), resource, Resource<User, Never>(request, []),
      client,
      stream, stream.makeAsyncIterator(),
      TransportResponse(head: head, body: stream),
      TransportRequest(head: requestHead, body: ByteStream(bytes)),
      TransportRequest(head: requestHead, body: stream),
      lines, lines.makeAsyncIterator(), response, try #require(undecodable.request), undecodable,
      undecodable.reason, undecodable.attempts, try #require(undecodable.decodingError),
      try #require(undecodable.decodingError?.underlying), element, elements, coder, coder.foundation,
      problem, error,
      Attempt(result: .failure(error), duration: .zero), RequestError(.body, "x", underlying: problem),
      PlainError("x", underlying: problem), BodyDecodingError(message: "x", underlying: problem),
      CallError<Never>.Reason.transport(error), JSONReader.self,
      try coder.read(bytes) { reader in [reader] }, client.redaction, coder.redaction,
    ]
  }

  @Test func noDumpOfAPublicTypeShowsASecret() async throws {
    let values = try await values()
    #expect(values.count > 40)
    for value in values {
      #expect(!shown(value).contains(Self.secret), "\(type(of: value)): \(shown(value))")
      // Bytes as numbers are no better.
      #expect(!shown(value).contains(": 104\n"), "\(type(of: value))")
    }
  }

  /// What a server can write in place of names.
  @Test(arguments: ["a\u{1b}[31mb", "a\nb", "a\u{0}b", "a\u{202e}b", "a\u{85}b", "a\rb"])
  func aHostileNameCanNotLeaveItsPlace(_ name: String) async throws {
    var head = HTTPResponse(status: .init(code: 299, reasonPhrase: name))
    for field in ["Link", "WWW-Authenticate", "Content-Type", "Set-Cookie", "Location", name] {
      let value =
        switch field {
        case "Link": "</x?\(name)>; rel=\"\(name)\"; \(name)=1"
        case "WWW-Authenticate": "\(name) \(name)=\(name), Bearer \(name)=\"\(name)\""
        case "Content-Type": "text/\(name); \(name)=\"\(name)\""
        case "Set-Cookie": "\(name)=\(name); Path=/\(name)"
        default: "/\(name)"
        }
      if let field = HTTPField.Name(field) { head.headerFields.append(HTTPField(name: field, value: value)) }
    }
    let response = TransportResponse(head: head, body: ByteStream(Data(#"{"\#(name)":1}"#.utf8)))
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
    let jar = CookieJar()
    client.cookies = jar
    let error = try #require(await client.result(of: Resource<User, Never>(.get("/x"), [])).error)
    let answer = try #require(error.response)
    var values: [Any] = [error, error.report, error.summary, answer, jar, jar.all()]
    values += answer.links as [Any] + answer.challenges as [Any]
    for value in values {
      for line in shown(value).split(separator: "\n") {
        #expect(line.unicodeScalars.allSatisfy(DisplayText.isDisplayed), "\(type(of: value)): \(line)")
      }
    }
  }
}
