import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

struct ClientTests {
  private let user = TransportResponse.json(#"{"id": 7, "name": "Ada"}"#)

  @Test func aDeclaredStatusGivesItsOutput() async throws {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport { _ in user })
    let ada = User(id: 7, name: "Ada")
    #expect(try await client.send(GetUser(id: 7)) == ada)
    #expect(try await generic(client, GetUser(id: 8)) == ada)
    #expect(try await client.send(Profile()) == ada)
    #expect(try await client.send(Get<User>(path: "/x")) == ada)
    #expect(try await client.send(PlainUser()) == ada)
    try await client.send(PlainPing())
    #expect(arrivals.all.map(\.head.path) == ["/users/7", "/users/8", "/me", "/x", "/plain", "/ping"])
  }

  @Test func withoutAMapAny2xxIsReadAndAllElseIsUndeclared() async throws {
    for code in [200, 201, 203, 226, 299] {
      let client = Client(
        baseURL: api, transport: InMemoryTransport { _ in .json(#"{"id":1,"name":""}"#, status: code) })
      #expect(try await client.send(PlainUser()).id == 1)
      try await client.send(PlainPing())
    }
    for code in [100, 101, 199, 300, 304, 400, 500, 999] {
      let client = Client(
        baseURL: api, transport: InMemoryTransport { _ in .json(#"{"id":1,"name":""}"#, status: code) })
      guard case .failure(let error) = await client.result(of: PlainUser()), case .undeclared = error.reason
      else {
        Issue.record("\(code) was read")
        continue
      }
      if case .success = await client.result(of: PlainPing()) { Issue.record("\(code) was taken") }
    }
  }

  @Test func aDeclaredFailureIsThrownTyped() async {
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(#"{"title": "no"}"#, status: 422) })
    do {
      _ = try await client.send(GetUser(id: 7))
      Issue.record("it should have thrown")
    } catch {
      switch error.reason {  // no default: the compiler knows them all
      case .declared(.rejected(let problem)): #expect(problem.title == "no")
      case .declared(.notFound), .undeclared, .undecodable, .transport, .authentication, .request:
        Issue.record("\(error)")
      }
    }
    do {
      _ = try await client.send(PlainUser())
      Issue.record("it should have thrown")
    } catch {
      switch error.reason {  // no `declared`: there is none
      case .undeclared: break
      case .undecodable, .transport, .authentication, .request: Issue.record("\(error)")
      }
    }
  }

  @Test func resultIsWhatSendGivesOrThrows() async throws {
    let found = Client(baseURL: api, transport: InMemoryTransport { _ in user })
    #expect(try await found.result(of: GetUser(id: 7)).get().id == 7)
    let missing = Client(baseURL: api, transport: InMemoryTransport { _ in .status(404) })
    guard case .failure(let error) = await missing.result(of: GetUser(id: 7)) else {
      Issue.record("it should have failed")
      return
    }
    #expect(error.declaredFailure == .notFound)
  }

  @Test func responseHasTheValueWithHeadAndTiming() async throws {
    let clock = ManualClock()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        clock.advance(by: .seconds(2))
        return .init(
          head: HTTPResponse(status: .created, headerFields: [.eTag: "\"1\""]),
          body: ByteStream(
            length: nil,
            once: {
              var rest = [Data("[".utf8), Data("1]".utf8)][...]
              return {
                clock.advance(by: .seconds(1))
                return rest.popFirst()
              }
            }))
      })
    client.clock = clock
    let response = try await client.response(
      to: Resource<[Int], Never>(.post("/x\(7)"), [.code(201, .decode)]))
    #expect(response.value == [1])
    #expect(response.status.code == 201 && response.head.status.code == 201)
    #expect(response.headers[.eTag] == "\"1\"")
    #expect(response.request.description == "POST /x{}")
    #expect(response.headDuration == .seconds(2) && response.duration == .seconds(5))
    #expect(response.attempts.count == 1)
    #expect(response.attempts.first?.duration == .seconds(5))
    guard case .success(201) = response.attempts.first?.result else {
      Issue.record("the attempt gave no status")
      return
    }
  }

  @Test func adjustingChangesTheRequestOfThisCallOnly() async throws {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport { _ in user }, headers: ["X-A": "client"])
    let name = try #require(HTTPField.Name("X-A"))
    _ = try await client.send(GetUser(id: 7)) { $0.headers[name] = "call" }
    _ = try await client.response(to: GetUser(id: 7)) { $0.query.append("fresh", true) }
    _ = await client.result(of: GetUser(id: 7)) { $0.method = .post }
    _ = try await client.send(GetUser(id: 7))
    let heads = arrivals.all.map(\.head)
    #expect(heads.map { $0.headerFields[name] } == ["call", "client", "client", "client"])
    #expect(heads.map(\.path) == ["/users/7", "/users/7?fresh=true", "/users/7", "/users/7"])
    #expect(heads.map(\.method) == [.get, .get, .post, .get])
  }

  @Test func aCopyWithOtherSettingsLeavesTheOriginal() async throws {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport(), headers: ["X-A": "1"])
    var copy = client
    copy.headers["X-A"] = "2"
    try await copy.send(PlainPing())
    try await client.send(PlainPing())
    let name = try #require(HTTPField.Name("X-A"))
    #expect(arrivals.all.map { $0.head.headerFields[name] } == ["2", "1"])
  }

  @Test func theClientsCoderReadsOutputsAndErrorBodiesAlike() async throws {
    struct Named: Codable, Error, Equatable { var firstName: String }
    let map: ResponseMap<Named, Named> = [.code(200, .decode), .clientError(.decodeError)]
    for code in [200, 400] {
      let client = Client(
        baseURL: api, transport: InMemoryTransport { _ in .json(#"{"first_name":"Ada"}"#, status: code) },
        json: JSONCoder(keys: .snakeCase))
      switch await client.result(of: Resource(.get("/x"), map)) {
      case .success(let named): #expect(code == 200 && named.firstName == "Ada")
      case .failure(let error): #expect(code == 400 && error.declaredFailure?.firstName == "Ada")
      }
    }
  }

  @Test(arguments: [false, true])
  func cancellingWhileABodyIsDecodedEndsTheCallWhenThatIsDone(isAsync: Bool) async throws {
    let outcome: Outcome<String, Never> =
      isAsync
      ? Outcome(async: { response, _ in .success(cancelled(response)) })
      : Outcome { response, _ in .success(cancelled(response)) }
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .text("there") })
    client.timeout = .unlimited  // so that a function that waits runs in the task of the call
    let error = await Task { [client] in
      await client.result(of: Resource<String, Never>(.get("/a"), [.code(200, outcome)]))
    }.value.error
    #expect(error?.isCancellation == true && error?.response?.text == "there")
  }
}

/// Reads a response in a task that is cancelled meanwhile.
private func cancelled(_ response: Response) -> String {
  withUnsafeCurrentTask { $0?.cancel() }
  return response.text ?? ""
}
