import Foundation
import Repartee
import TestSupport
import Testing

/// Alternative outcomes for one response.
struct OutcomeOrTests {
  private struct Team: Decodable, Equatable { var team: String }
  private enum Found: Equatable {
    case user(User)
    case team(Team)
    case nothing
  }
  private struct Odd: Error {}

  private let both: Outcome<Found, UserError> = .decode(User.self) { .user($0) }
    .or(.decode(Team.self) { .team($0) })

  private func map(_ outcome: Outcome<Found, UserError>) -> ResponseMap<Found, UserError> {
    [.code(200, outcome)]
  }

  @Test func theFirstThatFitsIsTaken() async throws {
    #expect(try await read(.json(#"{"id":1,"name":"a"}"#), map(both)) == .user(User(id: 1, name: "a")))
    #expect(try await read(.json(#"{"team":"t"}"#), map(both)) == .team(Team(team: "t")))
    #expect(
      try await read(.json(#"{"id":1,"name":"a","team":"t"}"#), map(both)) == .user(User(id: 1, name: "a")))
  }

  @Test func theErrorNamesAllThatDoNotFit() async throws {
    let three = both.or(.decode([Team].self) { $0.first.map(Found.team) ?? .nothing })
    let error = try #require(
      await failure(.json(#"{"id":1,"name":"secret"}"#.replacing("1", with: "true")), map(three)))
    let alternatives = try #require(error.decodingError?.alternatives)
    #expect(alternatives.map(\.kind) == [.typeMismatch, .keyNotFound, .typeMismatch])
    #expect(error.decodingError?.kind == .noneFits)
    for word in ["`User`: id", "`Team`", "team", "none of 3 fits"] {
      #expect(error.description.contains(word), "\(error.description)")
    }
    for line in ["`User`: ", "`Team`: ", "`Array<Team>`: "] { #expect(error.report.contains(line)) }
    #expect(!error.description.contains("secret") && error.response?.body.isEmpty == false)
  }

  @Test func aKindThatIsSharedIsTheKindOfTheWhole() async throws {
    let error = try #require(await failure(.json(""), map(both)))
    #expect(error.isMissingBody && error.decodingError?.alternatives.count == 2)
  }

  @Test func aDeclaredFailureOrATransportErrorIsTheResult() async throws {
    let never: Outcome<Found, UserError> = .value(.nothing)
    let failing: [Outcome<Found, UserError>] = [
      .error(.notFound), Outcome { _, _ in throw UserError.notFound },
      Outcome(async: { _, _ in .failure(.notFound) }),
    ]
    for outcome in failing {
      #expect(await failure(.json("{}"), map(outcome.or(never)))?.declared == .notFound)
    }
    let broken = Outcome<Found, UserError> { _, _ in throw TransportError(.offline) }
    #expect(await failure(.json("{}"), map(broken.or(never)))?.isOffline == true)
    let cancelled = Outcome<Found, UserError>(async: { _, _ in throw CancellationError() })
    #expect(await failure(.json("{}"), map(cancelled.or(never)))?.isCancellation == true)
    let odd = Outcome<Found, UserError> { _, _ in throw Odd() }
    #expect(await failure(.json("{}"), map(odd.or(never)))?.decodingError?.underlying is Odd)
    #expect(await failure(.json("{}"), map(both.or(odd)))?.decodingError?.underlying is Odd)
  }

  @Test func outcomesThatWaitAreTriedInTurnToo() async throws {
    let waiting = Outcome<Found, UserError>(async: { response, decoder in
      await Task.yield()
      return .success(.team(try response.decode(Team.self, with: decoder)))
    })
    let user: Outcome<Found, UserError> = .decode(User.self) { .user($0) }
    for outcome in [waiting.or(user), user.or(waiting)] {
      #expect(try await read(.json(#"{"team":"t"}"#), map(outcome)) == .team(Team(team: "t")))
      #expect(try await read(.json(#"{"id":1,"name":"a"}"#), map(outcome)) == .user(User(id: 1, name: "a")))
      #expect(await failure(.json("[]"), map(outcome))?.decodingError?.alternatives.count == 2)
    }
  }

  @Test func errorBodiesAreTriedInTurn() async throws {
    let map: ResponseMap<User, UserError> = [
      .code(200, .decode), .clientError(.problem { _ in .notFound }.or(.error(.notFound))),
      .serverError(
        .decodeError(Problem.self) { .rejected($0) }
          .or(.decodeError(String.self) { .rejected(Problem(title: $0)) })),
    ]
    #expect(await failure(.text("<html>", contentType: "text/html", status: 404), map)?.declared == .notFound)
    #expect(
      await failure(.text("down", contentType: "text/plain", status: 502), map)?.declared
        == .rejected(Problem(title: "down")))
    #expect(map.issues.isEmpty)
  }

  @Test func aBodyThatOneOfThemNeedsIsNeeded() async throws {
    let constant: Outcome<Found, UserError> = .error(.notFound)
    for outcome in [both.or(constant), both] {
      let broken = TransportResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
        body: ByteStream(length: nil, once: chunks([#"{"team""#], then: TransportError(.connectionLost))))
      let error = try #require(await failure(broken, map(outcome)))
      #expect(error.transportError?.kind == .connectionLost && error.declared == nil)
    }
  }

  @Test func contentTypeAndRetryabilityAreThoseOfTheWhole() async throws {
    let outcome = both.permanent.when("text/plain")
    #expect(outcome.mediaRange == "text/plain" && outcome.retryability == .permanent)
    let first: Outcome<Found, UserError> = .error(.notFound).transient.or(.error(.notFound))
    #expect(first.retryability == .transient)
  }

  @Test func acceptIsThatOfAll() async throws {
    func accept(_ outcome: Outcome<Found, UserError>) async throws -> String? {
      let arrivals = Arrivals()
      let client = Client(baseURL: api, transport: arrivals.transport())
      _ = await client.result(of: Resource(.get("/x"), map(outcome)))
      return try #require(arrivals.all.first).head.headerFields[.accept]
    }
    #expect(try await accept(both) == "application/json")
    #expect(try await accept(both.or(.decode(String.self) { _ in .nothing })) == "*/*")
    #expect(try await accept(.problem { _ in .notFound }.or(.error(.notFound))) == "application/problem+json")
  }

  @Test func aStreamedOutcomeIsNoneOfSeveral() async throws {
    let stream = Outcome<Found, UserError>(stream: { _, _ in .success(.nothing) })
    for outcome in [both.or(stream), stream.or(both)] {
      #expect(
        await failure(.json("{}"), map(outcome))?.decodingError?.message.contains("only once") == true)
    }
  }
}
