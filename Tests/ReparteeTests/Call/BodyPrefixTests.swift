import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// Refusals that are recognized by the beginning of their bodies.
@Suite(.timeLimit(.minutes(2))) struct BodyPrefixTests {
  private static let expired = RefusalRule.unauthorized.confirmed { _, body in
    String(decoding: body, as: UTF8.self).contains("expired")
  }

  private struct Refused: Error, Equatable { var text: String }

  private static let text = Resource<String, Refused>(
    .get("/a"), [.code(200, .decode), .code(401, .decodeError(String.self) { Refused(text: $0) })])

  /// An API that refuses the credential with this body, in chunks of this size, or in one piece that has its length.
  private func client(
    _ refusal: RefusalRule, body: String, chunk: Int?, then error: TransportError? = nil,
    _ seen: @escaping @Sendable (SessionRefresh) -> Void = { _ in }
  ) async throws -> (client: Client, session: Session<BearerToken>) {
    let session = Session<BearerToken>(refusal: refusal) { _, refresh in
      seen(refresh)
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        if request.head.path == "/moved" { return .status(307, headers: [.location: "/a"]) }
        if request.head.headerFields[.authorization] == "Bearer new" { return .text("fine") }
        let head = HTTPResponse(
          status: 401, headerFields: [.contentType: "text/plain", .init("X-Why") ?? .date: "because"])
        guard let chunk else { return TransportResponse(head: head, body: ByteStream(Data(body.utf8))) }
        let pieces = stride(from: 0, to: body.utf8.count, by: chunk).map {
          String(decoding: Array(body.utf8).dropFirst($0).prefix(chunk), as: UTF8.self)
        }
        return TransportResponse(
          head: head, body: ByteStream(length: nil, once: chunks(pieces.map { Data($0.utf8) }, then: error)))
      })
    client.authentication = .session(session)
    client.retry = .off
    return (client, session)
  }

  @Test(arguments: [nil, 1, 7, 100_000])
  func aRefusalIsJudgedByTheBeginningOfItsBody(chunk: Int?) async throws {
    let heads = Mutex<[HTTPResponse?]>([])
    let (refreshed, _) = try await client(Self.expired, body: "token expired", chunk: chunk) { refresh in
      heads.withLock { $0.append(refresh.refusal) }
    }
    #expect(try await refreshed.send(Self.text) == "fine")
    let head = heads.withLock { $0.first.flatMap(\.self) }
    #expect(head?.status.code == 401)
    #expect(HTTPField.Name("X-Why").flatMap { head?.headerFields[$0] } == "because")

    let (asked, session) = try await client(Self.expired, body: "second factor", chunk: chunk)
    #expect(await asked.result(of: Self.text).error?.declared == Refused(text: "second factor"))
    #expect(session.credential == BearerToken("old"))
  }

  @Test(arguments: [nil, 1_000, 65_536])
  func theWholeBodyIsStillRead(chunk: Int?) async throws {
    let body = String(repeating: "0123456789", count: 20_000)
    let lengths = Mutex<[Int]>([])
    let refusal = RefusalRule.unauthorized.confirmed(byFirst: 100) { _, beginning in
      lengths.withLock { $0.append(beginning.count) }
      return false
    }
    let (client, _) = try await client(refusal, body: body, chunk: chunk)
    #expect(await client.result(of: Self.text).error?.declared?.text == body)
    #expect(lengths.withLock { $0 } == [100])

    let stream = Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(401, .stream(.bytes))])
    let given = await drain(try await client.send(stream))
    #expect(String(decoding: given.elements.reduce(Data(), +), as: UTF8.self) == body && given.error == nil)
  }

  @Test func theBodyOfACachedRefusalAndOneAfterARedirectAreWhole() async throws {
    var (client, _) = try await client(Self.expired, body: "second factor", chunk: 3)
    client.cache = ResponseCache()
    #expect(await client.result(of: Self.text).error?.declared == Refused(text: "second factor"))
    let moved = Resource<String, Refused>(.get("/moved"), Self.text.responses)
    #expect(await client.result(of: moved).error?.declared == Refused(text: "second factor"))
    let (expired, _) = try await self.client(Self.expired, body: "expired", chunk: 3)
    #expect(try await expired.send(moved) == "fine")
  }

  @Test func aBodyThatBreaksOffIsJudgedByWhatArrived() async throws {
    let (client, session) = try await client(
      Self.expired, body: "second", chunk: 2, then: TransportError(.connectionLost))
    #expect(await client.result(of: Self.text).error?.transportError?.kind == .connectionLost)
    #expect(session.credential == BearerToken("old"))
    let (other, _) = try await self.client(
      Self.expired, body: "expired", chunk: 2, then: TransportError(.connectionLost))
    #expect(try await other.send(Self.text) == "fine")
  }

  @Test func noBodyIsReadWithoutSuchARuleNorOfOtherResponses() async throws {
    for refusal in [RefusalRule.unauthorized, Self.expired] {
      let reads = Mutex(0)
      let session = Session<BearerToken>(refusal: refusal) { _, _ in BearerToken("new") }
      try await session.signIn(BearerToken("old"))
      var client = Client(
        baseURL: api,
        transport: InMemoryTransport { _ in
          TransportResponse(
            head: HTTPResponse(status: 200),
            body: ByteStream(
              length: nil,
              once: {
                { () async throws(TransportError) -> Data? in
                  reads.withLock { $0 += 1 }
                  return nil
                }
              }))
        })
      client.authentication = .session(session)
      let stream = Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))])
      let opened = try await client.send(stream)
      #expect(reads.withLock { $0 } == 0)
      _ = await drain(opened)
    }
  }

  @Test func aBodyThatStallsIsJudgedAfterASecondAndReadOn() async throws {
    let clock = ManualClock()
    let goOn = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let session = Session<BearerToken>(refusal: Self.expired) { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        TransportResponse(
          head: HTTPResponse(status: 401, headerFields: [.contentType: "text/plain"]),
          body: ByteStream(
            length: nil,
            once: {
              var parts = ["second ", "factor"]
              return { () async throws(TransportError) -> Data? in
                if parts.count == 1 {
                  await withCheckedContinuation { waiter in goOn.withLock { $0 = waiter } }
                }
                return parts.isEmpty ? nil : Data(parts.removeFirst().utf8)
              }
            }))
      })
    client.authentication = .session(session)
    client.clock = clock
    client.timeout = .unlimited
    let own = client
    let call = Task { await own.result(of: Self.text) }
    while !clock.sleeps.contains(.seconds(1)) || goOn.withLock({ $0 == nil }) { await Task.yield() }
    clock.advance(by: .seconds(1))
    for _ in 0..<100 { await Task.yield() }
    goOn.withLock { $0.take() }?.resume()
    #expect(await call.value.error?.declared == Refused(text: "second factor"))
  }

  @Test func bothRulesForBodiesApply() async throws {
    let rule = RefusalRule.unauthorized.confirmed(byFirst: 3) { _, body in body == Data("abc".utf8) }
      .confirmed(byFirst: 5) { _, body in body == Data("abcde".utf8) }
    let (client, _) = try await client(rule, body: "abcdefgh", chunk: 2)
    #expect(try await client.send(Self.text) == "fine")
    let (other, _) = try await self.client(rule, body: "abcdX", chunk: 2)
    #expect(await other.result(of: Self.text).error != nil)
  }

  @Test func cancellingACallWhileItsRefusalIsReadEndsIt() async throws {
    let began = Signal()
    let session = Session<BearerToken>(refusal: Self.expired) { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        TransportResponse(
          head: HTTPResponse(status: 401),
          body: ByteStream(
            length: nil,
            once: {
              { () async throws(TransportError) -> Data? in
                began.fire()
                do { try await Task.sleep(for: .seconds(3_600)) } catch { throw TransportError(.cancelled) }
                return nil
              }
            }))
      })
    client.authentication = .session(session)
    client.clock = ManualClock()
    client.timeout = .unlimited
    let own = client
    let call = Task { await own.result(of: Self.text) }
    await began.wait()
    call.cancel()
    #expect(await call.value.error?.isCancellation == true)
  }
}
