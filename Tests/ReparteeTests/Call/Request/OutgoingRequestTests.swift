import Foundation
import Repartee
import TestSupport
import Testing

struct OutgoingRequestTests {
  private let credentials: Request.Headers = ["Authorization": "Bearer hunter2", "X-Api-Key": "hunter2"]

  private func arrivesWithCredentials(_ url: String, base: String = api) async throws -> Bool {
    let arrived = try await arrival(of: Request(.get, url: url), at: base, headers: credentials).head
    return arrived.headerFields[.authorization] != nil
      || arrived.headerFields.contains { $0.name.canonicalName == "x-api-key" }
  }

  @Test func aFullURLGoesWhereItSays() async throws {
    let arrived = try await arrival(of: Request(.delete, url: "http://b.example:81/a%20b/../c?d=e#f")).head
    #expect(arrived.scheme == "http" && arrived.authority == "b.example:81" && arrived.method == .delete)
    #expect(arrived.path == "/a%20b/../c?d=e")
  }

  @Test(arguments: [
    "https://api.example.com/x", "https://API.Example.com", "https://api.example.com:443/x",
    "HTTPS://api.example.com?x",
  ])
  func theClientsFieldsGoToItsOwnOrigin(url: String) async throws {
    #expect(try await arrivesWithCredentials(url))
    #expect(try await arrivesWithCredentials(url, base: "https://api.example.com:443/v1"))
  }

  @Test(arguments: [
    "http://api.example.com/x", "https://api.example.com:8443/x", "https://example.com/x",
    "https://evil.api.example.com", "https://api.example.com.evil.example", "https://api.example.com./x",
    "http://api.example.com:443/x", "https://evil.example/https://api.example.com", "https://[::1]",
  ])
  func theClientsFieldsGoToNoOtherOrigin(url: String) async throws {
    #expect(try await arrivesWithCredentials(url) == false)
  }

  @Test func theRequestsOwnFieldsGoAnywhere() async throws {
    let request = Request(.get, url: "https://evil.example", headers: ["Authorization": "own"])
    let arrived = try await arrival(of: request, headers: credentials).head
    #expect(arrived.headerFields[.authorization] == "own")
    #expect(arrived.headerFields.count == 2, "and Accept")
  }

  @Test func itsTemplateIsNoPartOfIt() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    let request = Request(.get, url: "https://b.example/secret")
    let response = try await client.response(to: Resource<Void, Never>(request, [.any(.noContent)]))
    #expect(response.request.template == "{url}")
    #expect(response.request.description == "GET {url}")
    #expect(response.request.url == "https://b.example/secret")
  }
}
