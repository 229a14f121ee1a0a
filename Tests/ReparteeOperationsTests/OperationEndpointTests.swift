import Repartee
import ReparteeOperations
import Testing

struct OperationEndpointTests {
  @Test func aPlaceIsAGETByDefault() throws {
    let resource = try Render().state(at: Cursor(url: "https://api.example.com/1"))
    #expect(resource.request.method == .get && resource.request.url == "https://api.example.com/1")
    #expect(throws: RequestError.self) { try Render().state(at: Cursor(query: ["id": "7"])) }
  }

  @Test func nothingElseIsDeclaredByDefault() {
    #expect(Render().cancellation(at: Cursor(url: "https://api.example.com/1")) == nil)
    #expect(throws: RequestError.self) {
      try StartExport().result(at: Cursor(url: "https://api.example.com/1"))
    }
    #expect(!Render.allowsOtherOrigins)
  }
}
