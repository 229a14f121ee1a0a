import Foundation
import Repartee
import TestSupport
import Testing

/// A request together with how it is read.
struct ResourceReadingTests {
  private func client(_ response: TransportResponse) -> Client {
    Client(baseURL: api, transport: InMemoryTransport { _ in response })
  }
  private struct Named: Decodable, Sendable { var firstName: String }

  @Test func aBareClosureReadsAnySuccess() async throws {
    let count = Resource(.get("/x")) { response in response.body.count }
    #expect(try await client(.json("[1]")).send(count) == 3)
    #expect(try await client(.status(204)).send(count) == 0)
    let names = Resource(.get("/x")) { response in try response.decode([String].self).sorted() }
    #expect(try await client(.json(#"["b","a"]"#)).send(names) == ["a", "b"])
    #expect(try await client(.json(#"["b","a"]"#)).send(names.map(\.count)) == 2)
  }

  @Test func whatABareClosureThrowsIsUndecodableAndOtherStatusesAreUndeclared() async throws {
    let names = Resource(.get("/x")) { response in try response.decode([String].self) }
    guard case .failure(let empty) = await client(.status(200)).result(of: names),
      case .failure(let missing) = await client(.status(404)).result(of: names)
    else {
      Issue.record("it gave output")
      return
    }
    #expect(empty.decodingError?.kind == .emptyBody && empty.isMissingBody)
    #expect(missing.isUndeclared)
  }

  @Test func aTypeIsEnoughAndSnakeCaseIsOneWord() async throws {
    let user = Resource(User.self, .get("/me"))
    #expect(try await client(.json(#"{"id":1,"name":"a"}"#)).send(user) == User(id: 1, name: "a"))
    let named = Resource(Named.self, .get("/me")).snakeCase
    #expect(try await client(.json(#"{"first_name":"Ada"}"#)).send(named).firstName == "Ada")
    let text = Resource(String.self, .get("/me"))
    #expect(try await client(.json("7")).send(text) == "7")
  }
}
