import Repartee
import ReparteeSwiftTesting
import ReparteeTesting
import Testing

@testable import Books

struct CatalogTests {
  let client = Client.books(over: library)
  let emma = #"{"id": 7, "title": "Emma", "published_in": 1815}"#

  @Test func aBookIsShownWithItsYear() async {
    let stubs = Stubs.recordingIssues {
      Stub(GetBook.self, .json(emma))
    }
    let catalog = Catalog(client: client.stubbed(by: stubs))

    #expect(await catalog.line(for: 7) == "Emma, 1815")
    let calls = stubs.calls(of: GetBook.self)
    #expect(calls.map(\.endpoint.id) == [7])
  }

  @Test func aRefusalIsShownInTheWordsOfTheAPI() async {
    let stubs = Stubs.recordingIssues {
      Stub(GetBook.self, .json(emma))
      Stub(
        GetBook.self, where: { $0.id == 8 },
        .json(#"{"message": "sold"}"#, status: 404))
    }
    let catalog = Catalog(client: client.stubbed(by: stubs))

    #expect(await catalog.line(for: 8) == "sold")
  }

  @Test func aTransientFailureIsRetried() async {
    let stubs = Stubs.recordingIssues {
      Stub(GetBook.self, .status(503), .json(emma))
    }
    var client = client.stubbed(by: stubs)
    client.clock = SkippingClock(end: .seconds(60))
    let catalog = Catalog(client: client)

    #expect(await catalog.line(for: 7) == "Emma, 1815")
    let calls = stubs.calls(of: GetBook.self)
    #expect(calls.first?.requests.count == 2)
  }

  @Test func theListIsReadToItsEnd() async throws {
    let stubs = Stubs.recordingIssues {
      Stub(
        ListBooks.self,
        .json(#"{"books": [\#(emma)], "next": "7"}"#),
        .json(#"{"books": []}"#))
    }
    let books = client.stubbed(by: stubs).items(of: ListBooks())

    var titles: [String] = []
    for try await book in books { titles.append(book.title) }
    #expect(titles == ["Emma"])
    #expect(stubs.calls(of: ListBooks.self).count == 2)
  }
}
