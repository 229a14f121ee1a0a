import Foundation
import Repartee
import TestSupport
import Testing

struct InMemoryTransportTests {
  struct Odd: Error {}
  private let head = HTTPRequest(
    method: .post, scheme: "https", authority: "api.example.com", path: "/a%2Fb?q")

  @Test func theFunctionGetsHeadAndBodyAndItsResponseIsReturned() async throws {
    let request = Request.post("/x?a=1", headers: ["X-A": "1"], body: .text("ping"))
    let arrived = try await arrival(of: request)
    #expect(arrived.head.method == .post && arrived.head.path == "/x?a=1")
    #expect(arrived.head.authority == "api.example.com" && arrived.head.scheme == "https")
    #expect(arrived.bytes == Data("ping".utf8))
    let response = TransportResponse.status(201, headers: [.eTag: "x"], body: Data("pong".utf8))
    #expect(response.head.status.code == 201 && response.head.headerFields[.eTag] == "x")
    #expect(try await response.body.collect(upTo: 4) == Data("pong".utf8))
    #expect(
      TransportResponse.json("{}", status: 400).head.headerFields[.contentType] == "application/json"
    )
    #expect(TransportResponse.json("{}").head.status.code == 200)
  }

  @Test func responsesAreMadeInOneExpression() async throws {
    let json = try TransportResponse.json(
      encoding: User(id: 1, name: "a"), status: 201, headers: [.eTag: "x"])
    #expect(json.head.status == .created && json.head.headerFields[.eTag] == "x")
    #expect(json.head.headerFields[.contentType] == "application/json")
    let sent = try JSONDecoder().decode(User.self, from: await json.body.collect(upTo: 100))
    #expect(sent == User(id: 1, name: "a"))
    let own = TransportResponse.json("{}", headers: [.contentType: "application/hal+json"])
    #expect(own.head.headerFields[fields: .contentType].count == 1)
    #expect(own.head.headerFields[.contentType] == "application/hal+json")
    #expect(
      TransportResponse.text("a").head.headerFields[.contentType] == "text/plain; charset=utf-8")
    #expect(TransportResponse.text("a", contentType: nil).head.headerFields[.contentType] == nil)
    let bytes = TransportResponse.bytes(Data([0, 255]), status: 206)
    #expect(
      bytes.head.status.code == 206 && bytes.head.headerFields[.contentType] == "application/octet-stream")
    #expect(try await bytes.body.collect(upTo: 2) == Data([0, 255]))
    let bare = TransportResponse.bytes(Data(), contentType: nil)
    #expect(bare.head.headerFields[.contentType] == nil)
  }

  @Test func aCodeThatCantBeBecomes999() {
    for code in [-1, 1_000, Int.max] {
      #expect(TransportResponse.status(code).head.status.code == 999)
    }
    #expect(TransportResponse.status(0).head.status.code == 0)
  }

  @Test func errorsOfTheFunctionAreDistinguished() async {
    func kind(_ error: any Error & Sendable) async -> TransportError? {
      let client = Client(baseURL: api, transport: InMemoryTransport { _ in throw error })
      guard case .failure(let failure) = await client.result(of: PlainPing()) else { return nil }
      return failure.transportError
    }
    #expect(await kind(TransportError(.tls))?.kind == .tls)
    #expect(await kind(CancellationError())?.kind == .cancelled)
    let odd = await kind(Odd())
    #expect(odd?.kind == .other && odd?.underlying is Odd)
  }

  @Test func aRequestBodyThatBreaksFailsTheCall() async {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport())
    let body = ByteStream(length: nil, once: chunks(["a"], then: TransportError(.requestBody)))
    let resource = Resource<Void, Never>(.post("/x", body: .stream(body)), [.any(.noContent)])
    for kind in [TransportError.Kind.requestBody, .bodyConsumed] {
      guard case .failure(let error) = await client.result(of: resource) else { continue }
      #expect(error.transportError?.kind == kind)
    }
    #expect(arrivals.all.isEmpty)
  }

  @Test func headHasNoBody() async throws {
    var head = head
    head.method = .head
    let response = try await InMemoryTransport { _ in .json("{}") }.send(TransportRequest(head: head))
    #expect(try await response.body.collect(upTo: 100).isEmpty)
  }

  @Test func cancellationIsCancellation() async {
    let started = Signal()
    let transport = InMemoryTransport { _ in
      started.fire()
      try await Task.sleep(for: .seconds(600))
      return .status(200)
    }
    let task = Task { [head] in try await transport.send(TransportRequest(head: head)) }
    await started.wait()
    task.cancel()
    await #expect { try await task.value } throws: { error in
      (error as? TransportError)?.isCancellation == true
    }
  }

  @Test func aOneShotBodyIsReadOnce() async throws {
    let body = ByteStream(
      length: 3,
      once: {
        var rest: Data? = Data("one".utf8)
        return { () async throws(TransportError) in
          defer { rest = nil }
          return rest
        }
      })
    let transport = InMemoryTransport { request in .status(200, body: request.bytes) }
    let response = try await transport.send(TransportRequest(head: head, body: body))
    #expect(try await response.body.collect(upTo: 3) == Data("one".utf8))
    await #expect { try await transport.send(TransportRequest(head: head, body: body)) } throws: { error in
      (error as? TransportError)?.kind == .bodyConsumed
    }
  }
}
