import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// What a middleware can't break.
struct ForeignStageTests {
  private struct Step: Stage {
    let step: @Sendable (AttemptRequest, NextStage) async throws -> AttemptResponse

    init(_ step: @escaping @Sendable (AttemptRequest, NextStage) async throws -> AttemptResponse) {
      self.step = step
    }

    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      do { return try await step(request, next) } catch {
        throw error as? AttemptError ?? AttemptError(error as? TransportError ?? TransportError(.cancelled))
      }
    }
  }

  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ arrivals: Arrivals, _ step: Step,
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse = {
      _ in .text("fine")
    }
  ) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport(respond))
    client.clock = SkippingClock(end: .seconds(60))
    client.stages = [step]
    return client
  }

  @Test(arguments: ["@evil.example/x", ".evil.example/x", ":8443/x", "", "/a b", "/a#b", "a"])
  func whatIsNoPathIsNotSent(path: String) async throws {
    let arrivals = Arrivals()
    let step = Step { request, next in
      var request = request
      request.head.path = path
      return try await next(request)
    }
    let error = try #require(await client(arrivals, step).result(of: text).error)
    #expect(error.transportError?.kind == .middleware && arrivals.all.isEmpty)
    var signing = Client(baseURL: api, transport: arrivals.transport())
    signing.authentication = .signing { $0.head.path = path }
    let refused = try #require(await signing.result(of: text).error)
    guard case .authentication(let why) = refused.reason else { throw refused }
    #expect(why.kind == .unusable && arrivals.all.isEmpty)
  }

  @Test func aPostThatWasProcessedIsNotSentAgain() async throws {
    let arrivals = Arrivals()
    let step = Step { request, next in
      _ = try await next(request)
      throw TransportError(.hostNotFound)  // Of a call of its own, say.
    }
    let error = try #require(
      await client(arrivals, step).result(of: Resource<String, Never>(.post("/a"), [.code(200, .decode)]))
        .error)
    #expect(arrivals.all.count == 1 && error.transportError?.mayHaveBeenProcessed == true)
    #expect(error.transportError?.kind == .hostNotFound)
  }

  @Test func whatItPutIntoTheQueryIsTakenOutOfALocation() async throws {
    let arrivals = Arrivals()
    let step = Step { request, next in
      var request = request
      request.head.path = (request.head.path ?? "/") + "?page=2&sesame=open"
      return try await next(request)
    }
    _ = try await client(arrivals, step) { request in
      request.head.authority == "api.example.com"
        ? .status(301, headers: [.location: "https://elsewhere.example\(request.head.path ?? "")"])
        : .text("fine")
    }.send(text)
    #expect(arrivals.all.map(\.head.path) == ["/a?page=2&sesame=open", "/a"])
  }

  @Test func headAndBodyGoToAnotherOriginAsTheyWere() async throws {
    let arrivals = Arrivals()
    let step = Step { request, next in
      var request = request
      request.headers[.contentEncoding] = "gzip"
      request.body = ByteStream(Data("packed".utf8))
      return try await next(request)
    }
    let client = client(arrivals, step) { request in
      request.head.authority == "api.example.com"
        ? .status(307, headers: [.location: "https://elsewhere.example/b"]) : .text("fine")
    }
    _ = try await client.send(
      Resource<String, Never>(.post("/a", body: .text("plain")), [.code(200, .decode)]))
    #expect(arrivals.all.map { String(decoding: $0.bytes, as: UTF8.self) } == ["packed", "plain"])
    #expect(arrivals.all.map { $0.head.headerFields[.contentEncoding] } == ["gzip", nil])
  }

  @Test func aFullURLAndTheWayBackAreNotItsOrigin() async throws {
    let arrivals = Arrivals()
    let step = Step { request, next in
      var request = request
      request.headers[.userAgent] = "\(request.isOwnOrigin)"
      return try await next(request)
    }
    let client = client(arrivals, step) { request in
      switch request.head.path {
      case "/a": .status(307, headers: [.location: "https://elsewhere.example/b"])
      case "/b": .status(307, headers: [.location: "\(api)/c"])
      default: .text("fine")
      }
    }
    _ = try await client.send(text)
    _ = try await client.send(
      Resource<String, Never>(Request(.get, url: "https://cdn.example/d"), [.code(200, .decode)]))
    #expect(arrivals.all.map { $0.head.headerFields[.userAgent] } == ["true", nil, nil, nil])
  }

  @Test func aResponseOfItsOwnIsNoAttempt() async throws {
    let step = Step { _, _ in AttemptResponse(head: HTTPResponse(status: 404), body: ByteStream(Data())) }
    let error = try #require(await client(Arrivals(), step).result(of: text).error)
    #expect(error.status == .notFound && error.attempts.isEmpty)
  }
}
