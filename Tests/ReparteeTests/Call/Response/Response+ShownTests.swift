import Foundation
import Repartee
import TestSupport
import Testing

struct ResponseShownTests {
  @Test func aDumpShowsTheValueAndHeaderNamesButNoHeaderValues() async throws {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .status(200, headers: [.setCookie: "hunter2"], body: Data("[42]".utf8))
      }, headers: ["Authorization": "hunter2"])
    let response = try await client.response(to: Get<[Int]>(path: "/x"))
    var dumped = ""
    dump(response, to: &dumped)
    for shown in [dumped, String(describing: response), String(reflecting: response)] {
      #expect(!shown.contains("hunter2"))
      #expect(shown.contains("42") && shown.contains("200 OK"))
    }
    #expect(dumped.contains("Set-Cookie"))
  }

  @Test func aDumpOfAStreamShowsNoHeaderValues() async throws {
    let map: ResponseMap<String, Never> = [
      .any(
        Outcome(stream: { response, _ in
          var dumped = ""
          dump(response, to: &dumped)
          return .success(dumped + "\(response)" + String(reflecting: response))
        }))
    ]
    let shown = try await read(.status(200, headers: [.setCookie: "hunter2"]), map)
    #expect(!shown.contains("hunter2") && shown.contains("200 OK") && shown.contains("Set-Cookie"))
  }

  @Test func aDumpOfAClientShowsNoSecret() {
    let client = Client(
      baseURL: "https://api.example.com?api_key=hunter2", transport: InMemoryTransport { _ in .status(200) },
      headers: ["Authorization": "hunter2"])
    var dumped = ""
    dump(client, to: &dumped)
    #expect(!"\(dumped)\(client)\(String(reflecting: client))".contains("hunter2"))
    #expect("\(client)".contains("https://api.example.com"))
  }

  @Test func aDumpOfAClientShowsNoTokenInThePathOfItsBaseURL() {
    let client = Client(
      baseURL: "https://api.telegram.org/bot123456:hunter2hunter2",
      transport: InMemoryTransport { _ in .status(200) })
    var dumped = ""
    dump(client, to: &dumped)
    #expect(!"\(dumped)\(client)\(String(reflecting: client))".contains("hunter2"))
    #expect("\(client)".contains("https://api.telegram.org/***"))
  }
}
