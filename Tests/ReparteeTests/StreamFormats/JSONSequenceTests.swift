import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

/// JSON values in a row, whatever stands between them.
struct JSONSequenceTests {
  private struct Full: Error, Decodable, Equatable { var reason: String }

  private let numbers = StreamFormat.jsonSequence(of: Int.self)
  private let users = StreamFormat.jsonSequence(of: User.self)

  @Test(arguments: ["", "\n", "\r\n", " ", "\t\n \n", "\u{1E}", "\n\u{1E}", "\n\u{1E}\u{1E}"])
  func valuesAreSeparatedByAnything(separator: String) async throws {
    let values = (1...3).map { "{\"id\":\($0),\n\"name\":\"{[\\\"\"}" }
    let text = separator + values.joined(separator: separator) + separator
    for size in [1, 2, 3, 7, text.utf8.count] {
      var (pieces, rest): ([Data], Data) = ([], Data(text.utf8))
      while !rest.isEmpty {
        pieces.append(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      let given = try await given(users, pieces)
      #expect(given.elements == (1...3).map { User(id: $0, name: "{[\"") } && given.error == nil)
    }
  }

  @Test func numbersNeedSomethingBetweenThem() async throws {
    let given = try await given(numbers, "1 2", "3\n\n4")
    #expect(given.elements == [1, 23, 4] && given.error == nil)
    #expect(try await TestSupport.given(numbers, "").error == nil)
    #expect(try await TestSupport.given(numbers, " \n\u{1E}").elements.isEmpty)
  }

  @Test func anElementIsThereBeforeTheNextOne() async throws {
    let watched = Watched()
    let stream = try await open(users, over: watched.transport([#"{"id":1,"name":"a"}"#, "{"]))
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() == User(id: 1, name: "a"))
    #expect(watched.asked == 1)
  }

  @Test func whatIsAcceptedIsSaid() async throws {
    let arrivals = Arrivals()
    let stream = try await open(numbers, over: arrivals.transport { _ in .json("1") })
    #expect(await drain(stream).elements == [1])
    let accept = arrivals.all.first?.head.headerFields[.accept]
    #expect(accept == "application/json-seq, application/x-ndjson, application/jsonl, application/json;q=0.5")
  }

  @Test(arguments: ["{\"id\":1", "[", "\"x", "tru", "\u{1E}12", "\u{1E}null", "\u{1E}{\"id\":1"])
  func aBodyThatIsCutWithinAValueIsAnError(last: String) async throws {
    let given = try await given(.jsonSequence(of: JSONValue.self), "7 ", last)
    #expect(given.elements == [7] && given.error?.decodingError?.kind == .corrupted, "\(last)")
    #expect(given.place == "[1]")
  }

  @Test func anErrorNamesTheElementAndTheByteInTheStream() async throws {
    let given = try await given(users, #"{"id":1,"name":"a"} {"id":"x","name":"b"}"#)
    #expect(given.elements.count == 1 && given.place == "[1].id")
    #expect((given.error?.decodingError?.underlying as? JSONError)?.byteOffset == 26)
    let inner = try await TestSupport.given(
      .jsonSequence(of: Int.self, at: "a"), #"{"a":1}{"a":"x"}"#)
    #expect(inner.elements == [1] && inner.place == "[1].a")
    #expect((inner.error?.decodingError?.underlying as? JSONError)?.byteOffset == 12)
  }

  @Test(arguments: [
    #"{"id":"#, #"{"id":1,"name":""#, "12", "[", "nonsense\n", "{}", #"{"id":"x","name":""}"#,
  ])
  func aValueThatIsCutByASeparatorFailsOrIsSkipped(cut: String) async throws {
    let text = "\u{1E}{\"id\":1,\"name\":\"a\"}\n\u{1E}\(cut)\u{1E}{\"id\":2,\"name\":\"b\"}\n"
    let failing = try await given(users, text)
    #expect(failing.elements.map(\.id) == [1] && failing.place?.hasPrefix("[1]") == true)
    let reports = Mutex<[String]>([])
    let skipping = users.skippingInvalid { failure in reports.withLock { $0.append(failure.path) } }
    let given = try await given(skipping, text)
    #expect(given.elements.map(\.id) == [1, 2] && given.error == nil)
    #expect(reports.withLock { $0.allSatisfy { $0.hasPrefix("[1]") } && $0.count == 1 })
  }

  @Test func anElementHasALimit() async throws {
    let format = StreamFormat.jsonSequence(of: String.self, maximumElementSize: 6)
    let exact = try await given(format, #""1234""12""#)
    #expect(exact.elements == ["1234", "12"] && exact.error == nil)
    let longer = try await given(format, #""1234""12345""#)
    #expect(longer.elements == ["1234"] && longer.error?.decodingError?.kind == .tooLarge)
    #expect(longer.place == "[1]")
  }

  @Test(arguments: JSONBy.allCases)
  func elementsAreReadAtAPlaceByAnyDecoder(by decoder: JSONBy) async throws {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .json("{\"n\":{\"id\":1}}\n{\"n\":\n{\"id\":2}}{\"n\":{\"id\":\"x\"}}")
      })
    if decoder == .foundation { client.decoders = [client.json.foundation] }
    let map: ResponseMap<ResponseStream<Int, Never>, Never> = [
      .code(200, .stream(.jsonSequence(at: "n", "id")))
    ]
    let given = await drain(try await client.send(Resource(.get("/x"), map)))
    #expect(given.elements == [1, 2] && given.place?.hasPrefix("[2]") == true)
  }

  @Test func anElementIsTheFailure() async throws {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .json(#"{"id":1,"name":"a","error":false}{"error":{"reason":"full"}}{"id":2,"name":"b"}"#)
      })
    let map: ResponseMap<ResponseStream<User, Full>, Never> = [
      .code(200, .stream(.jsonSequence(failure: .at("error"))))
    ]
    var ids: [Int] = []
    let stream = try await client.send(Resource(.get("/x"), map))
    do throws(CallError<Full>) {
      for try await user in stream { ids.append(user.id) }
      Issue.record("the failure was not thrown")
    } catch {
      #expect(error.declared == Full(reason: "full"))
    }
    #expect(ids == [1])
  }

  @Test func anyValuesInAnyChunksAreTheSameElements() async throws {
    try await forAll(runs: 150) { generator in
      let elements = generator.array(0...8) { User(id: $0.int(-9...999), name: $0.text()) }
      var bytes = Data()
      for element in elements {
        bytes += Data(generator.one(of: ["", " ", "\n", "\u{1E}", "\r\n\u{1E}"]).utf8)
        bytes += try JSONEncoder().encode(element)
      }
      let given = try await TestSupport.given(users, generator.cut(bytes))
      #expect(given.elements == elements && given.error == nil)
    }
  }

  @Test func noBytesEndTheProcess() async throws {
    let alphabet = Array("{}[]\",:\\1-t \n\u{1E}".utf8) + [0x00, 0xFF, 0xEF, 0xBB, 0xBF]
    try await forAll(runs: 400) { generator in
      let bytes = Data(generator.array(0...20) { $0.one(of: alphabet) })
      let whole = try await TestSupport.given(.jsonSequence(of: JSONValue.self), [bytes])
      let cut = try await TestSupport.given(.jsonSequence(of: JSONValue.self), generator.cut(bytes))
      #expect(whole.elements == cut.elements && whole.place == cut.place)
    }
  }
}
