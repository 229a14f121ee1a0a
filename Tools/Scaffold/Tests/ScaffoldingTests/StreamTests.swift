import Foundation
import Repartee
import Testing

@testable import Scaffolding

/// Streams in `Written`, which scaffold wrote from `streams.yaml`, read to their ends.
struct StreamTests {
  private func client(_ type: String, _ body: String, to target: String) -> Client {
    Streams.client(
      transport: InMemoryTransport { request in
        #expect(request.head.path == target)
        return .status(200, headers: [.contentType: type], body: Data(body.utf8))
      })
  }

  private func all<Element>(_ stream: ResponseStream<Element, Never>) async throws -> [Element] {
    var elements: [Element] = []
    for try await element in stream { elements.append(element) }
    return elements
  }

  private let changes = """
    {"type": "ADDED", "object": {"name": "a"}}
    {"type": "DELETED", "object": {"name": "a"}}

    """

  @Test func aListIsWatchedByTheSamePath() async throws {
    let watching = client("application/json", changes, to: "/v1/nodes?watch=true")
    let events = try await all(try await watching.send(ListNodesStream()))
    #expect(events.map(\.type) == ["ADDED", "DELETED"] && events[0].object["name"]?.string == "a")
    let listing = client("application/json", #"{"nodes": ["a"]}"#, to: "/v1/nodes")
    #expect(try await listing.send(ListNodes()).nodes == ["a"])
  }

  @Test func aWatchIsNoSingleValue() async throws {
    let watching = client("application/json", changes, to: "/v1/watch/nodes")
    #expect(try await all(try await watching.send(WatchNodes())).count == 2)
  }

  @Test func recordsAreSeparated() async throws {
    let readings = client(
      "application/geo+json-seq", "\u{1E}{\"at\": 1}\n\u{1E}{\"at\":\n2}\n", to: "/readings")
    #expect(try await all(try await readings.send(GetReadings())).map(\.at) == [1, 2])
  }

  @Test func linesAreByTheirElement() async throws {
    let rows = client("application/nd-json", "1\n2\n", to: "/rows")
    #expect(try await all(try await rows.send(GetRows())) == [1, 2])
  }

  @Test func theDataOfAnEventIsItsElement() async throws {
    let ticks = client("text/event-stream", "event: tick\ndata: {\"price\": 1.5}\n\n", to: "/ticks")
    #expect(try await all(try await ticks.send(GetTicks())).map(\.price) == [1.5])
    let run = client("text/event-stream", "data: hello\n\n", to: "/runs?stream=true")
    #expect(try await all(try await run.send(CreateRunStream())).map(\.data) == ["hello"])
  }

  @Test(arguments: [
    ("application/json;stream=watch", true, false), ("application/json; charset=utf-8", false, false),
    ("application/json-seq", true, false), ("application/vnd.a+ndjson", false, true),
    ("text/jsonl", false, true),
    ("application/stream+json", true, false), ("application/json;stream=false", false, false),
    ("application/x-json-stream", true, false), ("application/problem+json", false, false),
  ])
  func aMediaTypeSaysHowValuesFollow(name: String, isSequence: Bool, isLines: Bool) {
    let type = MediaType(name)
    #expect(
      type.isSequence == isSequence && type.isLines == isLines && type.isJSON == !(isSequence || isLines))
  }

  @Test func whatIsReadHereIsWhatIsWritten() throws { try expectWritten("streams.yaml", files: 2) }
}
