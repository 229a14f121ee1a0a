import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

struct JSONElementStreamTests {
  private let numbers = StreamFormat.jsonArray(of: Int.self)

  @Test func theElementsOfTheWholeBodyAreReturnedOneByOne() async throws {
    let given = try await TestSupport.given(numbers, " [1, 2", "3 ,4]\n")
    #expect(given.elements == [1, 23, 4] && given.error == nil)
    #expect(try await self.given("[]").elements == [])
  }

  private func given(_ text: String) async throws -> Given<Int> {
    try await TestSupport.given(numbers, [Data(text.utf8)])
  }

  @Test func theElementsAtAPathAreReturnedOneByOne() async throws {
    let text = #"{"meta": {"users": [7]}, "data": {"n": "]", "users": [{"id":1,"name":"[,"}]}, "z": 1}"#
    let given = try await TestSupport.given(.jsonArray(of: User.self, at: "data", "users"), text)
    #expect(given.elements == [User(id: 1, name: "[,")] && given.error == nil)
  }

  @Test func anElementIsThereBeforeTheArrayIsComplete() async throws {
    let watched = Watched()
    let stream = try await open(numbers, over: watched.transport(["[1,", "2,", "3"]))
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    #expect(watched.asked == 1)
    #expect(try await iterator.next() == 2)
    #expect(watched.asked == 2)
  }

  @Test func aBadElementEndsTheStreamWithItsIndex() async throws {
    let given = try await given("[1, 2, \"x\", 4]")
    #expect(given.elements == [1, 2])
    #expect(given.place == "[2]" && given.error?.decodingError?.kind == .typeMismatch)
    let deep = try await TestSupport.given(
      .jsonArray(of: User.self, at: "users"), #"{"users": [{"id":1,"name":"a"}, {"id":"x","name":"b"}]}"#)
    #expect(deep.elements.count == 1 && deep.place == "users[1].id")
  }

  @Test func aBadElementIsSkippedAndReportedIfThatIsWanted() async throws {
    let reports = Mutex<[String]>([])
    let format = numbers.skippingInvalid { failure in reports.withLock { $0.append(failure.path) } }
    let given = try await TestSupport.given(format, "[1, \"x\", 3, [4]]")
    #expect(given.elements == [1, 3] && given.error == nil)
    #expect(reports.withLock { $0 } == ["[1]", "[3]"])
  }

  @Test(arguments: ["", "{}", "[1, 2", "[1 2]", "[1,,2]", "[1]x", "<html>", "7"])
  func whatIsNoArrayIsNeverTakenForOne(text: String) async throws {
    let given = try await given(text)
    #expect(given.error?.decodingError != nil)
    #expect(given.elements.count <= 2)
  }

  @Test func aMissingKeyIsSaid() async throws {
    let given = try await TestSupport.given(.jsonArray(of: Int.self, at: "users"), #"{"data": [1]}"#)
    #expect(given.error?.decodingError?.kind == .keyNotFound)
  }

  @Test func theDepthOfTheCoderHoldsBesideTheArray() async throws {
    let transport = InMemoryTransport { _ in .json(#"{"meta": [[[[7]]]], "users": [1]}"#) }
    var client = Client(baseURL: api, transport: transport)
    let resource = Resource<ResponseStream<Int, Never>, Never>(
      .get("/a"), [.code(200, .stream(.jsonArray(at: "users")))])
    #expect(await drain(try await client.send(resource)).elements == [1])
    client.json.maximumDepth = 3
    let given = await drain(try await client.send(resource))
    #expect(given.elements.isEmpty && given.error?.decodingError != nil)
  }

  @Test func anElementHasALimit() async throws {
    let format = StreamFormat.jsonArray(of: String.self, maximumElementSize: 6)
    let exact = try await TestSupport.given(format, #"["1234", "12"]"#)
    #expect(exact.elements == ["1234", "12"] && exact.error == nil)
    let longer = try await TestSupport.given(format, #"["1234", "12345"]"#)
    #expect(longer.elements == ["1234"] && longer.error?.decodingError?.kind == .tooLarge)
  }

  @Test func theLimitIsTheSameHoweverTheChunksAreCut() async throws {
    let format = StreamFormat.jsonArray(of: Int.self, maximumElementSize: 3)
    for pieces in [["[123,456]"], ["[123", ",456]"], ["[12", "3", "", ",", "456", " ]"]] {
      let given = try await TestSupport.given(format, pieces.map { Data($0.utf8) })
      #expect(given.elements == [123, 456] && given.error == nil, "\(pieces)")
    }
    for pieces in [["[123,4567]"], ["[123", ",4567]"], ["[123,456", "7]"]] {
      let given = try await TestSupport.given(format, pieces.map { Data($0.utf8) })
      #expect(given.elements == [123] && given.error?.decodingError?.kind == .tooLarge, "\(pieces)")
    }
  }

  @Test func theLimitIsThatOfElementsAndNotOfWhatLiesAroundThem() async throws {
    let text =
      #"{"metadata": {"total": 123456}, "users": [12, 3], "next": "https://example.com/users?page=2"}"#
    let given = try await TestSupport.given(
      .jsonArray(of: Int.self, at: "users", maximumElementSize: 2), text)
    #expect(given.elements == [12, 3] && given.error == nil)
  }

  @Test func aByteOrderMarkIsWholeOrAFault() async throws {
    let whole = try await TestSupport.given(
      numbers, [Data([0xEF]), Data([0xBB]), Data([0xBF]), Data("[1]".utf8)])
    #expect(whole.elements == [1] && whole.error == nil)
    for mark in [
      [0xEF], [0xEF, 0xBB], [0xBB], [0xBF], [0xEF, 0xBF], [0x20, 0xBB, 0xBF], [0xEF, 0x20, 0xBF],
    ] as [[UInt8]] {
      let given = try await TestSupport.given(numbers, [Data(mark) + Data("[1]".utf8)])
      #expect(given.elements == [] && given.error?.decodingError != nil, "\(mark)")
    }
  }

  @Test func anyArrayInAnyChunksIsTheSameElements() async throws {
    try await forAll(runs: 150) { generator in
      let elements = generator.array(0...8) { User(id: $0.int(-9...999), name: $0.text()) }
      let bytes = try JSONEncoder().encode(["page": ["users": elements]])
      let given = try await TestSupport.given(
        .jsonArray(of: User.self, at: "page", "users"), generator.cut(bytes))
      #expect(given.error == nil)
      #expect(given.elements == elements)
    }
  }
}
