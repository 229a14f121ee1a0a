import Foundation
import Repartee
import Synchronization
import Testing

@Suite(
  .enabled(if: Faultd.isRunning, "REPARTEE_FAULTD is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
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
    let events = await read("sse_hugeline", as: .serverSentEvents(limit: 100_000), over: wire)
    #expect(events.elements.isEmpty)
    #expect(events.error?.decodingFailure?.kind == .tooLarge)
    #expect(events.error?.decodingFailure?.path == "line 1")
    #expect(events.error?.status == .ok)
  }

  @Test(arguments: Wire.allCases) func aBadLineEndsTheStreamWithItsPlace(over wire: Wire) async throws {
    let lines = await read("ndjson_bad", as: .jsonLines(of: Line.self), over: wire)
    #expect(lines.elements.map(\.n) == [1, 2])
    #expect(lines.error?.decodingFailure?.kind == .corrupted)
    #expect(lines.error?.decodingFailure?.path == "line 4")
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
    let bytes = await read("hang_body", as: .bytes, over: wire)
    #expect(bytes.elements == [Data("{".utf8)])
    #expect(bytes.error?.transportError?.kind == .timedOut(.idle))
  }

  private func read<Element>(
    _ scenario: String, as format: StreamFormat<Element>, over wire: Wire
  ) async -> (elements: [Element], error: CallError<Never>?) {
    var client = wire.client(of: Faultd.baseURL)
    client.idleTimeout = .seconds(10)
    var elements: [Element] = []
    do throws(CallError<Never>) {
      let stream = try await client.send(ReadFault(scenario: scenario, format: format))
      for try await element in stream { elements.append(element) }
      return (elements, nil)
    } catch {
      return (elements, error)
    }
  }
}
