import Foundation
import Repartee
import TestSupport
import Testing

struct OutcomeTests {
  enum Found: Equatable, Sendable {
    case done(User), pending(String), elsewhere(String), missing
  }
  struct Odd: Error {}

  @Test func aTypePerStatus() async throws {
    let map: ResponseMap<Found, Never> = [
      .code(200, .decode(User.self) { .done($0) }), .code(202, .decode(String.self) { .pending($0) }),
      .code(303, Outcome { response, _ in .success(.elsewhere(response.headers[.location] ?? "")) }),
      .code(404, .value(.missing)),
    ]
    #expect(try await read(.json(#"{"id":1,"name":"a"}"#), map) == .done(User(id: 1, name: "a")))
    #expect(try await read(.text("job", contentType: nil, status: 202), map) == .pending("job"))
    #expect(try await read(.status(303, headers: [.location: "/there"]), map) == .elsewhere("/there"))
    #expect(try await read(.status(404), map) == .missing)
  }

  @Test func aFunctionOfYourOwnHasTheResponseAndTheClientsDecoder() async throws {
    let map: ResponseMap<User, UserError> = [
      .code(
        200,
        Outcome { response, decoder in
          let user = try decoder.decode(User.self, from: response.body)
          return user.id == 0 ? .failure(.notFound) : .success(user)
        })
    ]
    #expect(try await read(.json(#"{"id":1,"name":"a"}"#), map).id == 1)
    #expect(await failure(.json(#"{"id":0,"name":"a"}"#), map)?.declaredFailure == .notFound)
    let error = await failure(.json("{}"), map)
    #expect(error?.decodingError?.kind == .keyNotFound)
    #expect(error?.decodingError?.underlying is JSONError)
  }

  @Test func anAsynchronousFunctionIsWaitedFor() async throws {
    let map: ResponseMap<Int, UserError> = [
      .code(
        200,
        Outcome(async: { response, _ in
          await Task.yield()
          return .success(response.body.count)
        })),
      .code(400, Outcome(async: { _, _ in .failure(.notFound) })),
      .code(500, Outcome(async: { _, _ in throw Odd() })),
    ]
    #expect(try await read(.json("abc"), map) == 3)
    #expect(await failure(.status(400), map)?.declaredFailure == .notFound)
    #expect(await failure(.status(500), map)?.decodingError?.underlying is Odd)
  }

