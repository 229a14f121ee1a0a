import Foundation
import Repartee
import Testing

/// `.decodeError(Body.self)` without a closure.
struct ErrorBodyTests {
  private enum Refused: ErrorBodyRepresentable, Equatable {
    case slowDown
    case said(String)

    init(errorBody: Problem, response: Response) {
      self = response.status == .tooManyRequests ? .slowDown : .said(errorBody.title)
    }
  }

  /// Both Decodable and made of a body.
  private struct Both: Error, Decodable, ErrorBodyRepresentable {
    var name: String

    init(errorBody: Problem, response: Response) { name = errorBody.title }
  }

  @Test func theFailureMakesItselfOfTheBodyAndTheResponse() async throws {
    let maps: [ResponseMap<User, Refused>] = [
      [.code(200, .decode), .clientError(.decodeError(Problem.self))],
      [.code(200, .decode), .clientError(.decodeError)],
    ]
    for map in maps {
      #expect(await failure(.json(#"{"title":"no"}"#, status: 400), map)?.declared == .said("no"))
      #expect(await failure(.json(#"{"title":"no"}"#, status: 429), map)?.declared == .slowDown)
      #expect(await failure(.json("[]", status: 400), map)?.decodingError?.type == Problem.self)
      #expect(map.issues.isEmpty)
    }
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
      .code(400, .decodeError(Problem.self, at: "error")),
      .code(401, .decodeError(String.self) { .said($0) }),
    ]
    let body = #"{"error":{"title":"no"}}"#
    #expect(await failure(.json(body, status: 400), map)?.declared == .said("no"))
    #expect(await failure(.json("out", status: 401), map)?.declared == .said("out"))
  }

  @Test func aFailureIsMadeOfItsErrorBodyThoughItIsDecodableItself() async throws {
    let map: ResponseMap<User, Both> = [.code(200, .decode), .any(.decodeError)]
    #expect(await failure(.json(#"{"title":"no"}"#, status: 400), map)?.declared?.name == "no")
  }
}
