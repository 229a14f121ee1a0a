import Foundation
import Repartee
import TestSupport
import Testing

/// One test a stage: what the error has, and what is nil.
struct CallErrorTests {
  private func error(
    _ transport: InMemoryTransport, _ request: Request = .get("/users/\(7)"), base: String = api
  ) async throws -> CallError<UserError> {
    var client = Client(baseURL: base, transport: transport)
    client.retry = .off
    let map = GetUser.responses
    guard case .failure(let error) = await client.result(of: Resource(request, map)) else {
      throw BodyDecodingError(message: "it gave output")
    }
    return error
  }

  private func responding(_ response: TransportResponse) -> InMemoryTransport {
    InMemoryTransport { _ in response }
  }

  @Test func ofARequestThatCouldNotBeBuilt() async throws {
    let error = try await error(responding(.status(200)), base: "junk")
    #expect(error.requestError?.kind == .baseURL)
    #expect(error.underlying is RequestError)
    #expect(error.request == nil && error.response == nil && error.attempts.isEmpty)
    #expect(error.transportError == nil && error.decodingError == nil && error.declaredFailure == nil)
    #expect(
      error.description == "GET /users/{}: not sent: the base URL has to start with http:// or https://")
  }

  @Test func ofATransportThatGaveNoHead() async throws {
    let error = try await error(InMemoryTransport { _ in throw TransportError(.hostNotFound) })
    #expect(error.transportError?.kind == .hostNotFound)
    #expect(error.underlying is TransportError)
    #expect(error.request?.url == "https://api.example.com/users/7" && error.response == nil)
    #expect(error.attempts.count == 1)
    guard case .failure(let failed)? = error.attempts.first?.result else {
      Issue.record("the attempt has a status")
      return
    }
    #expect(failed.kind == .hostNotFound)
    #expect(error.description == "GET /users/{}: no response: the host api.example.com was not found")
  }

  @Test func ofAConnectionThatBrokeInTheBody() async throws {
    let body = ByteStream(length: 9, once: chunks(["abc", "de"], then: TransportError(.connectionLost)))
    let error = try await error(
      responding(.init(head: HTTPResponse(status: .ok, headerFields: [.eTag: "x"]), body: body)))
    #expect(error.transportError?.kind == .connectionLost)
    #expect(error.response?.status.code == 200 && error.response?.headers[.eTag] == "x")
    #expect(error.response?.body == Data("abcde".utf8))
    #expect(error.request != nil && error.attempts.count == 1)
    guard case .failure? = error.attempts.first?.result else {
      Issue.record("the attempt has a status")
      return
    }
  }

  @Test func ofAnUndeclaredStatus() async throws {
    let html = Data(repeating: 0x20, count: 70_000)
    let error = try await error(responding(.bytes(html, contentType: "text/html", status: 502)))
    #expect(error.isUndeclared)
    #expect(error.underlying == nil)
    #expect(error.response?.body == html, "the whole body is kept")
    #expect(error.request != nil && error.attempts.count == 1)
    guard case .success(502)? = error.attempts.first?.result else {
      Issue.record("the attempt has no status")
      return
    }
    #expect(error.description == "GET /users/{} → 502 Bad Gateway, text/html, 70 kB: an undeclared status")
  }

  @Test func ofABodyThatDidNotFit() async throws {
    let error = try await error(responding(.json("[]")))
    #expect(error.decodingError?.kind == .typeMismatch)
    #expect(error.underlying is BodyDecodingError)
    #expect(error.response?.text == "[]" && error.request != nil && error.attempts.count == 1)
    guard case .success(200)? = error.attempts.first?.result else {
      Issue.record("the attempt has no status")
      return
    }
    let start = "GET /users/{} → 200 OK, application/json, 2 bytes, where `User` was declared: expected "
    #expect(error.description.hasPrefix(start))
  }

  struct ListThings: Endpoint {
    struct Output: Decodable {
      var things: [Int]
    }

    var request: Request { .get("/things") }
    static let responses: ResponseMap<Output, Never> = .anySuccess
  }

  @Test func aNestedTypeIsNamedWithWhatItIsNestedIn() async throws {
    let client = Client(baseURL: "https://api.example.com", transport: responding(.json("[]")))
    let error = try #require(await client.result(of: ListThings()).error)
    #expect(error.description.contains("where `CallErrorTests.ListThings.Output` was declared"))
    #expect(error.report.contains("decoding CallErrorTests.ListThings.Output"))
    let list = try #require(await client.result(of: Resource([String: User].self, .get("/users"))).error)
    #expect(list.description.contains("where `Dictionary<String, User>` was declared"))
  }

  @Test func ofADeclaredFailure() async throws {
    let error = try await error(responding(.json(#"{"title":"hunter2"}"#, status: 422)))
    #expect(error.declaredFailure == .rejected(Problem(title: "hunter2")))
    #expect(error.underlying is UserError)
    #expect(error.response?.status.code == 422 && error.request != nil && error.attempts.count == 1)
    #expect(
      error.description
        == "GET /users/{} → 422 Unprocessable Content, application/json, 19 bytes: a declared failure (UserError.rejected)"
    )
    #expect(error.summary == "a declared failure (UserError.rejected)")
  }

  @Test func ofABodyBeyondTheLimitItKeepsWhatTheLimitAllows() async throws {
    for (limit, bytes) in [(5, ["abc", "def"]), (5, ["abcdef"]), (0, ["a"]), (-1, [""]), (-1, ["a"])] {
      let response = TransportResponse(
        head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(bytes)))
      var client = Client(baseURL: api, transport: responding(response))
      client.maximumBodySize = limit
      let map: ResponseMap<Data, Never> = [.code(200, .decode)]
      guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else {
        Issue.record("it gave output for \(limit)")
        continue
      }
      #expect(error.transportError?.kind == .bodyTooLarge(limit: limit))
      #expect(error.response?.body == Data("abcdef".utf8.prefix(max(limit, 0)).prefix(bytes.joined().count)))
    }
  }

  @Test func aBodyOfExactlyTheLimitIsRead() async throws {
    for bytes in [["abc", "de"], ["abcde"], ["", "abcde", ""]] {
      let response = TransportResponse(
        head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(bytes)))
      var client = Client(baseURL: api, transport: responding(response))
      client.maximumBodySize = 5
      #expect(try await client.send(Get<String>(path: "/x")) == "abcde")
    }
    #expect(Client(baseURL: api, transport: responding(.status(200))).maximumBodySize == 64 * 1_024 * 1_024)
    #expect(Client(baseURL: api, transport: responding(.status(200))).timeout == .seconds(60))
  }

  @Test func theErrorsOfSeveralEndpointsShareAProtocol() async throws {
    let client = Client(baseURL: api, transport: responding(.json(#"{"title":"no"}"#, status: 422)))
    var failures: [any CallErrorProtocol] = []
    for endpoint in 0...1 {
      do {
        if endpoint == 0 { _ = try await client.send(GetUser(id: 7)) }
        _ = try await client.send(PlainUser())
        Issue.record("it gave output")
      } catch let failure as any CallErrorProtocol {
        failures.append(failure)
      }
    }
    #expect(failures.map(\.description).map { $0.prefix(13) } == ["GET /users/{}", "GET /plain → "])
    #expect(failures.map { $0.response?.status.code } == [422, 422])
    #expect(failures.map { $0.attempts.count } == [1, 1])
    #expect(failures[0].underlying is UserError && failures[1].underlying == nil)
  }
}
