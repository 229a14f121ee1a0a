import Foundation
import Repartee
import ReparteeBase
import ReparteeOperations
import ReparteeTesting
import TestSupport
import Testing

/// A server, or a handle that was changed, does not choose where credentials go.
@Suite(.timeLimit(.minutes(5))) struct OperationRunOriginTests {
  private func client(
    _ arrivals: Arrivals, at base: String = api,
    _ respond: @escaping @Sendable (TransportRequest) -> TransportResponse
  ) -> Client {
    ReparteeOperationsTests.client(arrivals.transport(respond), at: base) { client in
      client.headers["X-API-Key"] = "secret"
      client.authentication = .bearer("secret")
    }
  }

  @Test(arguments: [
    "https://evil.example/1", "http://api.example.com/1", "https://api.example.com:444/1", "//evil.example/1",
    "https://api.example.com.evil.example/1", "https:\\\\evil.example/1",
    "https://user@api.example.com/1", "file:///etc/passwd", "javascript:alert(1)", "http://[::1", "seven",
  ])
  func aPlaceElsewhereIsNotLookedAt(location: String) async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { _ in .status(202, headers: [.location: location]) }
    let error = try #require(await waited(for: Render(), by: client).error?.requestError)
    #expect([.nextPage, .nextPageOrigin].contains(error.kind) && arrivals.all.count == 1)
    #expect(!"\(error)".contains("\n"))
  }

  @Test(arguments: ["/a\nX-Injected: 1", "/a\r\nHost: evil", "/\u{0}", "/\u{1B}[2J"])
  func controlCharactersInABodyAreNeverSent(place: String) async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { request in
      if request.head.method == .post { return .status(202, headers: [.location: "/states/7"]) }
      let json = try? TransportResponse.json(
        encoding: ["status": "succeeded", "resourceLocation": place])
      return json ?? .status(500)
    }
    struct Start: OperationEndpoint {
      var request: Request { .post("/analyze") }
      static let responses = Analyze.responses
      func step(after state: OperationState<AzureState>) throws(RequestError) -> OperationStep<File> {
        if let place = try Cursor.url(state.value.resourceLocation, of: state) { return .result(at: place) }
        return .running(at: try .field("Location", of: state))
      }
      func result(at place: Cursor) throws(RequestError) -> Resource<File, WorkError> {
        try Analyze().result(at: place)
      }
    }
    _ = await waited(for: Start(), by: client)
    for request in arrivals.all {
      let path = request.head.path ?? ""
      #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && request.head.authority == "api.example.com")
    }
  }

  struct Anywhere: OperationEndpoint {
    var request: Request { .post("/render", headers: ["X-Secret": "own"]) }
    static let responses = Render.responses
    static let allowsOtherOrigins = true
    func step(after state: OperationState<Void>) throws(RequestError) -> OperationStep<File> {
      try Render().step(after: state)
    }
    func result(at place: Cursor) throws(RequestError) -> Resource<File, WorkError> {
      try Render().result(at: place)
    }
    func cancellation(at place: Cursor) throws(RequestError) -> Resource<Void, WorkError>? {
      Resource(Request(.delete, url: place.url ?? ""), [.success(.noContent)])
    }
  }

  @Test func anotherOriginGetsNoCredentials() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { request in
      switch (request.head.authority, request.head.path) {
      case ("api.example.com", _):
        .status(202, headers: [.location: "https://other.example/1?sig=x"])
      case (_, "/1?sig=x"): .status(303, headers: [.location: "/2"])
      case (_, "/1"): .status(204)
      case (_, "/2"): .json(#"{"url": "/far"}"#)
      default: .status(404)
      }
    }
    #expect(try await client.wait(for: Anywhere()) == File(url: "/far"))
    #expect(arrivals.all.map(\.head.authority) == ["api.example.com", "other.example", "other.example"])
    for request in arrivals.all.dropFirst() {
      #expect(request.head.headerFields[.authorization] == nil)
      #expect(!request.head.headerFields.contains { $0.value.contains("secret") || $0.value == "own" })
    }
    _ = try await client.cancel(Anywhere(), at: OperationHandle(Cursor(url: "https://other.example/1")))
    #expect(arrivals.all.last?.head.method == .delete)
    #expect(arrivals.all.last?.head.headerFields[.authorization] == nil)
  }

  @Test func noOtherOriginLeadsBack() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { request in
      request.head.authority == "api.example.com"
        ? .status(202, headers: [.location: "https://other.example/1"])
        : .status(202, headers: [.location: "https://api.example.com/admin"])
    }
    #expect(await waited(for: Anywhere(), by: client).error?.requestError?.kind == .nextPageOrigin)
    #expect(arrivals.all.count == 2)
  }

  /// The start follows a redirect, and the place is relative to where that led.
  @Test func aRedirectedStartIsFollowedNoFurther() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { request in
      request.head.authority == "api.example.com"
        ? .status(307, headers: [.location: "https://other.example/render"])
        : .status(202, headers: [.location: "/1"])
    }
    #expect(await waited(for: Render(), by: client).error?.requestError?.kind == .nextPageOrigin)
    #expect(arrivals.all.count == 2)
  }

  @Test(arguments: [
    #"{"place": {"url": "https://evil.example/1"}}"#,
    #"{"place": {"url": "https://evil.example/1"}, "isResult": true}"#,
    #"{"place": {"url": "file:///etc/passwd"}}"#, #"{"place": {"url": ""}}"#,
  ])
  func aChangedHandleReachesNoOtherOrigin(json: String) async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { _ in .status(202) }
    let handle = try JSONDecoder().decode(OperationHandle.self, from: Data(json.utf8))
    let error = await waited(for: Render(), by: client, from: handle).error
    #expect(error?.requestError != nil && arrivals.all.isEmpty)
    await #expect(throws: CallError<WorkError>.self) { try await client.cancel(StartJob(), at: handle) }
    #expect(arrivals.all.isEmpty)
  }
}
