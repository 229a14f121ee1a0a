import Foundation
import Repartee
import TestSupport
import Testing

private protocol PlainEndpoint: Endpoint where Failure == PlainError, Thrown == PlainError {}

struct PlainErrorTests {
  private struct GetPlain: PlainEndpoint {
    var request: Request { .get("/x") }
    static let responses: ResponseMap<User, PlainError> = [
      .code(200, .decode), .code(404, .error("nobody has that number")),
      .code(409, .error("later").transient),
      .clientError(.decodeError(Problem.self) { PlainError($0.title, underlying: $0) }),
    ]
  }
  private struct ListPlain: PlainEndpoint {
    var request: Request { .get("/x") }
    static let responses: ResponseMap<[User], PlainError> = .anySuccess
  }
  private struct DeletePlain: PlainEndpoint {
    var request: Request { .delete("/x") }
    static let responses: ResponseMap<Void, PlainError> = .anySuccess
  }

  private func thrown(_ transport: InMemoryTransport, base: String = api) async throws -> PlainError {
    do throws(PlainError) {
      _ = try await Client(baseURL: base, transport: transport).send(GetPlain())
    } catch {
      return error
    }
    throw BodyDecodingError(message: "it gave output")
  }

  @Test func everyReasonIsASentenceWithTheWholeCall() async throws {
    let missing = try await thrown(InMemoryTransport { _ in .status(404) })
    #expect(missing.message == "nobody has that number" && missing.status == .notFound)
    #expect(missing.request != nil && missing.attempts.count == 1 && missing.underlying == nil)
    #expect(missing.description == "GET /x → 404 Not Found, no body: nobody has that number")
    let passing = try await thrown(InMemoryTransport { _ in .status(409) })
    #expect(passing.isRetryable && !missing.isRetryable)
    let said = try await thrown(InMemoryTransport { _ in .json(#"{"title":"no"}"#, status: 422) })
    #expect(said.message == "no" && said.underlying is Problem)
    let offline = try await thrown(InMemoryTransport { _ in throw TransportError(.offline) })
    #expect(offline.isOffline && offline.message == "no response: there is no network connection")
    let undeclared = try await thrown(InMemoryTransport { _ in .status(500) })
    #expect(undeclared.message == "an undeclared status" && undeclared.isRetryable)
    let undecodable = try await thrown(InMemoryTransport { _ in .json("[]") })
    #expect(undecodable.decodingError?.kind == .typeMismatch && undecodable.text == "[]")
    let refused = try await thrown(InMemoryTransport { _ in .status(200) }, base: "junk")
    #expect(refused.message.hasPrefix("not sent: ") && refused.request == nil)
  }

  @Test func oneTypedCatchIsEnoughForSeveralEndpoints() async {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[]") })
    do throws(PlainError) {
      #expect(try await client.send(ListPlain()).isEmpty)
      try await client.send(DeletePlain())
      _ = try await client.send(GetPlain())
      Issue.record("it gave output")
    } catch {
      #expect(error.decodingError?.kind == .typeMismatch)
    }
  }
}
