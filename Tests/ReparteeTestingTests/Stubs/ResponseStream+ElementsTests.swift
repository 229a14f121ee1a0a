import Foundation
import HTTPTypes
import Repartee
import ReparteeTesting
import TestSupport
import Testing

/// Streams that a test makes from elements or chunks.
struct ResponseStreamElementsTests {
  private typealias Numbers = ResponseStream<Int, Problem>

  private struct Count: Endpoint {
    var request: Request { .get("/numbers") }
    static let responses: ResponseMap<ResponseStream<Int, Problem>, Never> = [
      .code(200, .stream(.jsonLines(of: Int.self, at: "n", failure: .at("error"))))
    ]
  }

  private func read(_ numbers: Numbers) async -> (numbers: [Int], error: CallError<Problem>?) {
    var given: [Int] = []
    do throws(CallError<Problem>) {
      for try await number in numbers { given.append(number) }
      return (given, nil)
    } catch {
      return (given, error)
    }
  }

  @Test func elementsAreGivenInTheirOrder() async {
    for count in [0, 1, 3, 1_000] {
      let given = await read(Numbers(elements: Array(0..<count)))
      #expect(given.numbers == Array(0..<count) && given.error == nil)
    }
  }

  @Test func aFailureFollowsTheElementsBeforeIt() async {
    let given = await read(Numbers(elements: [1, 2, 3], failure: Problem(title: "full")))
    #expect(given.numbers == [1, 2, 3] && given.error?.declared == Problem(title: "full"))
  }

  @Test func aStubGivesAStreamToEachCall() async throws {
    let client = Client.preview { Stub(Count.self) { _ in .success(ResponseStream(elements: [7, 8])) } }
    for _ in 0..<2 { #expect(await read(try await client.send(Count())).numbers == [7, 8]) }
  }

  @Test func aStreamIsReadOnce() async {
    let numbers = Numbers(elements: [1])
    #expect(await read(numbers).numbers == [1])
    #expect(await read(numbers).error?.transportError?.kind == .bodyConsumed)
  }

  @Test func anElementIsGivenAsSoonAsItArrives() async throws {
    let (elements, source) = AsyncThrowingStream<Int, any Error>.makeStream()
    var numbers = Numbers(elements: elements).makeAsyncIterator()
    for number in 0..<3 {
      source.yield(number)
      #expect(try await numbers.next() == number)
    }
    source.finish()
    #expect(try await numbers.next() == nil)
    #expect(try await numbers.next() == nil)
  }

  @Test func anErrorOfTheSequenceEndsTheStream() async {
    struct Other: Error {}
    func error(_ error: any Error) async -> CallError<Problem>? {
      let given = await read(
        Numbers(
          elements: AsyncThrowingStream<Int, any Error> { source in
            source.yield(1)
            source.finish(throwing: error)
          }))
      #expect(given.numbers == [1])
      return given.error
    }
    #expect(await error(Problem(title: "a"))?.declared == Problem(title: "a"))
    #expect(await error(TransportError(.connectionLost))?.transportError?.kind == .connectionLost)
    #expect(await error(CancellationError())?.isCancellation == true)
    #expect(await error(BodyDecodingError(.emptyBody, message: ""))?.decodingError?.kind == .emptyBody)
    #expect(await error(Other())?.decodingError?.underlying is Other)
  }

  @Test func cancellingTheReaderEndsTheSequence() async {
    let (elements, source) = AsyncThrowingStream<Int, any Error>.makeStream()
    let (began, begin) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    source.onTermination = { _ in end.finish() }
    source.yield(1)
    let task = Task {
      do throws(CallError<Problem>) {
        for try await _ in Numbers(elements: elements) { begin.finish() }
        return nil as CallError<Problem>?
      } catch {
        return error
      }
    }
    for await _ in began {}
    task.cancel()
    for await _ in ended {}
    #expect(await task.value?.isCancellation == true)
  }

  @Test func aBodyIsCutWhereTheTestCutsIt() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    var numbers = ResponseStream(
      head: HTTPResponse(status: .ok), body: ByteStream(chunks: chunks), format: .jsonLines(of: Int.self)
    ).makeAsyncIterator()
    for text in ["1", "2\n3", "\n"] { source.yield(Data(text.utf8)) }
    #expect(try await numbers.next() == 12)
    #expect(try await numbers.next() == 3)
    source.finish()
    #expect(try await numbers.next() == nil)
  }

  @Test func anErrorOfTheChunksIsATransportError() async {
    struct Other: Error {}
    for (error, kind) in [
      (Other(), .connectionLost), (TransportError(.offline), .offline), (CancellationError(), .cancelled),
    ] as [(any Error, TransportError.Kind)] {
      let chunks = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: error) }
      await #expect { try await ByteStream(chunks: chunks).collect(upTo: 9) } throws: {
        ($0 as? TransportError)?.kind == kind
      }
    }
  }
}
