import Foundation
import Repartee
import Scaffolding
import Testing

/// Lists in `Written`, which scaffold wrote from `lists.yaml`, read from their first page to the last.
struct PageTests {
  /// The identifiers of a list of two pages, and the target of the request for the second one.
  private func read<E: PagedEndpoint>(
    _ list: E, _ first: String, _ second: String = "{}", link: String? = nil
  ) async throws -> (ids: [String], second: String) where E.Item == Thing {
    let (targets, sink) = AsyncStream.makeStream(of: String.self)
    let transport = InMemoryTransport { request in
      sink.yield(request.head.path ?? "")
      let isFirst = !(request.head.path ?? "").contains { "?2".contains($0) }
      guard isFirst, let link, let name = HTTPField.Name("Link") else {
        return .json(isFirst ? first : second)
      }
      let headers: HTTPFields = [.contentType: "application/json", name: "<\(link)>; rel=\"next\""]
      return .status(200, headers: headers, body: Data(first.utf8))
    }
    var ids: [String] = []
    for try await thing in Lists.client(transport: transport).items(of: list, maxPages: 5) {
      ids.append(thing.id)
    }
    sink.finish()
    var all: [String] = []
    for await target in targets { all.append(target) }
    #expect(all.count == 2, "\(all)")
    return (ids, all.last ?? "")
  }

  private func list(_ key: String, _ id: Int, _ rest: String = "") -> String {
    "{\"\(key)\": [{\"id\": \"\(id)\"}]\(rest.isEmpty ? "" : ", " + rest)}"
  }

  @Test func aCursorMayBeNested() async throws {
    let pods = try await read(
      ListPods(), list("items", 1, #""metadata": {"continue": "c2"}"#), list("items", 2, #""metadata": {}"#))
    #expect(pods == (["1", "2"], "/pods?continue=c2"))
    let channels = try await read(
      ListChannels(), list("channels", 1, #""ok": true, "response_metadata": {"next_cursor": "c2"}"#),
      list("channels", 2, #""ok": true, "response_metadata": {"next_cursor": ""}"#))
    #expect(channels == (["1", "2"], "/channels?cursor=c2"))
    let tasks = try await read(
      ListTasks(), list("data", 1, #""next_page": {"offset": "o2"}"#), list("data", 2, #""next_page": null"#))
    #expect(tasks == (["1", "2"], "/tasks?offset=o2"))
    let contacts = try await read(
      ListContacts(), list("results", 1, #""paging": {"next": {"after": "a2"}}"#), list("results", 2))
    #expect(contacts == (["1", "2"], "/contacts?after=a2"))
  }

  @Test func aFlagBesideACursorEndsTheList() async throws {
    func page(_ id: Int, _ more: Bool) -> String {
      list("nodes", id, "\"page_info\": {\"has_next_page\": \(more), \"end_cursor\": \"e2\"}")
    }
    #expect(
      try await read(ListRepositories(), page(1, true), page(2, false)) == (
        ["1", "2"], "/repositories?after=e2"
      ))
  }

  @Test func anExtensionSaysWhereTheNextPageIs() async throws {
    let machines = try await read(
      ListMachines(), list("value", 1, #""continuationLink": "/machines?page=2""#), list("value", 2))
    #expect(machines == (["1", "2"], "/machines?page=2"))
    let disks = try await read(
      ListDisks(), list("items", 1, #""next_page": "p2""#), list("items", 2, #""next_page": null"#))
    #expect(disks == (["1", "2"], "/disks?page_token=p2"))
    let monitors = try await read(
      ListMonitors(), list("data", 1, #""meta": {"page": {"after": "m2"}}"#), list("data", 2))
    #expect(
      monitors.ids == ["1", "2"] && monitors.second.removingPercentEncoding == "/monitors?page[cursor]=m2")
    #expect(
      try await read(ListHosts(), list("hosts", 1), #"{"hosts": []}"#) == (["1"], "/hosts?page_index=1"))
  }

  @Test func aLinkInTheBodyIsFollowed() async throws {
    let orders = try await read(
      ListOrders(),
      #"{"_embedded": {"orders": [{"id": "1"}]}, "_links": {"next": {"href": "/orders?page=2"}}}"#,
      #"{"_embedded": {"orders": [{"id": "2"}]}}"#)
    #expect(orders == (["1", "2"], "/orders?page=2"))
    let droplets = try await read(
      ListDroplets(),
      list("droplets", 1, #""links": {"pages": {"next": "https://lists.example.com/droplets?page=2"}}"#),
      list("droplets", 2, #""links": {}"#))
    #expect(droplets == (["1", "2"], "/droplets?page=2"))
    let entities = try await read(
      ListEntities(), list("value", 1, #""@odata.nextLink": "https://lists.example.com/entities?page=2""#),
      list("value", 2))
    #expect(entities == (["1", "2"], "/entities?page=2"))
  }

  @Test func aRedirectBesideAListHidesNoPages() async throws {
    let issues = try await read(
      ListIssues(), #"[{"id": "1"}]"#, #"[{"id": "2"}]"#, link: "https://lists.example.com/issues?page=2")
    #expect(issues == (["1", "2"], "/issues?page=2"))
  }

  @Test func pagesAreCounted() async throws {
    func zones(_ id: Int) -> String {
      list("result", id, #""errors": [], "result_info": {"page": 1, "total_pages": 2}"#)
    }
    #expect(try await read(ListZones(), zones(1), zones(2)) == (["1", "2"], "/zones?page=2"))
    func photos(_ id: Int) -> String { list("photos", id, #""paging": {"total_count": 2}"#) }
    #expect(try await read(ListPhotos(), photos(1), photos(2)) == (["1", "2"], "/photos?offset=1"))
    func drawings(_ id: Int, _ more: Bool) -> String { list("drawings", id, #""has_more": \#(more)"#) }
    #expect(
      try await read(ListDrawings(), drawings(1, true), drawings(2, false))
        == (["1", "2"], "/drawings?offset=1"))
  }

  @Test func whatIsAlwaysThereMayStandInAnObjectThatIsNot() async throws {
    func incidents(_ text: String) -> String { "{\"data\": {\(text)}}" }
    let page = incidents("\"attributes\": \(list("incidents", 1))")
    let listed = try await read(ListIncidents(), page, incidents(""))
    #expect(listed.ids == ["1"] && listed.second.removingPercentEncoding == "/incidents?page[offset]=1")
    let link = #""links": {"next": "https://lists.example.com/videos?page=2"}"#
    #expect(
      try await read(ListVideos(), list("videos", 1, link), list("videos", 2)) == (
        ["1", "2"], "/videos?page=2"
      ))
    let boards = list("boards", 1, #""meta": {"total_pages": 2}"#)
    #expect(try await read(ListBoards(), boards, list("boards", 2)) == (["1", "2"], "/boards?page=2"))
  }

  @Test func theElementsMayHaveNoTypeOfTheirOwn() async throws {
    let transport = InMemoryTransport { request in
      .json(
        request.head.path == "/rules"
          ? #"{"result": [{"id": "1"}], "result_info": {"cursors": {"after": "r2"}}}"# : #"{"result": []}"#)
    }
    var ids: [String?] = []
    for try await rule in Lists.client(transport: transport).items(of: ListRules()) { ids.append(rule.id) }
    #expect(ids == ["1"])
  }

  @Test func whatIsReadHereIsWhatIsWritten() throws { try expectWritten("lists.yaml", files: 5) }
}
