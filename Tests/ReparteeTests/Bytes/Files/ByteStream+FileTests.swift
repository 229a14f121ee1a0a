import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct ByteStreamFileTests {
  private struct Pieces: AsyncSequence, Sendable {
    typealias Element = Data
    var texts: [String]
    var error: (any Error)?
    let reads = Reads()

    final class Reads: Sendable {
      let count = Mutex(0)
    }

    struct Iterator: AsyncIteratorProtocol {
      var texts: ArraySlice<String>
      var error: (any Error)?

      mutating func next() async throws -> Data? {
        if let text = texts.popFirst() { return Data(text.utf8) }
        if let error { throw error }
        return nil
      }
    }

    func makeAsyncIterator() -> Iterator {
      reads.count.withLock { $0 += 1 }
      return Iterator(texts: texts[...], error: error)
    }
  }

  private let done: ResponseMap<Void, Never> = [.any(.noContent)]

  private func transportError(of body: Request.Body) async -> TransportError? {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    guard case .failure(let error) = await client.result(of: Resource(.post("/x", body: body), done)) else {
      return nil
    }
    return error.transportError
  }

  // Files

  @Test func aFileIsSentWithItsLength() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a b%20ä.bin")
      let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try bytes.write(to: file)
      let body = Request.Body.file(file, contentType: "image/png")
      let client = Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          #expect(request.head.headerFields[.contentType] == "image/png")
          return .status(200, body: request.bytes)
        })
      let echo = Resource<Data, Never>(.post("/x", body: body), [.any(.decode)])
      for _ in 0..<2 {  // it can be sent again
        let response = try await client.response(to: echo)
        #expect(response.value == bytes && response.request.bodyLength == 200_000)
      }
    }
  }

  @Test func anEmptyFileIsAnEmptyBody() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data().write(to: file)
      let response = try await Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
        .response(to: Resource(.post("/x", body: .file(file)), done))
      #expect(response.request.bodyLength == 0)
    }
  }

  @Test func whatIsNoFileIsRefusedBeforeAnythingIsSent() async throws {
    try await withFolder { folder in
      for url in [folder.appending(path: "nowhere"), folder, URL(string: "https://example.com/etc/hosts")!] {
        let refused = await refusal(of: .post("/x", body: .file(url)))
        #expect(refused?.kind == .body, "\(url)")
      }
    }
  }

  @Test func aFIFOOrADeviceIsRefusedWithoutWaitingForIt() async throws {
    try await withFolder { folder in
      let fifo = folder.appending(path: "fifo")
      #expect(mkfifo(fifo.path, 0o600) == 0)
      for url in [fifo, URL(filePath: "/dev/null")] {
        let refused = await refusal(of: .post("/x", body: .file(url)))
        #expect(refused?.kind == .body)
        #expect(refused.map { "\($0)".contains("no regular file") } == true, "\(url)")
      }
    }
  }

  @Test func aNegativeLengthIsRefusedBeforeAnythingIsSent() async {
    let stream = Request.Body.stream(ByteStream(length: -1, replayable: chunks(["ab"])))
    var form = MultipartForm()
    form.append("a", stream)
    for body in [stream, .multipart(form)] {
      let refused = await refusal(of: .post("/x", body: body))
      #expect(refused?.kind == .body)
    }
  }

  @Test func aFileThatBecomesShorterFailsAndOneThatGrowsIsCut() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data(count: 300_000).write(to: file)
      let shrinking = Request.Body.file(file).reportingProgress { progress in
        if progress.bytes == 64 << 10 { _ = truncate(file.path, 100_000) }
      }
      #expect(await transportError(of: shrinking)?.kind == .requestBody)

      try Data(count: 100_000).write(to: file)
      let told = Mutex<Int64>(0)
      let growing = Request.Body.file(file).reportingProgress { progress in
        _ = truncate(file.path, 900_000)
        told.withLock { $0 = progress.bytes }
      }
      #expect(await transportError(of: growing) == nil)
      #expect(told.withLock { $0 } == 100_000)
    }
  }

  // Sequences

  @Test(arguments: [nil, 3] as [Int64?])
  func aSequenceIsSentAsItArrives(length: Int64?) async throws {
    for body in [
      Request.Body.stream(once: Pieces(texts: ["a", "bc"]), length: length, contentType: "text/csv"),
      .stream(replayable: Pieces(texts: ["a", "bc"]), length: length, contentType: "text/csv"),
    ] {
      let arrived = try await arrival(of: .post("/x", body: body))
      #expect(arrived.bytes == Data("abc".utf8) && arrived.head.headerFields[.contentType] == "text/csv")
    }
  }

  @Test func aOneShotSequenceIsNeverSentTwice() async throws {
    let pieces = Pieces(texts: ["abc"])
    let (arrivals, again) = (Arrivals(), Resource(.post("/x", body: .stream(once: pieces, length: 3)), done))
    let client = Client(baseURL: api, transport: arrivals.transport())
    try await client.send(again)
    guard case .failure(let error) = await client.result(of: again) else {
      Issue.record("it was sent again")
      return
    }
    #expect(error.transportError?.kind == .bodyConsumed)
    #expect(arrivals.all.count == 1 && pieces.reads.count.withLock { $0 } == 1)
  }

  @Test func aConsumedBodyNeverReachesTheTransport() async throws {
    struct Refusing: Transport {
      func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        Issue.record("the transport was asked")
        return TransportResponse(head: HTTPResponse(status: .ok), body: ByteStream(Data()))
      }
    }
    let stream = ByteStream(length: 3, once: chunks(["abc"]))
    _ = try await stream.collect(upTo: 3)
    let result = await Client(baseURL: api, transport: Refusing())
      .result(of: Resource(.post("/x", body: .stream(stream)), done))
    guard case .failure(let error) = result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.transportError?.kind == .bodyConsumed)
  }

  @Test func aReplayableSequenceIsSentWholeEachTime() async throws {
    let pieces = Pieces(texts: ["a", "bc"])
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport())
    let again = Resource(.post("/x", body: .stream(replayable: pieces, length: nil)), done)
    for _ in 0..<2 { try await client.send(again) }
    #expect(arrivals.all.map(\.bytes) == [Data("abc".utf8), Data("abc".utf8)])
    #expect(pieces.reads.count.withLock { $0 } == 2)
  }

  @Test func whatASequenceThrowsFailsTheRequest() async throws {
    struct Odd: Error {}
    let failing = Request.Body.stream(once: Pieces(texts: ["a"], error: Odd()), length: nil)
    let error = await transportError(of: failing)
    #expect(error?.kind == .requestBody && error?.underlying is Odd)
    let cancelled = Request.Body.stream(once: Pieces(texts: [], error: CancellationError()), length: nil)
    #expect(await transportError(of: cancelled)?.kind == .cancelled)
  }

  @Test func progressSaysHowMuchTheTransportTook() async throws {
    let told = Mutex<[TransferProgress]>([])
    let body = Request.Body.stream(once: Pieces(texts: ["ab", "c"]), length: 3)
    try await Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) }).send(
      Resource(
        .post("/x", body: body.reportingProgress { progress in told.withLock { $0.append(progress) } }), done)
    )
    #expect(told.withLock { $0.map(\.bytes) } == [2, 3])
    #expect(told.withLock { $0.map(\.total) } == [3, 3])
  }
}
