import Foundation
import HTTPTypes
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// QUERY (RFC 10008), and what is known of each method.
struct MethodPropertiesTests {
  private let search = Resource<String, Never>(
    .query("/books", query: ["page": 2], body: .json(["title": "sea"])), [.code(200, .decode)])

  @Test(
    arguments: [
      ("GET", [.safe, .idempotent, .identifiedByURL]), ("HEAD", [.safe, .idempotent, .identifiedByURL]),
      ("QUERY", [.safe, .idempotent]), ("OPTIONS", [.safe, .idempotent]), ("TRACE", [.safe, .idempotent]),
      ("PUT", .idempotent), ("DELETE", .idempotent), ("POST", .becomesGet), ("PATCH", []), ("CONNECT", []),
      ("query", []), ("get", []), ("SEARCH", []),
    ] as [(String, MethodProperties)])
  func theTableHasEachMethod(name: String, properties: MethodProperties) throws {
    #expect(try #require(HTTPRequest.Method(name)).properties == properties)
  }

  @Test func itIsSentWithItsBody() async throws {
    let arrived = try await arrival(of: search.request)
    #expect(arrived.head.method.rawValue == "QUERY" && arrived.head.path == "/books?page=2")
    #expect(arrived.head.headerFields[.contentType] == "application/json")
    #expect(arrived.bytes == Data(#"{"title":"sea"}"#.utf8))
  }

  @Test func itIsRetriedAsAGet() async throws {
    for lost in [true, false] {
      let arrivals = Arrivals()
      var client = Client(
        baseURL: api,
        transport: arrivals.transport { _ in
          if arrivals.all.count == 3 { return .text("found") }
          if lost { throw TransportError(.connectionLost) }
          return .status(503)
        })
      client.clock = SkippingClock(end: .seconds(60))
      #expect(try await client.send(search) == "found")
      #expect(arrivals.all.map(\.bytes) == Array(repeating: Data(#"{"title":"sea"}"#.utf8), count: 3))
      let once = Resource<String, Never>(search.request.idempotent(.never), search.responses)
      let before = arrivals.all.count
      _ = await client.result(of: once)
      #expect(arrivals.all.count == before + 1)
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func onlyA303MakesItAGet(code: Int) async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        request.head.path == "/found" ? .text("found") : .status(code, headers: [.location: "/found"])
      })
    #expect(try await client.send(search) == "found")
    let last = try #require(arrivals.all.last)
    #expect(last.head.method.rawValue == (code == 303 ? "GET" : "QUERY"))
    #expect((last.bytes == Data(#"{"title":"sea"}"#.utf8)) == (code != 303))
  }

  @Test func theCommandHasTheMethodAndTheBody() throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    let command = try client.curl(for: search)
    #expect(command.hasPrefix("curl -X 'QUERY' --globoff 'https://api.example.com/books?page=2'"))
    #expect(command.hasSuffix(#"--data-raw '{"title":"sea"}'"#))
  }

  @Test func theNameStandsBesideTheQueryOfARequest() {
    var request = Request.query("/books", body: .none)
    request.query = ["page": 3]
    #expect(request.method.rawValue == "QUERY" && request.description == "QUERY /books")
  }
}
