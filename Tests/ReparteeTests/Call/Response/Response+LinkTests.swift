import Foundation
import Repartee
import TestSupport
import Testing

/// Link fields (RFC 8288).
struct ResponseLinkTests {
  private func response(_ fields: [String]) async throws -> TypedResponse<Void> {
    var headers = HTTPFields()
    let name = try #require(HTTPField.Name("Link"))
    for value in fields { headers.append(HTTPField(name: name, value: value)) }
    let head = HTTPResponse(status: .ok, headerFields: headers)
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .init(head: head, body: ByteStream(Data())) })
    return try await client.response(to: Resource<Void, Never>(.get("/v1/list"), [.any(.noContent)]))
  }

  private func links(_ fields: String...) async throws -> [Response.Link] { try await response(fields).links }

  @Test func linksOfSeveralFieldsAreReadInOrder() async throws {
    let response = try await response([
      "</list?page=2>; rel=\"next\", <list?page=9>; rel=last; title=\"the, \\\"last\\\"; one\"",
      "<https://b.example/x>;rel=\"Prev start\" ; media=print",
    ])
    #expect(
      response.links.map(\.target.absoluteString) == [
        "https://api.example.com/list?page=2", "https://api.example.com/v1/list?page=9",
        "https://b.example/x",
      ])
    #expect(response.links.map(\.relations) == [["next"], ["last"], ["prev", "start"]])
    #expect(response.links[1].parameters["title"] == "the, \"last\"; one")
    #expect(response.link("next")?.query == "page=2")
    #expect(response.link("NEXT") == response.link("next"))
    #expect(response.link("start")?.host == "b.example")
    #expect(response.link("up") == nil)
  }

  @Test func theFirstOfAParameterCountsAndALinkWithoutRelationHasNone() async throws {
    let link = try #require(try await links("<a>; rel=next; rel=prev; REL=up; flag; x=\"\"").first)
    #expect(link.relations == ["next"])
    #expect(link.parameters["flag"] == "" && link.parameters["x"] == "")
    #expect(try await links("<a>").first?.relations == [])
  }

  @Test func aLinkOfAnotherContextIsNotTheNextOfThisResponse() async throws {
    let response = try await response([
      "</evil>; rel=next; anchor=\"https://b.example/other\", </good>; rel=next"
    ])
    #expect(response.links.count == 2)
    #expect(response.link("next")?.path == "/good")
    let own = try await self.response(["</own>; rel=next; anchor=\"/v1/list\""])
    #expect(own.link("next")?.path == "/own", "an anchor that is this very resource is no other context")
  }

  @Test(arguments: [
    "", ",", ",,,", "<", "<<<<", ">", "a; rel=next", "<a", "; rel=next", "rel=next", "<a>,", "<a>; rel=\"",
    "<a>; rel=\"next", "<a>; =x", "<a>; rel=", "<a>;;;;", "<a> rel=next", "<a>; rel=\"a\\", "\u{0}<a>",
    "<>; rel=x", "<http://[>; rel=next", "<%zz>; rel=next", "<a>; rel=\"\\\"; <b>; rel=next",
  ])
  func whatIsNotWellFormedNeverTrapsAndGivesNoNextFromWithin(text: String) async throws {
    let response = try await response([text])
    #expect(response.links.count <= 1)
    _ = response.link("next")
  }

  @Test func aCombiningMarkHidesNoDelimiter() async throws {
    let response = try await response([
      "<a>; title=\"x\u{301}\"\u{301}; rel=up, <b>; rel=\"next\", <c>; x=\"</evil>\u{301}; rel=last\""
    ])
    #expect(response.link("next")?.path == "/v1/b" && response.link("last") == nil)
  }

  @Test func anAnchorOfThisResourceMayBeWrittenInAnyWay() async throws {
    for anchor in ["", "/v1/list", "HTTPS://API.example.com:443/v1/list", "../v1/./list", "list"] {
      #expect(
        try await response(["</a>; rel=next; anchor=\"\(anchor)\""]).link("next")?.path == "/a", "\(anchor)")
    }
    for anchor in ["#part", "?x=1", "/v1", "http://api.example.com/v1/list", "urn:x"] {
      #expect(try await response(["</a>; rel=next; anchor=\"\(anchor)\""]).link("next") == nil, "\(anchor)")
    }
  }

  @Test func whatStandsInQuotesIsNoLink() async throws {
    let response = try await response(["<a>; title=\"</evil>; rel=next, <b>\"; rel=up"])
    #expect(response.links.count == 1 && response.link("next") == nil && response.link("up") != nil)
  }

  @Test func aLinkAfterJunkIsStillFound() async throws {
    #expect(try await response(["junk, <b>; rel=next"]).link("next")?.path == "/v1/b")
    #expect(try await response(["<a>; rel=up junk, <b>; rel=next"]).link("next")?.path == "/v1/b")
  }

  @Test func hostileFieldsAreReadToTheirEnd() async throws {
    #expect(try await links(String(repeating: "<", count: 50_000)).isEmpty)
    #expect(try await links(String(repeating: ",", count: 50_000)).isEmpty)
    #expect(try await links(String(repeating: "<a>; rel=\"", count: 5_000)).count == 200)
    #expect(try await links(String(repeating: "<a>; x=\"\\\"", count: 10_000)).count == 200)
    #expect(try await links(String(repeating: "<a>,", count: 300)).count == 200)
  }
}
