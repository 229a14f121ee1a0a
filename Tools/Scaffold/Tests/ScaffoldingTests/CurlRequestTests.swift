import Foundation
import Repartee
import Testing

@testable import Scaffolding

/// What the endpoints of `Written/Commands.swift` send, which scaffold wrote from `commands.sh`.
struct CurlRequestTests {
  private func sent(_ endpoint: some Endpoint) async throws -> (
    target: String, accept: String?, body: String, cookie: String?
  ) {
    let (requests, sink) = AsyncStream.makeStream(of: TransportRequest.self)
    let client = Client(
      baseURL: "https://kitchen.example.com",
      transport: InMemoryTransport { request in
        sink.yield(request)
        return .json("{}")
      })
    _ = try await client.send(endpoint)
    sink.finish()
    let request = try #require(await requests.first { _ in true })
    var bytes = Data()
    if let body = request.body {
      if let known = body.bytes { bytes = known } else { bytes = Data(try await body.collect(upTo: 10_000)) }
    }
    return (
      "\(request.head.method.rawValue) \(request.head.path ?? "")", request.head.headerFields[.accept],
      String(decoding: bytes, as: UTF8.self), request.head.headerFields[.cookie]
    )
  }

  @Test func whatIsToBeFilledInIsAParameter() async throws {
    let step = try await sent(GetRecipeStep(recipe: "a b", step: "2", lang: "en"))
    #expect(
      step.target == "GET /v1/recipes/a%20b/steps/2?lang=en" && step.accept == "application/vnd.kitchen+json")
    let update = try await sent(UpdateRecipe(id: "7", body: .init(title: "Soup", serves: 4, tags: [])))
    #expect(update.target == "PUT /v1/recipes/7" && update.body == #"{"title":"Soup","serves":4,"tags":[]}"#)
  }

  @Test func partsHaveTheirTypesAndNames() async throws {
    let photo = CreateRecipePhoto(
      recipeID: 7, text: "t", photo: .data(Data("png".utf8)), meta: .init(a: 1), note: "*x*", tag: ["a", "b"])
    let body = try await sent(photo).body
    #expect(body.contains("name=\"photo\"; filename=\"q.png\"\r\nContent-Type: image/png\r\n\r\npng"))
    #expect(body.contains("name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1}"))
    #expect(body.contains("name=\"note\"\r\nContent-Type: text/markdown"))
    #expect(body.components(separatedBy: "name=\"tag\"").count == 3)
  }

  @Test func cookiesFilesAndListsAreSent() async throws {
    let list = try await sent(ListRecipes(theme: "dark", lang: "en", limit: 5))
    #expect(list.target == "GET /v1/recipes?limit=5" && list.cookie == "theme=dark; lang=en")
    let menu = try await sent(UpdateRecipesMenus(fileName: "menu.pdf", body: .data(Data("pdf".utf8))))
    #expect(menu.target == "PUT /v1/recipes/menus/menu.pdf" && menu.body == "pdf")
    #expect(try await sent(CreateRecipeTag(id: "7", tag: ["a", "b"])).body == "tag=a&tag=b")
  }

  @Test func whatIsSentHereIsWhatIsWritten() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Written")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let written = try Scaffold(curl: text("commands.sh")).files.map(\.text).joined(separator: "\n")
    #expect(try text("Commands.swift") == written)
  }
}
