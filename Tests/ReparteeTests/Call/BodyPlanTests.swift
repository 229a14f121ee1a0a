import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Which bodies are complete, which are cut off, and which outcomes need a body.
@Suite(.timeLimit(.minutes(5))) struct BodyPlanTests {
  private let text: ResponseMap<String, Never> = [.any(.decode)]

  /// A body that gives these chunks, signals it, and ends when its reader is cancelled, as an `AsyncStream` does.
  private func ending(after texts: String..., saying isRead: Signal) -> ByteStream {
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    for text in texts { continuation.yield(Data(text.utf8)) }
    return ByteStream(
      length: nil,
      once: {
        nonisolated(unsafe) var chunks = stream.makeAsyncIterator()
        var rest = texts.count
        _ = continuation
        return { () async throws(TransportError) -> Data? in
          if rest == 0 { isRead.fire() }
          rest -= 1
          return await chunks.next()
        }
      })
  }

  private func client(_ body: ByteStream, status: HTTPResponse.Status = .ok) -> Client {
    Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .init(head: HTTPResponse(status: status), body: body) })
  }

  @Test func aBodyWhoseSourceEndsWhenItIsCancelledIsNoOutput() async throws {
    let isRead = Signal()
    let client = client(ending(after: "abc", saying: isRead))
    let task = Task { await client.result(of: Resource(.get("/x"), text)) }
    await isRead.wait()
    task.cancel()
    guard case .failure(let error) = await task.value else {
      Issue.record("half a body is output")
      return
    }
    #expect(error.transportError?.kind == .cancelled && error.response?.text == "abc")
  }

  @Test func aBodyWhoseSourceEndsAtTheDeadlineIsNoOutput() async throws {
    let isRead = Signal()
    let clock = ManualClock()
    var client = client(ending(after: "abc", saying: isRead))
    client.clock = clock
    async let result = client.result(of: Resource(.get("/x", timeout: .seconds(5)), text))
    await isRead.wait()
    clock.advance(by: .seconds(5))
    guard case .failure(let error) = await result else {
      Issue.record("half a body is output")
      return
    }
    #expect(error.transportError?.kind == .timedOut(.total) && error.response?.text == "abc")
  }

  @Test func aCutUploadIsNotCompleteToATransportThatCollectsIt() async throws {
    let isRead = Signal()
    let body = ending(after: "abc", saying: isRead)
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport())
    let task = Task {
      await client.result(of: Resource<Void, Never>(.post("/x", body: .stream(body)), [.any(.noContent)]))
    }
    await isRead.wait()
    task.cancel()
    guard case .failure(let error) = await task.value else {
      Issue.record("half an upload was accepted")
      return
    }
    #expect(error.transportError?.kind == .cancelled)
    #expect(arrivals.all.isEmpty)
  }

  @Test func everyReaderDistinguishesACutStreamFromAWholeOne() async throws {
    let isRead = Signal()
    let streams = [ending(after: "a", saying: isRead), .joinedForTests(ending(after: "a", saying: isRead))]
    for stream in streams {
      let task = Task { () async -> TransportError? in
        do throws(TransportError) {
          _ = try await stream.collect(upTo: 10)
          return nil
        } catch {
          return error
        }
      }
      await isRead.wait()
      task.cancel()
      #expect(await task.value?.kind == .cancelled)
    }
  }

  @Test func aBodyWithTooLargeALengthIsNotRead() async throws {
    let watched = Watched()
    let body = watched.body(["abc"])
    let promised = ByteStream(length: 11, once: { body.makeAsyncIterator().asNext })
    var client = client(promised)
    client.maximumBodySize = 10
    let result = await client.result(of: Resource(.get("/x"), text))
    guard case .failure(let error) = result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.transportError?.kind == .bodyTooLarge(limit: 10))
    #expect(error.status == .ok && watched.asked == 0)
  }

  @Test(arguments: [-1, .min])
  func aNegativeLimitTakesNoBody(limit: Int) async throws {
    for first in [503, 302] {
      let arrivals = Arrivals()
      var client = Client(
        baseURL: api,
        transport: arrivals.transport { _ in
          .status(
            arrivals.all.count == 1 ? first : 200, headers: [.location: "/y"], body: Data("abc".utf8))
        })
      client.clock = SkippingClock(end: .seconds(60))
      client.maximumBodySize = limit
      let result = await client.result(of: Resource(.get("/x"), text))
      #expect(result.error?.transportError?.kind == .bodyTooLarge(limit: limit))
      #expect(arrivals.all.count == 2)
    }
  }

  private enum Said: Error { case no }

  @Test func whatNeedsNoBodyDoesNotFailForOne() async throws {
    let breaks = { @Sendable in
      ByteStream(length: nil, once: chunks(["abc"], then: TransportError(.connectionLost)))
    }
    let isLarge = { @Sendable in ByteStream(Data(count: 100)) }
    let promisesMuch = { @Sendable in ByteStream(length: .max, once: chunks([String]())) }
    let never = { @Sendable in ByteStream(length: nil, replayable: { { Data(count: 7) } }) }
    for body in [breaks, isLarge, promisesMuch, never] {
      func result<Output>(_ outcome: Outcome<Output, Said>) async -> Result<Output, CallError<Said>> {
        var client = client(body())
        client.maximumBodySize = 10
        return await client.result(of: Resource(.get("/x"), [.any(outcome)]))
      }
      #expect(try await result(.value(7)).get() == 7)
      #expect(try await result(.value { $0.status.code }).get() == 200)
      #expect(try await result(.noContent as Outcome<String?, Said>).get() == nil)
      try await (result(.noContent) as Result<Void, CallError<Said>>).get()
      #expect(await (result(.error(.no)) as Result<Void, _>).error?.declared == .no)
      #expect(await (result(.error { _ in .no }) as Result<Void, _>).error?.declared == .no)
      let strict: Outcome<Void, Said> = .noContent(.validatedEmpty)
      #expect(await result(strict).error != nil)
    }
  }

  @Test func theReceivedPartOfABodyThatIsNotNeededIsInTheError() async throws {
    let body = ByteStream(length: nil, once: chunks(["abc"], then: TransportError(.connectionLost)))
    let map: ResponseMap<Void, Said> = [.any(.error(.no))]
    let result = await client(body, status: .notFound).result(of: Resource(.get("/x"), map))
    #expect(result.error?.text == "abc")
  }

  @Test func cancellingACallWhoseBodyIsNotNeededIsACancellation() async throws {
    let isRead = Signal()
    let client = client(ending(after: "abc", saying: isRead))
    let map: ResponseMap<Void, Never> = [.any(.noContent)]
    let task = Task { await client.result(of: Resource(.get("/x"), map)) }
    await isRead.wait()
    task.cancel()
    #expect(await task.value.error?.isCancellation == true)
  }

  @Test func theErrorOfARejectedStreamHasTheBeginningOfALongBody() async throws {
    let events: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
      .any(.stream(.serverSentEvents()))
    ]
    let page = Data(repeating: 0x20, count: 100_000)
    for body in [ByteStream(page), ByteStream(length: 100_000, once: chunks([page]))] {
      let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/html"])
      let error = await failure(TransportResponse(head: head, body: body), events)
      #expect(error?.decodingError != nil && error?.body?.count == 65_536)
    }
  }

  @Test func cancellingWhileARefusedStreamIsReadIsACancellation() async throws {
    let watched = Watched()
    let events: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
      .any(.stream(.serverSentEvents()))
    ]
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .init(
          head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/html"]),
          body: watched.body(["<html>"]))
      })
    let task = Task { await client.result(of: Resource(.get("/x"), events)) }
    await watched.isRead.wait()
    task.cancel()
    #expect(await task.value.error?.transportError?.kind == .cancelled)
  }
}

extension ByteStream {
  /// The same bytes through another stream.
  fileprivate static func joinedForTests(_ stream: ByteStream) -> ByteStream {
    ByteStream(length: stream.length, once: { stream.makeAsyncIterator().asNext })
  }
}

extension ByteStream.AsyncIterator {
  /// The iterator as a source.
  fileprivate var asNext: ByteStream.Next {
    var iterator = self
    return { () async throws(TransportError) in try await iterator.next(isolation: #isolation) }
  }
}
