import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct ServerSentEventsPayloadTests {
  private let numbers = StreamFormat.serverSentEvents(of: Int.self, until: "[DONE]")

  @Test func theDataOfEachEventIsDecoded() async throws {
    let given = try await given(
      .serverSentEvents(of: User.self),
      "data: {\"id\":1,\ndata: \"name\":\"a\"}\n\nevent: x\ndata: {\"id\":2,",
      "\"name\":\"b\"}\n\n")
    #expect(given.elements == [User(id: 1, name: "a"), User(id: 2, name: "b")] && given.error == nil)
  }

  @Test func theEndMarkerEndsTheStreamAndClosesIt() async throws {
    let watched = Watched()
    let stream = try await open(numbers, over: watched.transport(["data: 1\n\ndata: [DONE]\n\ndata: x\n\n"]))
    let given = await drain(stream)
    #expect(given.elements == [1] && given.error == nil)
    #expect(watched.asked == 1)
    await watched.isClosed.wait()
  }

  @Test func aBadPayloadEndsTheStreamWithTheNumberOfItsEvent() async throws {
    let given = try await given(numbers, "data: 1\n\n: x\n\ndata: \"x\"\n\ndata: 3\n\n")
    #expect(given.elements == [1])
    #expect(given.place == "event 2" && given.error?.decodingError?.kind == .typeMismatch)
  }

  @Test func aBadPayloadIsSkippedAndReportedIfThatIsWanted() async throws {
    let reports = Mutex<[String]>([])
    let format = numbers.skippingInvalid { failure in reports.withLock { $0.append(failure.path) } }
    let given = try await given(format, "data: 1\n\ndata: x\n\ndata: 3\n\ndata: [DONE]\n\n")
    #expect(given.elements == [1, 3] && given.error == nil)
    #expect(reports.withLock { $0 } == ["event 2"])
  }

  @Test func anEventHasALimit() async throws {
    let format = StreamFormat.serverSentEvents(maximumElementSize: 10)
    let exact = try await given(format, "data:12345\ndata:6789\n\n")
    #expect(exact.elements.map(\.data) == ["12345\n6789"] && exact.error == nil)
    let manyLines = try await given(format, "data:1\n\ndata:12345\ndata:67890\n\n")
    #expect(manyLines.elements.map(\.data) == ["1"])
    #expect(manyLines.error?.decodingError?.kind == .tooLarge && manyLines.place == "event 2")
    let longLine = try await given(format, "data:1\n\n", ":234567", "8901")
    #expect(longLine.elements.map(\.data) == ["1"])
    #expect(longLine.error?.decodingError?.kind == .tooLarge && longLine.place == "line 3")
  }

  @Test func emptyDataLinesCountTowardsTheLimit() async throws {
    let text = String(repeating: "data\n", count: 100)
    let given = try await given(.serverSentEvents(maximumElementSize: 50), text)
    #expect(given.error?.decodingError?.kind == .tooLarge)
  }
}
