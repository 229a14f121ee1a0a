import Foundation
import Repartee
import TestSupport
import Testing

struct FoundationJSONTests {
  /// What only Foundation's decoder accepts.
  private let lax = #"{"first_name": "Ada",}"#

  private struct Person: Decodable, Equatable { var firstName: String }

  @Test(arguments: ["application/json", "application/vnd.x+json", "text/plain", nil])
  func itReadsInPlaceOfTheOwnDecoder(contentType: String?) async throws {
    let body = lax
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .text(body, contentType: contentType) },
      json: JSONCoder(keys: .snakeCase))
    let person = Resource<Person, Never>(.get("/x"), [.code(200, .decode)])
    #expect(await client.result(of: person).error?.decodingError?.kind == .corrupted)
    client.decoders = [client.json.foundation]
    #expect(try await client.send(person) == Person(firstName: "Ada"))
  }
}
