import Foundation
import Repartee
import TestSupport
import Testing

struct OutcomeErrorBodyTests {
  private enum Refused: Error, Equatable {
    case slowDown
    case said(String)

    init(errorBody: Problem, response: Response) {
      self = response.status == .tooManyRequests ? .slowDown : .said(errorBody.title)
    }
  }

  /// Decodable, but also made of another body.
  private struct Both: Error, Decodable {
    var name: String

    init(_ body: Problem) { name = body.title }
  }

  @Test func anInitializerOfTheFailureIsTheTransform() async throws {
    let map: ResponseMap<User, Refused> = [
      .code(200, .decode), .clientError(.decodeError(transform: Refused.init(errorBody:response:))),
    ]
    #expect(await failure(.json(#"{"title":"no"}"#, status: 400), map)?.declared == .said("no"))
    #expect(await failure(.json(#"{"title":"no"}"#, status: 429), map)?.declared == .slowDown)
    #expect(await failure(.json("[]", status: 400), map)?.decodingError?.type == Problem.self)
    #expect(map.issues.isEmpty)
  }

  @Test func anOptionalErrorBodySaysWhatAnEmptyOneMeans() async throws {
    let map: ResponseMap<User, UserError> = [
      .code(200, .decode),
      .any(.decodeError(Problem?.self) { $0.map { .rejected($0) } ?? .notFound }),
    ]
    #expect(await failure(.status(500), map)?.declaredFailure == .notFound)
    #expect(await failure(.json(" \r\n", status: 500), map)?.declaredFailure == .notFound)
    let said = await failure(.json(#"{"title":"no"}"#, status: 500), map)
    #expect(said?.declaredFailure == .rejected(Problem(title: "no")))
    #expect(await failure(.json("[]", status: 500), map)?.decodingError?.kind == .typeMismatch)
  }

  @Test func theTypeOfABodyCanBeLeftToTheClosure() async throws {
    let map: ResponseMap<User, UserError> = [
      .code(200, .decode { (problem: Problem) in User(id: 1, name: problem.title) }),
      .clientError(.decodeError { .rejected($0) }),
    ]
    #expect(
      await failure(.json(#"{"title":"no"}"#, status: 400), map)?.declaredFailure
        == .rejected(Problem(title: "no")))
    #expect(try await read(.json(#"{"title":"Ada"}"#), map) == User(id: 1, name: "Ada"))
  }

  @Test func aBodyAtAPlaceAndAnotherBodyAreMadeIntoItToo() async throws {
    let map: ResponseMap<User, Refused> = [
      .code(200, .decode),
      .code(400, .decodeError(at: "error", transform: Refused.init(errorBody:response:))),
      .code(401, .decodeError(String.self) { .said($0) }),
    ]
    let body = #"{"error":{"title":"no"}}"#
    #expect(await failure(.json(body, status: 400), map)?.declared == .said("no"))
    #expect(await failure(.json("out", status: 401), map)?.declared == .said("out"))
  }

  @Test func aFailureIsMadeOfAnotherBodyThoughItIsDecodableItself() async throws {
    let map: ResponseMap<User, Both> = [.code(200, .decode), .any(.decodeError(transform: Both.init))]
    #expect(await failure(.json(#"{"title":"no"}"#, status: 400), map)?.declared?.name == "no")
  }
}
