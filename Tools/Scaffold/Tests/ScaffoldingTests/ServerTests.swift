import Foundation
import Repartee
import Testing

@testable import Scaffolding

/// The servers of a document: named, and with their variables as parameters.
struct ServerTests {
  private func place(at base: String?) async throws -> String {
    let (requests, sink) = AsyncStream.makeStream(of: String.self)
    let transport = InMemoryTransport { request in
      sink.yield("\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")")
      return .json("[]")
    }
    let client =
      base.map { Places.client(transport: transport, baseURL: $0) } ?? Places.client(transport: transport)
    _ = try await client.send(ListPlaces())
    sink.finish()
    return await requests.first { _ in true } ?? ""
  }

  @Test func aVariableIsAParameterOfTheBaseURL() async throws {
    #expect(try await place(at: nil) == "https://us-east.places.example.com/v1/places")
    let other = Places.baseURL(region: .eu, port: ._8443, basePath: "v2")
    #expect(try await place(at: other) == "https://eu.places.example.com:8443/v2/places")
    #expect(
      try await place(at: Places.onURL(tenant: "shop", client: .b)) == "https://shop.on.example.com/b/places")
  }

  @Test func otherServersHaveNames() async throws {
    #expect(try await place(at: Places.sandboxURL) == "https://sandbox.places.example.com/v1/places")
    #expect(Places.localhostURL == "http://localhost:8080")
  }

  private func client(_ servers: String) throws -> String {
    let text = document(paths: "/x: {get: {responses: {\"204\": {description: \"\"}}}}")
      .replacing("servers: [{url: https://shop.example.com}]", with: "servers: \(servers)")
    return try #require(try scaffold(text).files.first { $0.name == "Shop.swift" }).text
  }

  @Test func aVariableWithoutAValueHasToBeGiven() throws {
    let text = try client("[{url: 'https://{host}/{path}', variables: {path: {default: a}}}]")
    #expect(text.contains("static func baseURL(host: String, path: String = \"a\") -> String {"))
    #expect(
      text.contains("    baseURL: String\n  ) -> Client") || text.contains(", baseURL: String) -> Client"))
  }

  @Test func oneValueIsAText() throws {
    let text = try client(
      "[{url: 'https://{v}.a.example', variables: {v: {enum: [x], default: x}}}, {url: 'https://{v}.b.example', variables: {v: {enum: [p, q, p], default: r}}}]"
    )
    #expect(text.contains("static func baseURL(v: String = \"x\")"))
    #expect(text.contains("(v: V = .r)") && text.contains("case p, q, r"))
  }

  @Test func aServerWithoutAHostIsCompleted() throws {
    #expect(try client("[{url: '/api'}]").contains("= \"https://api.example.com/api\""))
    #expect(try client("[{url: '//a.example/b'}]").contains("= \"https://a.example/b\""))
    #expect(
      try client("[{url: '{base}/v1', variables: {base: {default: 'https://a.example'}}}]").contains(
        "\"\\(base)/v1\""))
  }

  @Test func whatIsCalledHereIsWhatIsWritten() throws { try expectWritten("places.yaml", files: 2) }
}
