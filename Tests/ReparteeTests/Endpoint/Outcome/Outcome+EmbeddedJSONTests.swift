import Foundation
import Repartee
import TestSupport
import Testing

struct OutcomeEmbeddedJSONTests {
  private struct Weather: Decodable, Equatable, Sendable {
    var city: String
  }

  private func result(of map: ResponseMap<Weather, Never>, _ body: String) async -> Result<
    Weather, CallError<Never>
  > {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
    return await client.result(of: Resource(.get("/x"), map))
  }

  @Test func theJSONInAStringIsTheOutput() async throws {
    let nested = #"{"choices":[{"message":{"content":"{\"city\":\"Rome\"}"}}]}"#
    let path: ResponseMap<Weather, Never> = [
      .code(200, .embeddedJSON(at: "choices", 0, "message", "content"))
    ]
    #expect(try await result(of: path, nested).get() == Weather(city: "Rome"))
    let whole: ResponseMap<Weather, Never> = [.code(200, .embeddedJSON())]
    #expect(try await result(of: whole, #""{\"city\":\"Rome\"}""#).get() == Weather(city: "Rome"))
  }

  @Test func whatDoesNotFitIsUndecodable() async throws {
    let map: ResponseMap<Weather, Never> = [.code(200, .embeddedJSON(at: "text"))]
    for body in [#"{"text":"{\"city\":7}"}"#, #"{"text":"no JSON"}"#, #"{"text":7}"#, "{}", ""] {
      let error = try #require(await result(of: map, body).error)
      guard case .undecodable = error.reason else { throw error }
    }
  }
}
