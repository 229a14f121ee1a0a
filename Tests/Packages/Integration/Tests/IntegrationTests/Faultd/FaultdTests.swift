import Foundation
import Repartee
import Synchronization
import Testing

@Suite(.needsFaultd, .timeLimit(.minutes(1)))
struct FaultdTests {
  private struct Line: Decodable {
    var n: Int
  }

  /// Events with a byte order mark, all three endings of lines, a comment, an `id` with a NUL, a character cut in
  /// two, and one event too few blank lines.
  @Test(arguments: Wire.allCases) func eventsAreReadByTheStandard(over wire: Wire) async throws {
    let events = await read("sse", as: .serverSentEvents(), over: wire)
    #expect(
      events.elements == [
        ServerSentEvent(data: "a\nb", id: "1"),
        ServerSentEvent(type: "x", data: "café", id: "1"),
        ServerSentEvent(data: "", id: "1"),
      ])
    #expect(events.error == nil)
  }

  @Test(arguments: Wire.allCases) func aLineWithoutEndEndsAtTheLimit(over wire: Wire) async throws {
    let events = await read("sse_hugeline", as: .serverSentEvents(maximumElementSize: 100_000), over: wire)
    #expect(events.elements.isEmpty)
    #expect(events.error?.decodingError?.kind == .tooLarge)
    #expect(events.error?.decodingError?.path == "line 1")
    #expect(events.error?.status == .ok)
  }

  @Test(arguments: Wire.allCases) func aBadLineEndsTheStreamWithItsPlace(over wire: Wire) async throws {
    let lines = await read("ndjson_bad", as: .jsonLines(of: Line.self), over: wire)
    #expect(lines.elements.map(\.n) == [1, 2])
    #expect(lines.error?.decodingError?.kind == .corrupted)
    #expect(lines.error?.decodingError?.path == "line 4")
  }

  @Test(arguments: Wire.allCases) func aBadLineCanBeLeftOut(over wire: Wire) async throws {
    let leftOut = Mutex<[String]>([])
    let format = StreamFormat.jsonLines(of: Line.self).skippingInvalid { failure in
      leftOut.withLock { $0.append(failure.path) }
    }
    let lines = await read("ndjson_bad", as: format, over: wire)
    #expect(lines.elements.map(\.n) == [1, 2, 3])
    #expect(lines.error == nil)
    #expect(leftOut.withLock(\.self) == ["line 4"])
  }

  @Test(arguments: Wire.allCases) func silenceInABodyIsATimeout(over wire: Wire) async throws {
    let bytes = await read("hang_body", as: .bytes, over: wire, idleTimeout: .seconds(10))
    #expect(bytes.elements == [Data("{".utf8)])
    #expect(bytes.error?.transportError?.kind == .timedOut(.idle))
  }

  /// Half a line is no line.
  @Test(arguments: Wire.allCases, ["cl_short", "chunk_midtrunc", "rst_mid"])
  func aStreamThatBreaksOffHasNotEnded(over wire: Wire, scenario: String) async throws {
    let lines = await read(scenario, as: .lines(), over: wire)
    #expect(lines.elements.isEmpty)
    #expect(lines.error?.transportError?.kind == .connectionLost)
    #expect(lines.error?.status == .ok)
  }

  @Test(arguments: Wire.allCases) func aDownloadThatBreaksOffLeavesWhatWasThere(over wire: Wire) async throws
  {
    try await withFolder { folder in
      let file = folder.appending(path: "report")
      try Data("older".utf8).write(to: file)
      let download = try await wire.client(of: Faultd.baseURL).send(stream("/cl_short", as: .bytes))
      let error = await #expect(throws: CallError<Never>.self) { try await download.write(to: file) }
      #expect(
        error?.transportError?.kind == .connectionLost,
        "\(String(describing: error?.transportError?.underlying))")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report"])
      #expect(try Data(contentsOf: file) == Data("older".utf8))
    }
  }

  @Test(arguments: Wire.allCases) func anEndedStreamGoesOnFromWhereItWas(over wire: Wire) async throws {
    let reader = UUID().uuidString
    let client = wire.client(of: Faultd.baseURL)
    let events = try await client.send(
      stream("/sse?reader=\(reader)", as: .serverSentEvents(reconnecting: .after(.milliseconds(1)))))
    var data: [String] = []
    for try await event in events {
      data.append(event.data)
      if data.count == 4 { break }
    }
    #expect(data == ["a\nb", "café", "", "a\nb"])
    let visits = try await Faultd.visits(of: reader)
    #expect(visits.map { $0.value("Last-Event-ID") } == [nil, "1"])
  }

  /// The server closes its connections without a word, so that none is to be used again.
  private func stream<Element>(
    _ path: Request.Path, as format: StreamFormat<Element, Never>
  ) -> Resource<ResponseStream<Element, Never>, Never> {
    Resource(.get(path, headers: ["Connection": "close"]), [.code(200, .stream(format))])
  }

  private func read<Element>(
    _ scenario: String, as format: StreamFormat<Element, Never>, over wire: Wire,
    idleTimeout: Duration = .seconds(50)
  ) async -> (elements: [Element], error: CallError<Never>?) {
    var client = wire.client(of: Faultd.baseURL)
    client.idleTimeout = idleTimeout
    var elements: [Element] = []
    do throws(CallError<Never>) {
      for try await element in try await client.send(stream("/\(scenario)", as: format)) {
        elements.append(element)
      }
      return (elements, nil)
    } catch {
      return (elements, error)
    }
  }
}
