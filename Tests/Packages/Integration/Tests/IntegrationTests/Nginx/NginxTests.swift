import Foundation
import Repartee
import ReparteeCaching
import Testing

@Suite(
  .enabled(if: Nginx.isRunning, "REPARTEE_NGINX is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct NginxTests {
  /// The call's own time would not suffice for the body.
  @Test(arguments: Wire.allCases) func theHeadComesBeforeTheBody(over wire: Wire) async throws {
    var client = wire.client(of: Nginx.baseURL)
    client.idleTimeout = .seconds(30)
    let numbers = try await client.send(GetNumbersSlowly(reader: UUID().uuidString))
    #expect(numbers.header("Content-Length") == "1288895")
    var count = 0
    for try await number in numbers {
      count += 1
      #expect(number == "\(count)")
      if count == 4000 { break }
    }
    #expect(count == 4000)
  }

  enum Leaving: CaseIterable {
    case theLoop, theTask, itUnread
  }

  @Test(arguments: Wire.allCases, Leaving.allCases)
  func leavingClosesTheConnection(over wire: Wire, leaving: Leaving) async throws {
    let client = wire.client(of: Nginx.baseURL)
    let download = GetNumbersSlowly(reader: UUID().uuidString)
    var numbers: ResponseStream<String, Never>? = try await client.send(download)
    #expect(await client.result(of: download).failure?.declared == .busy)

    switch leaving {
    case .theLoop:
      for try await number in try #require(numbers) where number == "3" { break }
    case .theTask:
      let reading = Task { [numbers] in
        for try await number in try #require(numbers) where number == "3" {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      let error = try #require(await reading.result.failure as? CallError<Never>)
      #expect(error.isCancellation)
    case .itUnread:
      numbers = nil
    }

    // The server lets the next one in when it has seen that the first has gone; nothing tells when.
    while await client.result(of: download).failure?.declared == .busy {}
    withExtendedLifetime(numbers) {}
  }

  @Test(arguments: Wire.allCases) func whatIsCompressedIsDecodedLineByLine(over wire: Wire) async throws {
    let lines = try await wire.client(of: Nginx.baseURL).send(GetNumbers())
    #expect(lines.header("Content-Encoding") == "gzip")
    var count = 0
    for try await line in lines {
      count += 1
      if line.number != count { Issue.record("\(line.number) came as number \(count)") }
    }
    #expect(count == 200_000)
  }

  /// Its tag is weak, and strong in the 304.
  @Test(arguments: Wire.allCases) func whatIsCompressedIsValidated(over wire: Wire) async throws {
    var client = wire.client(of: Nginx.baseURL)
    client.cache = ResponseCache()
    let numbers = Resource<Data, Never>(.get("/compressed/numbers.txt"), [.success(.decode)])
    let first = try await client.response(to: numbers)
    #expect(first.header("ETag")?.hasPrefix("W/") == true)
    let second = try await client.response(to: numbers)
    #expect(second.attempts.map(\.status) == [304])
    #expect(second.value == first.value)
  }

  enum Upload: CaseIterable {
    case atHand, ofKnownLength, inChunks

    /// Far more than the server takes, or than fits into the buffers on the way there.
    var body: Request.Body {
      let bytes = Data(repeating: UInt8(ascii: "a"), count: 20_000_000)
      return switch self {
      case .atHand: .bytes(bytes)
      case .ofKnownLength:
        .stream(once: Pieces(bytes: bytes, size: 100_000), length: Int64(bytes.count))
      case .inChunks: .stream(once: Pieces(bytes: bytes, size: 100_000), length: nil)
      }
    }
  }

  /// The server responds long before it has the body, and closes: 413, or 405 where it is not told the length. A
  /// problem was declared, and a page of HTML comes.
  @Test(arguments: Wire.allCases, Upload.allCases)
  func aRefusedUploadKeepsItsResponse(over wire: Wire, upload: Upload) async throws {
    let error = try #require(
      await wire.client(of: Nginx.baseURL).result(of: Submit(body: upload.body)).failure)
    let isLengthTold = upload != .inChunks || !wire.sendsInChunks
    #expect(error.status == (isLengthTold ? .contentTooLarge : .methodNotAllowed))
    #expect(error.decodingError?.kind == .corrupted)
    #expect(error.text?.hasPrefix("<html>") == true && error.text?.hasSuffix("</html>\r\n") == true)
    let response = try #require(error.response)
    #expect(error.summary.hasPrefix("\(response), where `ProblemDetails` was declared: "))
  }
}
