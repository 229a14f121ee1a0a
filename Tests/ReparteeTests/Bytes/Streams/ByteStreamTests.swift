import Foundation
import ReparteeBase
import TestSupport
import Testing

@testable import Repartee

struct ByteStreamTests {
  private func read(_ stream: ByteStream) async throws(TransportError) -> [Data] {
    var all: [Data] = []
    for try await chunk in stream { all.append(chunk) }
    return all
  }

  private func kind<Value>(
    _ work: () async throws(TransportError) -> Value
  ) async -> TransportError.Kind? {
    do throws(TransportError) {
      _ = try await work()
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func bytesAreOneChunkAndCanBeReadAgain() async throws {
    let stream = ByteStream(Data("abc".utf8))
    #expect(stream.length == 3 && stream.isReplayable)
    for _ in 0..<2 { #expect(try await read(stream) == [Data("abc".utf8)]) }
    #expect(try await read(ByteStream(Data())).isEmpty)
    #expect(ByteStream(Data()).length == 0)
  }

  @Test func aSecondReadMeanwhileThrows() async throws {
    let (asked, asking) = AsyncStream<Void>.makeStream()
    let (answers, answering) = AsyncStream<Data>.makeStream()
    let stream = ByteStream(
      length: nil,
      once: {
        nonisolated(unsafe) var answers = answers.makeAsyncIterator()
        return { () async throws(TransportError) in
          asking.yield()
          return await answers.next()
        }
      })
    let reader = OneReader(stream.makeAsyncIterator())
    let first = Task { try await reader.next() }
    for await _ in asked { break }
    #expect(await kind { () async throws(TransportError) in try await reader.next() } == .bodyConsumed)
    answering.yield(Data("a".utf8))
    #expect(try await first.value == Data("a".utf8))
    answering.finish()
    #expect(try await reader.next() == nil, "the first read has ended")
  }

  @Test func aOneShotSourceIsReadOnceAndThenConsumed() async throws {
    let stream = ByteStream(length: nil, once: chunks(["a", "b"]))
    let copy = stream
    #expect(stream.length == nil && !stream.isReplayable)
    #expect(try await read(stream).count == 2)
    #expect(await kind { () async throws(TransportError) in try await read(stream) } == .bodyConsumed)
    #expect(
      await kind { () async throws(TransportError) in try await copy.collect(upTo: 9) } == .bodyConsumed)
  }

  @Test func aReplayableSourceStartsAnewEachTime() async throws {
    let starts = Mutex(0)
    let stream = ByteStream(
      length: 2,
      replayable: {
        starts.withLock { $0 += 1 }
        return chunks(["a", "b"])()
      })
    #expect(stream.length == 2 && stream.isReplayable && starts.withLock { $0 } == 0)
    for _ in 0..<2 { #expect(try await stream.collect(upTo: 2) == Data("ab".utf8)) }
    #expect(starts.withLock { $0 } == 2)
  }

  @Test func nothingIsAskedBeforeTheReaderAsks() async throws {
    let asked = Mutex(0)
    let stream = ByteStream(
      length: nil,
      once: {
        {
          asked.withLock { $0 += 1 }
          return asked.withLock { $0 } < 3 ? Data([1]) : nil
        }
      })
    var iterator = stream.makeAsyncIterator()
    #expect(asked.withLock { $0 } == 0)
    _ = try await iterator.next()
    #expect(asked.withLock { $0 } == 1)
    _ = try await iterator.next()
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil, "the end stays the end")
    #expect(asked.withLock { $0 } == 3, "and the source is not asked again")
  }

  @Test func anErrorOfTheSourceIsThrown() async {
    let stream = ByteStream(length: nil, once: chunks(["a"], then: TransportError(.connectionLost)))
    #expect(
      await kind { () async throws(TransportError) in try await stream.collect(upTo: 9) } == .connectionLost)
  }

  @Test func collectTakesExactlyTheLimitAndNotOneMore() async throws {
    for make in [
      { ByteStream(Data("abcd".utf8)) }, { ByteStream(length: nil, once: chunks(["ab", "", "cd"])) },
      { ByteStream(length: nil, replayable: chunks(["abcd"])) },
    ] as [() -> ByteStream] {
      #expect(try await make().collect(upTo: 4) == Data("abcd".utf8))
      #expect(
        await kind { () async throws(TransportError) in try await make().collect(upTo: 3) }
          == .bodyTooLarge(limit: 3))
    }
    #expect(try await ByteStream(Data()).collect(upTo: 0) == Data())
  }

  @Test func collectGivesAllBytesHoweverTheyAreCut() async throws {
    try await forAll { generator in
      let bytes = Data(generator.array(0...60) { UInt8($0.int(0...255)) })
      var pieces: [Data] = []
      var rest = bytes
      while !rest.isEmpty {
        let piece = rest.prefix(generator.int(0...10))  // slices keep their indices, as a network's do
        pieces.append(piece)
        rest = rest.dropFirst(piece.count)
      }
      let chunked = pieces
      let limit = generator.int(max(0, bytes.count - 2)...bytes.count + 2)
      let stream = ByteStream(length: nil, once: chunks(chunked))
      do throws(TransportError) {
        let collected = try await stream.collect(upTo: limit)
        #expect(collected == bytes && limit >= bytes.count)
      } catch {
        #expect(error.kind == .bodyTooLarge(limit: limit) && limit < bytes.count)
      }
      let client = Client(
        baseURL: api,
        transport: InMemoryTransport { _ in
          .init(head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(chunked)))
        })
      let body = try await client.send(Get<Data>(path: "/x"))
      #expect(body == bytes && body.startIndex == 0)
    }
  }
}
