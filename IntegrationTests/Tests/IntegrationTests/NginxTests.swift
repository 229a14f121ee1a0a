import Foundation
import Repartee
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
    var numbers: ResponseStream<String>? = try await client.send(download)
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

  @Test(arguments: Wire.allCases, [2_000, 1_000_000])
  func aPageOfHTMLInPlaceOfAProblemKeepsItsStatus(over wire: Wire, size: Int) async throws {
    let body = RequestBody.bytes(Data(repeating: 0x61, count: size))
    let error = try #require(
      await wire.client(of: Nginx.baseURL).result(of: Submit(body: body)).failure)
    #expect(error.status == .contentTooLarge)
    #expect(error.decodingFailure?.kind == .corrupted)
    #expect(error.text?.contains("<h1>413 Request Entity Too Large</h1>") == true)
    #expect(
      error.description.hasPrefix(
        "POST /small.json → 413 Content Too Large, text/html, 183 bytes, where `ProblemDetails` was declared:"
      ), "\(error)")
  }
}
