#if Gzip
import CReparteeZlib
import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct ContentCodingTests {
  private final class Marks: Sendable {
    let all = Mutex<[Int64]>([])
  }

  private let text = String(repeating: "gleich und gleich, ", count: 500)

  @Test func aBodyInMemoryIsCompressedWithItsLength() async throws {
    let sent = try await arrival(of: .post("/x", body: .text(text).gzipped()))
    #expect(sent.head.headerFields[.contentEncoding] == "gzip")
    #expect(sent.head.headerFields[.contentType] == "text/plain; charset=utf-8")
    #expect(sent.bytes.count < 200)
    #expect(gunzip(sent.bytes) == Data(text.utf8))
    let response = try await Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
      .response(to: Resource<Void, Never>(.post("/x", body: .text(text).gzipped()), [.any(.noContent)]))
    #expect(response.request.bodyLength == Int64(sent.bytes.count))
  }

  @Test func jsonAndFormsAndFilesAreCompressed() async throws {
    let json = try await arrival(of: .post("/x", body: .json(["name": text]).gzipped()))
    #expect(gunzip(json.bytes) == Data(#"{"name":"\#(text)"}"#.utf8))
    let form = try await arrival(of: .post("/x", body: .form(["a": 1, "b": "ä"]).gzipped()))
    #expect(gunzip(form.bytes) == Data("a=1&b=%C3%A4".utf8))
    try await withFolder { folder in
      let file = folder.appending(path: "a")
      try Data(text.utf8).write(to: file)
      let sent = try await arrival(of: .put("/x", body: .file(file, contentType: "text/plain").gzipped()))
      #expect(gunzip(sent.bytes) == Data(text.utf8))
      #expect(sent.head.headerFields[.contentType] == "text/plain")
    }
  }

  @Test func aWholeFormWithFilesIsCompressed() async throws {
    var form = MultipartForm()
    form.append("text", text)
    let sent = try await arrival(of: .post("/x", body: .multipart(form).gzipped()))
    let plain = try #require(gunzip(sent.bytes).map { String(decoding: $0, as: UTF8.self) })
    #expect(plain.contains("name=\"text\"\r\n\r\n\(text)\r\n--"))
  }

  @Test func noBodyStaysNoBody() async throws {
    let sent = try await arrival(of: .post("/x", body: .none.gzipped()))
    #expect(sent.bytes.isEmpty)
    #expect(sent.head.headerFields[.contentEncoding] == nil)
    #expect(gunzip(try await arrival(of: .post("/x", body: .text("").gzipped())).bytes) == Data())
  }

  @Test func anyBytesInAnyChunksAreReadBack() async throws {
    try await forAll(runs: 100) { random in
      let repeated = random.array(0...60) { UInt8($0.int(0...255)) }
      let bytes = Data((0..<random.int(0...100)).flatMap { _ in repeated })
      let pieces = random.cut(bytes)
      let stream = ByteStream(length: Int64(bytes.count), replayable: chunks(pieces))
      let body = Request.Body.stream(stream).gzipped()
      for _ in 0..<2 {
        let sent = try await arrival(of: .post("/x", body: body))
        #expect(gunzip(sent.bytes) == bytes)
      }
    }
  }

  @Test func aLargeStreamLeavesInPiecesOfAtMost64KiB() async throws {
    var random = SplitMix64(seed: 1)
    let piece = Data((0..<1 << 20).map { _ in UInt8(truncatingIfNeeded: random.next()) })  // does not shrink
    let stream = ByteStream(length: nil, once: chunks([piece, piece]))
    let marks = Marks()
    let body = Request.Body.stream(stream).gzipped()
      .reportingProgress { progress in marks.all.withLock { $0.append(progress.bytes) } }
    let sent = try await arrival(of: .post("/x", body: body))
    #expect(gunzip(sent.bytes) == piece + piece)
    let all = marks.all.withLock { $0 }
    #expect(all.last == Int64(sent.bytes.count))
    #expect(zip([0] + all, all).allSatisfy { $1 - $0 <= 64 << 10 })
  }

  @Test func aStreamThatCanBeReadOnceIsSentOnce() async throws {
    let stream = ByteStream(length: 1, once: chunks(["a"]))
    let request = Request.post("/x", body: .stream(stream).gzipped())
    #expect(gunzip(try await arrival(of: request).bytes) == Data("a".utf8))
    let again = await failure(of: request)
    #expect(again?.transportError?.kind == .bodyConsumed)
  }

  @Test func aStreamThatFailsFailsTheCall() async throws {
    let broken = ByteStream(length: nil, once: chunks(["a"], then: TransportError(.connectionLost)))
    let error = await failure(of: .post("/x", body: .stream(broken).gzipped()))
    #expect(error?.transportError?.kind == .connectionLost)
  }

  @Test func aContentEncodingOfItsOwnIsRefused() async throws {
    let own = Request.post("/x", headers: ["Content-Encoding": "br"], body: .text("a").gzipped())
    #expect(await refusal(of: own)?.kind == .header)
    let plain = Request.post("/x", body: .text("a").gzipped())
    #expect(await refusal(of: plain, headers: ["Content-Encoding": "br"])?.kind == .header)
    let uncompressed = try await arrival(
      of: .post("/x", headers: ["Content-Encoding": "br"], body: .text("a")))
    #expect(uncompressed.head.headerFields[.contentEncoding] == "br")
  }

  @Test func aPartOfAFormIsRefused() async throws {
    var form = MultipartForm()
    form.append("text", .text("a").gzipped())
    let refused = await refusal(of: .post("/x", body: .multipart(form)))
    #expect(refused?.kind == .body)
    #expect(refused?.message.contains("whole form") == true)
  }

  @Test func theDescriptionSaysThatItIsCompressed() {
    #expect(Request.Body.json(1).gzipped().description == "application/json, gzip")
    #expect(Request.Body.bytes(Data([1])).gzipped().description == "1 bytes, application/octet-stream, gzip")
  }

  private func failure(of request: Request) async -> CallError<Never>? {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    let resource = Resource<Void, Never>(request, [.any(.noContent)])
    guard case .failure(let error) = await client.result(of: resource) else { return nil }
    return error
  }
}

/// What gzip has made of bytes, or nil if it is not that, whole, and nothing more.
private func gunzip(_ compressed: Data) -> Data? {
  guard let stream = repartee_newInflater(31) else { return nil }
  defer { repartee_freeInflater(stream) }
  var input = [UInt8](compressed)
  var output: [UInt8] = []
  var page = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let step = repartee_inflate(stream, input, UInt32(input.count), &page, UInt32(page.count))
    output += page.prefix(Int(step.outputCount))
    input.removeFirst(Int(step.inputCount))
    if step.code == Z_STREAM_END { return input.isEmpty ? Data(output) : nil }
    guard step.code == Z_OK else { return nil }
  }
}
#endif
