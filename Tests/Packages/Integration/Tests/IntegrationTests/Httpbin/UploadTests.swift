import Foundation
import Repartee
import Testing

@Suite(.enabled(if: Httpbin.isRunning, "REPARTEE_HTTPBIN is not set; Scripts/integration starts one"))
struct UploadTests {
  private let numbers = (1...50_000).map { "\($0)\n" }.joined()

  private var pieces: Pieces { Pieces(bytes: Data(numbers.utf8), size: 10_000) }

  @Test(arguments: Wire.allCases) func aLengthThatIsKnownIsSent(over wire: Wire) async throws {
    let body = Request.Body.stream(replayable: pieces, length: Int64(numbers.utf8.count))
    let received = try await wire.client(of: Httpbin.baseURL).send(Store(body: body))
    #expect(received.data == numbers)
    #expect(received.headers["Content-Length"] == "\(numbers.utf8.count)")
    #expect(received.headers["Transfer-Encoding"] == nil)
  }

  @Test(arguments: Wire.allCases) func aLengthThatIsNotKnownMakesChunks(over wire: Wire) async throws {
    let body = Request.Body.stream(replayable: pieces, length: nil)
    let received = try await wire.client(of: Httpbin.baseURL).send(Store(body: body))
    #expect(received.data == numbers)
    #expect(received.headers["Transfer-Encoding"] == (wire.sendsInChunks ? "chunked" : nil))
    #expect(received.headers["Content-Length"] == (wire.sendsInChunks ? nil : "\(numbers.utf8.count)"))
  }

  @Test(arguments: Wire.allCases) func aReplayableBodyIsSentAgain(over wire: Wire) async throws {
    let client = wire.client(of: Httpbin.baseURL)
    let store = Store(body: .stream(replayable: pieces, length: nil))
    for _ in 1...2 { #expect(try await client.send(store).data == numbers) }
  }

  @Test(arguments: Wire.allCases) func aBodyForOnceIsNotSentAgain(over wire: Wire) async throws {
    let client = wire.client(of: Httpbin.baseURL)
    let store = Store(body: .stream(once: pieces, length: nil))
    #expect(try await client.send(store).data == numbers)
    let error = try #require(await client.result(of: store).failure)
    #expect(error.transportError?.kind == .bodyConsumed)
    #expect(error.response == nil)
  }

  @Test(arguments: Wire.allCases) func aFileIsSentWithItsLength(over wire: Wire) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "numbers.txt")
      try Data(numbers.utf8).write(to: file)
      let body = Request.Body.file(file, contentType: "text/plain")
      let received = try await wire.client(of: Httpbin.baseURL).send(Store(body: body))
      #expect(received.data == numbers)
      #expect(received.headers["Content-Length"] == "\(numbers.utf8.count)")
      #expect(received.headers["Content-Type"] == "text/plain")
    }
  }
}

/// httpbin says what it got.
private struct Store: Endpoint {
  struct Received: Decodable {
    var data: String
    var headers: [String: String]
  }

  var body: Request.Body

  var request: Request { .put("/put", body: body) }

  static let responses: ResponseMap<Received, Never> = [.code(200, .decode)]
}
