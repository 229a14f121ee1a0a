import Foundation
import HTTPTypes
import ReparteeJSON
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Why there is no response, or no complete one; and files of other programs.
extension RecordingTests {
  private func client(_ transport: InMemoryTransport, _ clock: ManualClock) -> Client {
    var client = Client(baseURL: api, transport: transport)
    client.retry = .off
    client.clock = clock
    client.timeout = .unlimited
    return client
  }

  private static let call = Resource<Data, Never>(.get("/x"), [.success(.decode)])

  @Test func everyKindOfErrorIsReplayed() async throws {
    let kinds: [TransportError.Kind] = [
      .cancelled, .offline, .hostNotFound, .cannotConnect, .connectionLost, .tls, .protocolViolation,
      .unsupportedContentCoding, .bodyTooLarge(limit: 7), .bodyConsumed, .requestBody, .redirectRefused,
      .tooManyRedirects(limit: 3), .notCached, .middleware, .timedOut(.connectionPool), .timedOut(.connect),
      .timedOut(.head), .timedOut(.idle), .timedOut(.attempt), .timedOut(.total),
    ]
    for kind in kinds {
      let recording = Recording()
      var client = client { _ in throw TransportError(kind) }
      client.retry = .off
      _ = await client.recorded(by: recording).result(of: GetUser(id: 7))
      var replayed = down.replaying(replay(try throughAFile(recording.har)))
      replayed.retry = .off
      let error = await replayed.result(of: GetUser(id: 7)).error
      #expect(error?.transportError?.kind == kind)
    }
  }

  @Test func anUnknownErrorKeepsItsText() async {
    for text in ["other", "bodyTooLarge", "net::ERR_ABORTED", "timedOut.tomorrow", "tooManyRedirects.x"] {
      var one = entry("GET", "/users/7?api_key=***")
      one.response = nil
      one.error = text
      let error = await down.replaying(replay(HAR(entries: [one]))).result(of: GetUser(id: 7)).error
      #expect(error?.transportError?.kind == .other)
      #expect(error?.transportError?.message == "recorded as \(text)")
    }
  }

