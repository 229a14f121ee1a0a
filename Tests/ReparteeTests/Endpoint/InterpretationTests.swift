import Foundation
import Repartee
import TestSupport
import Testing

/// A map without a client.
struct InterpretationTests {
  /// A response as a call of `/users/7` receives it.
  private func response(_ given: TransportResponse) async throws -> Response {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in given })
    return try await client.send(Resource<Response, Never>(.get("/users/7"), [.any(.value { $0 })]))
  }

  private func failure<Output, Failure>(
    _ map: ResponseMap<Output, Failure>, _ given: TransportResponse
  ) async throws -> CallError<Failure>? {
    let response = try await response(given)
    do throws(CallError<Failure>) {
      _ = try await map.interpret(response)
      return nil
    } catch {
      return error
    }
  }

  @Test func itGivesWhatACallGives() async throws {
    let found = try await response(.json(#"{"id": 7, "name": "Ada"}"#))
    #expect(try await GetUser.responses.interpret(found) == User(id: 7, name: "Ada"))
  }

  @Test func itFailsAsACallDoes() async throws {
    let map = GetUser.responses
    #expect(try await failure(map, .status(404))?.declared == .notFound)
    #expect(try await failure(map, .status(500))?.isUndeclared == true)
    let undecodable = try await failure(map, .json("[]"))
    #expect(undecodable?.decodingError?.kind == .typeMismatch)
    #expect(undecodable?.call == "GET /users/7" && undecodable?.text == "[]")
  }

  @Test func anOutcomeThatWaitsAndOneThatStreamsWorkToo() async throws {
    let waits: ResponseMap<String, Never> = [
      .any(
        Outcome(async: { response, _ in
          await Task.yield()
          return .success(response.text ?? "")
        }))
    ]
    #expect(try await waits.interpret(response(.text("x", contentType: nil))) == "x")
    let streams: ResponseMap<ResponseStream<String, Never>, Never> = [.any(.stream(.lines()))]
    let lines = try await streams.interpret(response(.text("a\nb", contentType: "text/plain")))
    #expect(await drain(lines).elements == ["a", "b"])
  }
}
