// The examples of "Testing your client" about streams, which are tests.
import Foundation
import HTTPTypes
import Repartee
import ReparteeTesting
import Testing

struct TestingStreamsTests {
  private struct Token: Codable, Hashable {
    var text: String
  }

  private enum ChatError: String, Error, Decodable {
    case overloaded
  }

  private struct Chat: Endpoint {
    typealias Output = ResponseStream<Token, ChatError>
    var request: Request { .get("/chat") }
    static let responses: ResponseMap<Output, Never> = [
      .code(200, .stream(.serverSentEvents(failure: .event("error"), reconnecting: .after(.seconds(1)))))
    ]
  }

  private let tokens = ["a", "b", "c"].map { Token(text: $0) }

  private var client: Client {
    var client = Client.preview {}
    client.clock = SkippingClock()
    return client
  }

  private func read(_ stream: Chat.Output) async -> (tokens: [Token], error: CallError<ChatError>?) {
    var given: [Token] = []
    do throws(CallError<ChatError>) {
      for try await token in stream { given.append(token) }
      return (given, nil)
    } catch {
      return (given, error)
    }
  }

  @Test func elementsAndAFailure() async throws {
    let stubs = Stubs {
      Stub(Chat.self) { _ in
        .success(
          ResponseStream(elements: tokens, failure: .overloaded))
      }
    }
    for _ in 0..<2 {
      let given = await read(try await client.stubbed(by: stubs).send(Chat()))
      #expect(given.tokens == tokens && given.error?.declared == .overloaded)
    }
  }

  @Test func elementsWhenTheTestSendsThem() async throws {
    let (elements, source) =
      AsyncThrowingStream<Token, any Error>.makeStream()
    let stubs = Stubs {
      Stub(Chat.self, .success(ResponseStream(elements: elements)))
    }
    let answers = try await client.stubbed(by: stubs).send(Chat())
    var reader = answers.makeAsyncIterator()
    for token in tokens {
      source.yield(token)
      #expect(try await reader.next() == token)
    }
    source.finish(throwing: ChatError.overloaded)

    await #expect { _ = try await reader.next() } throws: {
      ($0 as? CallError<ChatError>)?.declared == .overloaded
    }
  }

  @Test func bytesInChunks() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let answers = ResponseStream(
      head: HTTPResponse(status: .ok),
      body: ByteStream(chunks: chunks),
      format: .serverSentEvents(of: Token.self))
    source.yield(Data("data: {\"te".utf8))
    source.yield(Data("xt\": \"Hi\"}\n\n".utf8))
    source.finish()

    var given: [Token] = []
    for try await token in answers { given.append(token) }
    #expect(given == [Token(text: "Hi")])
  }

  @Test func aStreamThatIsOpenedAgain() async throws {
    func events(_ text: String) -> StubResponse<Chat.Output, Never> {
      .response(.text(text, contentType: "text/event-stream"))
    }
    let stubs = Stubs {
      Stub(
        Chat.self, events("id: 1\ndata: {\"text\": \"a\"}\n\n"),
        events("id: 2\ndata: {\"text\": \"b\"}\n\n"), .status(204))
    }
    let given = await read(try await client.stubbed(by: stubs).send(Chat()))
    #expect(given.tokens.map(\.text) == ["a", "b"] && given.error == nil)
    #expect(stubs.calls(of: Chat.self).map(\.requests.count) == [3])
  }
}