  @Test func a304IsWhole() async throws {
    let recording = Recording()
    var client = client { request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.eTag: "\"a\""])
        : .json(
          #"{"id": 7, "name": "Ada"}"#, headers: [.eTag: "\"a\"", .cacheControl: "max-age=0"])
    }
    client.cache = ResponseCache()
    for _ in 1...2 { _ = try await client.recorded(by: recording).send(GetUser(id: 7)) }
    // The cache has dropped its body, perhaps in another task.
    while recording.har.entries.count < 2 { await Task.yield() }
    #expect(recording.har.entries.map(\.response?.status) == [200, 304])
    #expect(recording.har.entries.map(\.error) == [nil, nil])
  }

  @Test func aHEADWhoseBodyNobodyReadsIsWhole() async throws {
    let recording = Recording()
    let client = client { _ in .status(200, headers: [.contentLength: "12345"]) }
    let head = Resource<ResponseStream<Data, Never>, Never>(
      .head("/x"), [.success(Outcome(stream: { stream, _ in .success(stream) }))])
    _ = try await client.recorded(by: recording).send(head)
    while recording.har.entries.isEmpty { await Task.yield() }
    #expect(recording.har.entries.map(\.error) == [nil])
  }

  // MARK: Timeouts

  @Test func aHeadThatTakesTooLongIsRecordedAsATimeout() async {
    for (timeout, name) in [(TransportError.Timeout.head, "timedOut.head"), (.total, "timedOut.total")] {
      let (clock, stalls, recording) = (ManualClock(), Signal(), Recording())
      let stuck = InMemoryTransport { _ in
        stalls.fire()
        try await ManualClock().sleep(until: .init(offset: .seconds(1)), tolerance: nil)
        return .status(200)
      }
      var client = client(stuck, clock)
      if timeout == .head { client.headTimeout = .seconds(5) } else { client.timeout = .seconds(5) }
      let recorded = client.recorded(by: recording)
      async let result = recorded.result(of: Self.call)
      await stalls.wait()
      await clock.waitForSleeps()
      clock.advance(by: .seconds(5))
      #expect(await result.error?.transportError?.kind == .timedOut(timeout))
      #expect(recording.har.entries.map(\.error) == [name])
    }
  }

  @Test func aBodyThatTakesTooLongIsRecordedAsATimeout() async {
    for (timeout, name) in [(TransportError.Timeout.idle, "timedOut.idle"), (.total, "timedOut.total")] {
      let (clock, watched, recording) = (ManualClock(), Watched(), Recording())
      var client = client(watched.transport(["abc"]), clock)
      if timeout == .idle { client.idleTimeout = .seconds(5) } else { client.timeout = .seconds(5) }
      let recorded = client.recorded(by: recording)
      async let result = recorded.result(of: Self.call)
      await watched.isRead.wait()
      await clock.waitForSleeps(2)
      clock.advance(by: .seconds(5))
      #expect(await result.error?.transportError?.kind == .timedOut(timeout))
      #expect(recording.har.entries.map(\.error) == [name])
      #expect(recording.har.entries.first?.response?.body == Data("abc".utf8))
    }
  }

  @Test func aCallThatIsCancelledIsNotRecordedAsATimeout() async {
    let (clock, watched, recording) = (ManualClock(), Watched(), Recording())
    var client = client(watched.transport(["abc"]), clock)
    client.timeout = .seconds(5)
    client.idleTimeout = .seconds(5)
    let recorded = client.recorded(by: recording)
    let task = Task { await recorded.result(of: Self.call).error?.transportError?.kind }
    await watched.isRead.wait()
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(recording.har.entries.map(\.error) == ["cancelled"])
  }

  /// A body that sends nothing until it is cancelled from outside, as a real transport's can be.
  private final class SilentBody: Cancellable {
    private let isCancelled = Signal()

    func cancel() { isCancelled.fire() }

    var stream: ByteStream {
      ByteStream(
        length: nil, cancellation: self,
        once: { [self] in
          return { () async throws(TransportError) -> Data? in
            await self.isCancelled.wait()
            throw TransportError(.cancelled)
          }
        })
    }
  }

  /// With the client's own clock, no task is cancelled. The recording does not know the limit of the request.
  @Test(.timeLimit(.minutes(1))) func aReadThatIsCancelledByALimitIsRecordedAsATimeout() async {
    let recording = Recording()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        TransportResponse(head: HTTPResponse(status: .ok), body: SilentBody().stream)
      })
    client.retry = .off
    let result = await client.recorded(by: recording).result(of: Self.call) {
      $0.idleTimeout = .milliseconds(30)
    }
    #expect(result.error?.transportError?.kind == .timedOut(.idle))
    #expect(recording.har.entries.map(\.error) == ["timedOut.idle"])
  }

  // MARK: Files

  /// What is not needed may have any form: `cache` and `timings` as Firefox writes them, the rest as HAR 1.2 allows or
  /// forbids it.
  @Test func onlyWhatIsNeededOfAFileIsRead() throws {
    let har = try HAR(
      Data(
        #"""
        {"log": {"version": 1.2, "creator": "x", "comment": {}, "entries": [
          {"startedDateTime": "2026-01-02T03:04:05.678Z", "time": 12.5, "_error": {"code": 1}, "_secrets": "x",
           "request": {"method": "POST", "url": "https://a.example/x", "httpVersion": null, "headers": [],
             "queryString": {}, "cookies": [{"name": "a", "value": "b", "httpOnly": true}], "headersSize": null,
             "bodySize": "2", "postData": {"mimeType": 1, "params": [], "text": "{}", "_encoding": 1}},
           "response": {"status": 304, "statusText": "Not Modified", "httpVersion": 2, "headers": [],
             "cookies": [{"expires": 1}], "content": {"size": null, "mimeType": null}, "redirectURL": null,
             "headersSize": 1.5, "bodySize": null},
           "cache": {"beforeRequest": {"eTag": "\"1\"", "hitCount": 1}, "afterRequest": null},
           "timings": {"blocked": 0, "send": null, "comment": "x", "ssl": {}}},
          {"startedDateTime": "2026-01-02T03:04:05.678Z",
           "request": {"method": "GET", "url": "https://a.example/y", "headers": []},
           "response": {"status": 200, "headers": [], "content": {"text": "x"}}, "cache": null, "timings": []}
        ]}}
        """#.utf8))
    #expect(har.entries.map(\.response?.status) == [304, 200] && har.entries.allSatisfy { $0.error == nil })
    #expect(har.entries.map(\.request.body) == [Data("{}".utf8), Data()])
    #expect(har.entries[1].response?.body == Data("x".utf8))
    #expect(try throughAFile(har).entries.map(\.response) == har.entries.map(\.response))
  }

  @Test func theLengthOfAHEADIsReadAgain() async throws {
    let recording = Recording()
    let client = client { _ in
      .status(200, headers: [.contentLength: "12345", .contentEncoding: "gzip"])
    }
    let head = Resource<Void, Never>(.head("/x"), [.success(.noContent)])
    try await client.recorded(by: recording).send(head)
    let har = try throughAFile(recording.har)
    #expect(har.entries.map(\.error) == [nil])
    let reply = try await down.replaying(replay(har)).response(to: head)
    #expect(reply.header("Content-Length") == "12345" && reply.header("Content-Encoding") == "gzip")
  }

  @Test func theLengthOfABodyIsReadAgainIfItIsStillRight() throws {
    func length(_ headers: HTTPFields) throws -> String? {
      var one = entry("GET", "/x")
      one.response = .init(headers: headers, body: Data("four".utf8))
      return try throughAFile(HAR(entries: [one])).entries[0].response?.headers[.contentLength]
    }
    #expect(try length([.contentLength: "4"]) == "4")
    #expect(try length([.contentLength: "5"]) == nil)
    #expect(try length([.contentLength: "4", .contentEncoding: "gzip"]) == nil)
  }

  @Test func anArchiveMayBeLargerThanOtherJSON() {
    var text = Data(repeating: UInt8(ascii: " "), count: JSONCoder().maximumSize + 1)
    text[0] = UInt8(ascii: "x")
    #expect {
      try HAR(text)
    } throws: { error in
      (error as? JSONError)?.kind == .syntax
    }
  }
}