  @Test func aStreamIsHandedOverWhileItArrives() async throws {
    let map: ResponseMap<[String], UserError> = [
      .code(
        200,
        Outcome(stream: { stream, _ in
          var texts: [String] = [stream.headers[.eTag] ?? ""]
          for try await chunk in stream { texts.append(String(decoding: chunk, as: UTF8.self)) }
          return .success(texts)
        }))
    ]
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .init(
          head: HTTPResponse(status: .ok, headerFields: [.eTag: "t"]),
          body: ByteStream(length: nil, once: chunks(["abc", "de"])))
      })
    client.maximumBodySize = 1  // does not hold for a stream
    let response = try await client.response(to: Resource(.get("/x"), map))
    #expect(response.value == ["t", "abc", "de"])
    #expect(response.attempts.count == 1)
  }

  @Test func aStreamThatBreaksIsATransportFailureWithItsHead() async {
    let map: ResponseMap<Data, UserError> = [
      .code(200, Outcome(stream: { stream, _ in .success(try await stream.collect(upTo: 10)) })),
      .code(400, Outcome(stream: { _, _ in .failure(.notFound) })),
      .code(500, Outcome(stream: { _, _ in throw Odd() })),
    ]
    let broken = TransportResponse(
      head: HTTPResponse(status: .ok),
      body: ByteStream(length: nil, once: chunks(["abc"], then: TransportError(.connectionLost))))
    let error = await failure(broken, map)
    #expect(error?.transportError?.kind == .connectionLost && error?.isRetryable == true)
    #expect(error?.response?.status.code == 200)
    #expect(error?.attempts.count == 1)
    #expect(await failure(.json("0123456789a"), map)?.transportError?.kind == .bodyTooLarge(limit: 10))
    #expect(await failure(.status(400), map)?.declaredFailure == .notFound)
    #expect(await failure(.status(500), map)?.decodingError?.underlying is Odd)
  }

  @Test func aDeclaredFailureIsDeclaredHoweverItIsThrown() async {
    let maps: [ResponseMap<User, UserError>] = [
      [.any(Outcome { _, _ in throw UserError.notFound })], [.any(.value { _ in throw UserError.notFound })],
      [.any(Outcome(async: { _, _ in throw UserError.notFound }))],
      [.any(.error { _ in throw UserError.notFound })],
    ]
    for map in maps { #expect(await failure(.status(200), map)?.declared == .notFound) }
    let any: ResponseMap<User, any Error> = [.any(Outcome { _, _ in throw UserError.notFound })]
    #expect(await failure(.status(200), any)?.decodingError != nil, "anything would be declared")
  }

  @Test func aFailureIsMadeOfTheBodyAndTheResponse() async throws {
    struct Slow: Error, Equatable { var title: String; var header: String? }
    let map: ResponseMap<User, Slow> = [
      .code(200, .decode(User.self) { user, response in User(id: response.status.code, name: user.name) }),
      .code(429, .decodeError(Problem.self) { Slow(title: $0.title, header: $1.header("Retry-After")) }),
    ]
    var response = TransportResponse.json(#"{"title":"later"}"#, status: 429)
    response.head.headerFields[.retryAfter] = "7"
    #expect(await failure(response, map)?.declared == Slow(title: "later", header: "7"))
    #expect(try await read(.json(#"{"id":1,"name":"a"}"#), map) == User(id: 200, name: "a"))
  }

  @Test func whatAFunctionThrowsKeepsItsMeaning() async {
    func outcome(_ error: any Error & Sendable) -> ResponseMap<User, UserError> {
      [.any(Outcome { _, _ in throw error })]
    }
    #expect(await failure(.status(200), outcome(TransportError(.offline)))?.transportError?.kind == .offline)
    #expect(await failure(.status(200), outcome(CancellationError()))?.transportError?.kind == .cancelled)
    let own = await failure(.status(200), outcome(BodyDecodingError(message: "mine", underlying: Odd())))
    #expect(own?.decodingError?.message == "mine" && own?.decodingError?.kind == .custom)
    #expect(own?.decodingError?.underlying is Odd)
    let odd = await failure(.status(200), outcome(Odd()))?.decodingError
    #expect(odd?.kind == .custom && odd?.underlying is Odd && odd?.message == "Odd was thrown")
  }

  @Test func mappedOutcomesKeepTheirKindContentTypeAndRetryability() async throws {
    let map: ResponseMap<Int, UserError> = [
      .code(200, Outcome(async: { _, _ in .success(1) }).when("text/csv")),
      .code(200, Outcome(stream: { _, _ in .success(2) }).when("text/html")),
      .code(200, .value(3)),
    ]
    let mapped = map.map { $0 * 10 }
    for (type, value) in [("text/csv", 10), ("text/html", 20), ("a/b", 30)] {
      #expect(try await read(.text("", contentType: type), mapped) == value)
    }
  }

  @Test func retryabilityAndContentTypeAreSetOnACopy() {
    let outcome: Outcome<Int, Never> = .value(1)
    #expect(outcome.retryability == nil && outcome.mediaRange == nil)
    #expect(outcome.transient.retryability == .transient && outcome.transient.mediaRange == nil)
    #expect(outcome.when("a/b").mediaRange == "a/b" && outcome.when("a/b").retryability == nil)
    #expect(outcome.when("a/b").transient.mediaRange == "a/b")
    #expect(
      outcome.permanent.retryability == .permanent && outcome.permanent.transient.retryability == .transient)
  }
}
