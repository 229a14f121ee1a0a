import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

/// Causes distinguished without strings, and what every error with a response has.
struct CallErrorProtocolCausesTests {
  private let map: ResponseMap<User, UserError> = [.code(200, .decode), .code(404, .error(.notFound))]

  private func error(
    _ response: TransportResponse, json: JSONCoder = JSONCoder()
  ) async throws -> any CallErrorProtocol {
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in response }, json: json)
    client.retry = .off
    guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else {
      throw BodyDecodingError(message: "it gave output")
    }
    return error
  }

  private func error(_ kind: TransportError.Kind) async throws -> any CallErrorProtocol {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in throw TransportError(kind) })
    guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else {
      throw BodyDecodingError(message: "it gave output")
    }
    return error
  }

  @Test(arguments: [300, 301, 302, 303, 304, 307, 308])
  func aRedirectionIsAKindOfStatus(code: Int) async throws {
    #expect(try await error(.status(code)).status?.kind == .redirection)
  }

  @Test func everyRegisteredErrorStatusIsComparedByNameAndShownByIt() async throws {
    let registered = (400...511).compactMap { code in
      HTTPResponse.Status(code: code).registeredName.map { (code, $0) }
    }
    #expect(registered.count == 39)
    for (code, name) in registered {
      let error = try await error(.status(code))
      #expect(error.status?.kind == (code < 500 ? .clientError : .serverError))
      #expect(error.status?.registeredName == name && error.description.contains("\(code) \(name)"))
    }
    #expect(try await error(.status(404)).status == .notFound)
    let bare = try await error(.status(499))
    #expect(bare.status?.registeredName == nil && bare.description.contains("→ 499, no body"))
  }

  @Test func aMissingBodyHasAPropertyOfItsOwn() async throws {
    #expect(try await error(.status(200)).isMissingBody)
    #expect(try await error(.json(" ")).isMissingBody)
    #expect(try await !error(.json("{}")).isMissingBody)
    #expect(try await !error(.status(500)).isMissingBody)
  }

  @Test(arguments: [
    (TransportError.Kind.cancelled, [true, false, false, false]),
    (.timedOut(.connect), [false, true, true, true]),
    (.timedOut(.head), [false, true, false, true]), (.timedOut(.idle), [false, true, false, true]),
    (.timedOut(.total), [false, true, false, true]), (.offline, [false, false, true, true]),
    (.hostNotFound, [false, false, true, true]), (.cannotConnect, [false, false, true, true]),
    (.connectionLost, [false, false, false, true]), (.tls, [false, false, false, false]),
    (.protocolViolation, [false, false, false, true]),
    (.bodyTooLarge(limit: 1), [false, false, false, false]),
    (.bodyConsumed, [false, false, false, false]), (.requestBody, [false, false, false, false]),
    (.other, [false, false, false, false]),
  ])
  func everyCauseOfATransportHasItsKind(kind: TransportError.Kind, claims: [Bool]) async throws {
    let error = try await error(kind)
    #expect(error.transportError?.kind == kind && error.decodingError == nil && error.response == nil)
    let flags = [error.isCancellation, error.isTimeout, error.isOffline, error.isRetryable]
    #expect(flags == claims, "\(kind)")
  }

  @Test func aStatusThatPassesIsRetryableWhateverItsBody() async throws {
    let map: ResponseMap<User, ProblemDetails> = [.code(200, .decode), .any(.problem)]
    let error = try #require(await failure(.text("<html>", contentType: "text/html", status: 503), map))
    #expect(error.decodingError != nil && error.isRetryable)
  }

  @Test func aReplacedResolutionKeepsRetryability() async throws {
    let map = ResponseMap<User, UserError>([.code(200, .decode), .code(418, .error(.notFound).transient)])
      .wrapping { response, _, declared in try await declared(response) }
    #expect(try #require(await failure(.status(418), map)).isRetryable)
  }

  @Test func causesAreTheCallsOwnAndNotThoseOfWhatItDeclares() async throws {
    let declared = PlainError("no", underlying: TransportError(.cancelled))
    #expect(declared.transportError == nil && !declared.isCancellation)
    let map: ResponseMap<User, TransportError> = [.any(.error(TransportError(.timedOut(.total))))]
    let error = try #require(await failure(.status(200), map))
    #expect(error.declared != nil && error.transportError == nil && !error.isTimeout)
  }

  @Test func aCallWithinAnOutcomeKeepsItsCause() async throws {
    let inner = Client(baseURL: api, transport: InMemoryTransport { _ in throw TransportError(.cancelled) })
    let map: ResponseMap<User, UserError> = [
      .any(Outcome(async: { _, _ in .success(try await inner.send(GetUser(id: 1))) }))
    ]
    #expect(try #require(await failure(.status(200), map)).isCancellation)
  }

  @Test func localizedDescriptionIsTheErrorsOwnSentence() async throws {
    let error = try await error(.status(404))
    #expect(error.localizedDescription == error.description)
    #expect((TransportError(.offline) as any Error).localizedDescription == "there is no network connection")
    let refused = RequestError(.query, "a value can't be encoded")
    #expect((refused as any Error).localizedDescription == refused.description)
    let signedOut = AuthenticationError(.missing)
    #expect((signedOut as any Error).localizedDescription == signedOut.description)
    let failure = BodyDecodingError(message: "no")
    #expect((failure as any Error).localizedDescription == failure.description)
    let plain: PlainError = "no"
    #expect((plain as any Error).localizedDescription == plain.description)
  }

  @Test func whatIsDeclaredTransientIsRetryableWhateverItsStatus() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(#"{"queue":"full"}"#) })
    for outcome in [Outcome<User, UserError>.error(.notFound), .decode] {
      for isTransient in [true, false] {
        let map: ResponseMap<User, UserError> = [.code(200, isTransient ? outcome.transient : outcome)]
        guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else {
          Issue.record("it gave output")
          continue
        }
        #expect((error.retryability == .transient) == isTransient && error.isRetryable == isTransient)
      }
    }
  }

  @Test(arguments: [408, 421, 425, 429, 500, 502, 503, 504, 520, 524, 529])
  func whatIsDeclaredPermanentIsNotRetryableWhateverItsStatus(code: Int) async throws {
    let map: ResponseMap<User, UserError> = [.code(code, .error(.notFound).permanent)]
    for map in [map, map.wrapping { response, _, declared in try await declared(response) }] {
      let error = try #require(await failure(.status(code), map))
      #expect(error.retryability == .permanent && !error.isRetryable)
    }
    let junk: ResponseMap<User, UserError> = [.code(code, .decode.permanent)]
    #expect(try #require(await failure(.json("[]", status: code), junk)).isRetryable == false)
  }

  @Test(arguments: [(409, Retryability.transient), (422, .permanent)])
  func withAKeyAConflictIsRetryableAndAReusedKeyIsNot(code: Int, judged: Retryability) async throws {
    let map: ResponseMap<User, UserError> = [.code(code, .error(.notFound))]
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(code) })
    client.retry = .off
    let keyed = Request.post("/x").idempotent(.key("k"))
    let error = try #require(await client.result(of: Resource(keyed, map)).error)
    #expect(error.retryability == judged && error.isRetryable == (judged == .transient))
    let bare = try #require(await failure(.status(code), map))
    #expect(bare.retryability == nil && !bare.isRetryable)
  }

  @Test func whatARuleSaysPrecedesTheOutcomeAndTheStatusInTheError() async throws {
    for (rule, code) in [(Retryability.permanent, 503), (.throttled, 404), (.transient, 200)] {
      let map: ResponseMap<User, UserError> = [
        .code(200, .error(.notFound).permanent), .code(404, .error(.notFound)), .retryRule { _ in rule },
      ]
      let error = try #require(await failure(.status(code), map))
      #expect(error.retryability == rule && error.isRetryable == (rule != .permanent))
      #expect(error.status?.code == code)
    }
  }

  @Test func whatIsDeclaredIsKnownOfALateOutcomeToo() async throws {
    let clock = ManualClock()
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(500) })
    client.clock = clock
    client.timeout = .seconds(10)
    let slow = Outcome<User, UserError>(async: { _, _ in
      try await clock.sleep(for: .seconds(20))
      return .failure(.notFound)
    })
    async let result = client.result(of: Resource(.get("/x"), [.code(500, slow.permanent)]))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(10))
    let error = try #require(await result.error)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.retryability == .permanent && !error.isRetryable)
  }

  @Test func aServiceUnavailableWithRetryAfterIsThrottled() async throws {
    #expect(try await error(.status(503)).retryability == .transient)
    #expect(try await error(.status(503, headers: [.retryAfter: "1"])).retryability == .throttled)
    #expect(try await error(.status(404)).retryability == nil)
  }

  @Test func aPermanentFailureWhoseBodyBreaksOffIsNotRetryable() async throws {
    let map: ResponseMap<User, UserError> = [
      .code(409, .decodeError(Problem.self) { .rejected($0) }.permanent)
    ]
    let body = ByteStream(length: nil, once: chunks(["[1,"], then: TransportError(.connectionLost)))
    let response = TransportResponse(head: HTTPResponse(status: .conflict), body: body)
    let error = try #require(await failure(response, map))
    #expect(error.transportError?.kind == .connectionLost && !error.isRetryable)
  }

  @Test func aBodyThatBreaksOffIsNoMissingResponse() async throws {
    let body = ByteStream(length: nil, once: chunks(["[1,"], then: TransportError(.connectionLost)))
    let error = try await error(TransportResponse(head: HTTPResponse(status: .ok), body: body))
    #expect(error.description == "GET /x → 200 OK, 3 bytes: no whole response: the connection was lost")
  }

  @Test func statusesAreRetryableWhereTheyPass() async throws {
    let retryable = [408, 421, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]
    for code in [300, 400, 401, 403, 404, 409, 501, 505, 525, 526, 530] + retryable {
      #expect(try await error(.status(code)).isRetryable == retryable.contains(code), "\(code)")
    }
    #expect(try await !error(.json("{}")).isRetryable)
    let client = Client(baseURL: "junk", transport: InMemoryTransport { _ in .status(200) })
    guard case .failure(let refused) = await client.result(of: Resource(.get("/x"), map)) else {
      Issue.record("it gave output")
      return
    }
    #expect(!refused.isRetryable && refused.status == nil && refused.headers == [:] && refused.body == nil)
    #expect(throws: BodyDecodingError.self) { try refused.decode(User.self) }
  }

  @Test(arguments: [200, 404, 422])
  func everyErrorWithAResponseHasItsHeadItsBodyAndCanDecodeIt(code: Int) async throws {
    let body = #"{"first_title":"no"}"#
    let error = try await error(
      .status(code, headers: [.init("X-Request-ID")!: "r1"], body: Data(body.utf8)),
      json: JSONCoder(keys: .snakeCase))
    struct Refusal: Decodable { var firstTitle: String }
    #expect(error.status?.code == code)
    #expect(error.header("x-request-id") == "r1" && error.header("nothing") == nil)
    #expect(error.headers[.init("X-Request-ID")!] == "r1")
    #expect(error.body == Data(body.utf8) && error.text == body)
    #expect(try error.decode(Refusal.self).firstTitle == "no", "with the client's own decoder")
    #expect(try error.decode(String.self) == body)
    let failure = #expect(throws: BodyDecodingError.self) { try error.decode([Int].self) }
    #expect(failure?.kind == .typeMismatch)
  }

  @Test func aDeclaredErrorBodyIsThereWithoutDecodingAgain() async {
    let error = await failure(.json(#"{"title":"no"}"#, status: 422), GetUser.responses)
    #expect(error?.declared == .rejected(Problem(title: "no")))
    #expect(error?.underlying is UserError)
  }
}
