import Foundation
import Repartee
import Testing

@Suite(
  .enabled(if: Httpbin.isRunning, "REPARTEE_HTTPBIN is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct StreamTests {
  @Test(arguments: Wire.allCases) func linesAreDecodedOneByOne(over wire: Wire) async throws {
    let lines = try await wire.client(of: Httpbin.baseURL).send(CountLines(upTo: 100, tag: "Größe"))
    var ids: [Int] = []
    for try await line in lines {
      #expect(line.args == ["tag": "Größe"])
      ids.append(line.id)
    }
    #expect(ids == Array(0..<100))
  }

  /// Neither the time of the call nor that of a silence bounds the body as a whole.
  @Test(arguments: Wire.allCases) func aBodyTakesAsLongAsItTakes(over wire: Wire) async throws {
    var client = wire.client(of: Httpbin.baseURL)
    client.timeout = .seconds(10)
    client.idleTimeout = .seconds(10)
    let drops = try await client.send(Drip(bytes: 24, seconds: 12))
    #expect(drops.header("Content-Length") == "24")
    var received = Data()
    for try await drop in drops { received += drop }
    #expect(received == Data(repeating: UInt8(ascii: "*"), count: 24))
  }

  @Test(arguments: Wire.allCases) func aRefusalIsReadWhole(over wire: Wire) async throws {
    let result = await wire.client(of: Httpbin.baseURL).result(of: Drip(bytes: 3, seconds: 0.3, status: 503))
    #expect(result.failure?.declared == .busy("***"))
  }

  @Test(arguments: Wire.allCases) func aPartIsToldFromTheWhole(over wire: Wire) async throws {
    let client = wire.client(of: Httpbin.baseURL)
    let alphabet = "abcdefghijklmnopqrstuvwxyz"
    #expect(try await client.send(GetAlphabet()) == .whole(alphabet))
    #expect(try await client.send(GetAlphabet(range: "0-25")) == .whole(alphabet))
    #expect(try await client.send(GetAlphabet(range: "3-7")) == .part("defgh", of: 26))
    #expect(try await client.send(GetAlphabet(range: "20-")) == .part("uvwxyz", of: 26))
    #expect(try await client.send(GetAlphabet(range: "-4")) == .part("wxyz", of: 26))
    let beyond = await client.result(of: GetAlphabet(range: "26-30"))
    #expect(beyond.failure?.declared == .beyondTheEnd(of: 26))
  }

  @Test(arguments: Wire.allCases) func chunksMakeAWhole(over wire: Wire) async throws {
    let chunks = try await wire.client(of: Httpbin.baseURL).send(
      Resource<ResponseStream<Data, Never>, Never>(
        .get("/stream-bytes/100000", query: ["chunk_size": 999]), [.code(200, .stream(.bytes))]))
    #expect(chunks.header("Content-Length") == nil)
    var count = 0
    for try await chunk in chunks { count += chunk.count }
    #expect(count == 100_000)
  }

  @Test(arguments: Wire.allCases) func aStreamIsReadOnce(over wire: Wire) async throws {
    let lines = try await wire.client(of: Httpbin.baseURL).send(CountLines(upTo: 3, tag: "a"))
    for try await line in lines where line.id == 1 { break }
    let error = await #expect(throws: CallError<Never>.self) { for try await _ in lines {} }
    #expect(error?.transportError?.kind == .bodyConsumed)
  }
}

private struct CountLines: Endpoint {
  struct Line: Decodable {
    var id: Int
    var args: [String: String]
  }

  var count: Int
  var tag: String

  init(upTo count: Int, tag: String) {
    self.count = count
    self.tag = tag
  }

  var request: Request { .get("/stream/\(count)", query: ["tag": tag]) }

  static let responses: ResponseMap<ResponseStream<Line, Never>, Never> = [.code(200, .stream(.jsonLines()))]
}

/// Bytes one by one.
private struct Drip: Endpoint {
  enum Refusal: Error, Hashable {
    case busy(String)
  }

  var bytes: Int
  var seconds: Double
  var status = 200

  var request: Request {
    .get("/drip", query: ["numbytes": bytes, "duration": seconds, "delay": 0, "code": status])
  }

  static let responses: ResponseMap<ResponseStream<Data, Never>, Refusal> = [
    .code(200, .stream(.bytes)),
    .code(503, .decodeError(String.self) { .busy($0) }),
  ]
}

/// A type per status: the whole, a part of it, or a range that it does not have (RFC 9110, section 14).
private struct GetAlphabet: Endpoint {
  enum Letters: Hashable {
    case whole(String)
    case part(String, of: Int?)
  }

  enum Refusal: Error, Hashable {
    case beyondTheEnd(of: Int?)
  }

  var range: String?

  var request: Request { .get("/range/26", headers: ["Range": range.map { "bytes=\($0)" }]) }

  static let responses: ResponseMap<Letters, Refusal> = [
    .code(200, .decode(String.self) { .whole($0) }),
    .code(206, .decode { (letters: String, response) in .part(letters, of: length(in: response)) }),
    .code(416, .error { .beyondTheEnd(of: length(in: $0)) }),
  ]

  /// `26` of `bytes 3-7/26` and of `bytes */26`.
  private static func length(in response: Response) -> Int? {
    response.header("Content-Range").flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
  }
}
