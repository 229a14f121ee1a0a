import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

/// What stands around a streamed array.
struct ResponseStreamEnclosingTests {
  private struct Partial: Error, Decodable, Equatable { var message: String }

  private struct Read {
    var numbers: [Int] = []
    var error: CallError<Partial>?
    var stream: ResponseStream<Int, Partial>
  }

  private struct Summary: Decodable, Equatable {
    var items: [Int]
    var total: Int?
  }

  private func read(
    _ path: [String], maximum: Int = 1 << 20, _ pieces: [Data]
  ) async throws -> Read {
    let format: StreamFormat<Int, Partial> =
      switch path.count {
      case 0: .jsonArray(failure: .at("error"), maximumElementSize: maximum)
      case 1: .jsonArray(at: path[0], failure: .at("error"), maximumElementSize: maximum)
      default: .jsonArray(at: path[0], path[1], failure: .at("error"), maximumElementSize: maximum)
      }
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .init(head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(pieces)))
      })
    let map: ResponseMap<ResponseStream<Int, Partial>, Never> = [.code(200, .stream(format))]
    var read = Read(stream: try await client.send(Resource(.get("/rows"), map)))
    do throws(CallError<Partial>) {
      for try await number in read.stream { read.numbers.append(number) }
    } catch {
      read.error = error
    }
    return read
  }

  private func read(_ path: String..., maximum: Int = 1 << 20, in text: String) async throws -> Read {
    try await read(path, maximum: maximum, [Data(text.utf8)])
  }

  private func stream(
    _ text: String, maximum: Int = 1 << 20
  ) async throws -> ResponseStream<Int, Never> {
    try await open(
      .jsonArray(at: "items", maximumElementSize: maximum), over: InMemoryTransport { _ in .json(text) })
  }

  // MARK: Failures

  @Test(
    arguments: [
      #"{"items":[1,2],"error":{"message":"partial"}}"#, #"{"error":{"message":"partial"},"items":[1,2]}"#,
      " {\n\"x\":[[]], \"items\" : [ 1 , 2 ] ,\"error\":\n{\"message\":\"partial\"}\n} ",
      #"{"items":[1,2],"items":[7],"error":{"message":"partial"}}"#,
    ])
  func aFailureAroundTheArrayIsThrownAfterItsElements(text: String) async throws {
    for count in 0...text.utf8.count {
      let bytes = Data(text.utf8)
      let read = try await read(["items"], [bytes.prefix(count), bytes.dropFirst(count)])
      #expect(read.numbers == [1, 2], "cut at \(count)")
      #expect(read.error?.declared == Partial(message: "partial"), "cut at \(count)")
    }
  }

  @Test func theKeysOfAFailureBeginAtTheRoot() async throws {
    let root = try await read("data", "items", in: #"{"data":{"items":[1]},"error":{"message":"m"}}"#)
    #expect(root.numbers == [1] && root.error?.declared == Partial(message: "m"))
    let inner = try await read("data", "items", in: #"{"data":{"items":[1],"error":{"message":"m"}}}"#)
    #expect(inner.numbers == [1] && inner.error == nil)
  }

  @Test(
    arguments: [
      #"{"error":{"message":"m"}}"#, #"{"data":null,"error":{"message":"m"}}"#,
      #"{"error":{"message":"m"},"data":{}}"#, #"{"data":{"items":null},"error":{"message":"m"}}"#,
      #"{"data":{"items":{"a":[1]},"x":1},"error":{"message":"m"}}"#,
      #"{"data":[{"items":[1]}],"error":{"message":"m"}}"#,
      #"{"data":null,"data":{"items":[1]},"error":{"message":"m"}}"#,
    ])
  func aFailureInPlaceOfTheArrayIsThrown(text: String) async throws {
    for count in 0...text.utf8.count {
      let bytes = Data(text.utf8)
      let read = try await read(["data", "items"], [bytes.prefix(count), bytes.dropFirst(count)])
      #expect(read.numbers.isEmpty && read.error?.declared == Partial(message: "m"), "cut at \(count)")
    }
  }

  @Test(arguments: [#"{"error":{"message":"m"}}"#, " {\"x\":[],\n\"error\":{\"message\":\"m\"}} "])
  func aFailureInPlaceOfAnArrayThatIsTheBodyIsThrown(text: String) async throws {
    for count in 0...text.utf8.count {
      let bytes = Data(text.utf8)
      let read = try await read([], [bytes.prefix(count), bytes.dropFirst(count)])
      #expect(read.numbers.isEmpty && read.error?.declared == Partial(message: "m"), "cut at \(count)")
    }
  }

  @Test(arguments: ["{}", "7", "7 ", "null\n", #""x""#, "<html>", "]", "", #"{"error":null}"#, "{", "[{]"])
  func whatIsNoArrayAndNoFailureIsUndecodable(text: String) async throws {
    for path in [[], ["items"], ["data", "items"]] {
      for count in 0...text.utf8.count {
        let bytes = Data(text.utf8)
        let read = try await read(path, [bytes.prefix(count), bytes.dropFirst(count)])
        #expect(read.numbers.isEmpty && read.error?.decodingError != nil, "\(path), cut at \(count)")
      }
    }
  }

  @Test func aRuleIsNotAskedAboutAnArrayThatIsTheBody() async throws {
    let format: StreamFormat<Int, Partial> = .jsonArray(
      failure: StreamFailureRule { text, _, _ in text.first == 0x5B ? Partial(message: "asked") : nil },
      maximumElementSize: 1)
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[ 1 ]\n\n") })
    let map: ResponseMap<ResponseStream<Int, Partial>, Never> = [.code(200, .stream(format))]
    var numbers: [Int] = []
    for try await number in try await client.send(Resource(.get("/x"), map)) { numbers.append(number) }
    #expect(numbers == [1])
  }

  @Test func withoutAFailureAMissingArrayIsUndecodable() async throws {
    for text in [#"{"x":1}"#, #"{"items":null,"error":null}"#, #"{"items":{}}"#] {
      let read = try await read("items", in: text)
      #expect(read.error?.decodingError != nil && read.error?.declared == nil, "\(text)")
    }
    #expect(try await read("items", in: #"{"x":1}"#).error?.decodingError?.kind == .keyNotFound)
  }

  @Test(arguments: ["null", "false", #""""#, "[]", "{}"])
  func whatStandsForNoFailureAroundTheArrayIsNone(none: String) async throws {
    let read = try await read("items", in: #"{"items":[1],"error":\#(none)}"#)
    #expect(read.numbers == [1] && read.error == nil)
  }

  @Test func aFailureThatDoesNotFitIsUndecodable() async throws {
    let read = try await read("items", in: #"{"items":[1],"error":{"message":7}}"#)
    #expect(read.numbers == [1] && read.error?.decodingError?.type == Partial.self)
    #expect(read.error?.decodingError?.path == "error.message")
  }

  @Test func aBodyThatIsCutIsUndecodableAndNoFailure() async throws {
    let text = #"{"error":{"message":"m"},"items":[1],"x":1}"#
    for count in 0..<text.utf8.count {
      let read = try await read(["items"], [Data(text.utf8.prefix(count))])
      #expect(read.error?.decodingError != nil, "cut at \(count)")
    }
  }

  @Test func anArrayThatIsTheBodyHasNothingAroundIt() async throws {
    let read = try await read(in: "[1,2]")
    #expect(read.numbers == [1, 2] && read.error == nil)
  }

  // MARK: The rest

  @Test func theEnclosingJSONIsThereWhenTheStreamHasEnded() async throws {
    let text = #" {"next":"x","items":[1,[2],3],"total":3} "#
    for count in 0...text.utf8.count {
      let bytes = Data(text.utf8)
      let stream = try await open(
        .jsonArray(of: JSONValue.self, at: "items"),
        over: InMemoryTransport { _ in
          .init(
            head: HTTPResponse(status: .ok),
            body: ByteStream(length: nil, once: chunks([bytes.prefix(count), bytes.dropFirst(count)])))
        })
      #expect(await drain(stream).elements == [1, [2], 3])
      #expect(try stream.enclosing() == Summary(items: [], total: 3))
      #expect(try stream.enclosing([String: JSONValue].self)["next"] == "x", "it can be decoded again")
    }
  }

  @Test func theEnclosingJSONIsThereAfterADeclaredFailure() async throws {
    let read = try await read("items", in: #"{"items":[1],"total":9,"error":{"message":"m"}}"#)
    #expect(read.error?.declared != nil)
    #expect(try read.stream.enclosing() == Summary(items: [], total: 9))
  }

  @Test func theEnclosingJSONIsReadWithTheOptionsOfTheOutcome() async throws {
    struct Snake: Decodable { var nextPage: Int }
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(#"{"items":[1],"next_page":2}"#) })
    let map: ResponseMap<ResponseStream<Int, Never>, Never> = [
      .code(200, .stream(.jsonArray(at: "items")).snakeCase)
    ]
    let stream = try await client.send(Resource(.get("/x"), map))
    _ = await drain(stream)
    #expect(try stream.enclosing(Snake.self).nextPage == 2)
  }

  @Test func enclosingJSONThatDoesNotFitIsUndecodable() async throws {
    let stream = try await stream(#"{"items":[1],"total":"x"}"#)
    _ = await drain(stream)
    let error = #expect(throws: CallError<Never>.self) { try stream.enclosing(Summary.self) }
    #expect(error?.decodingError?.path == "total" && error?.status == .ok)
  }

  @Test func beforeTheEndThereIsNoEnclosingJSON() async throws {
    let stream = try await stream(#"{"items":[1,2],"total":3}"#)
    let before = #expect(throws: CallError<Never>.self) { try stream.enclosing(Summary.self) }
    #expect(before?.decodingError?.message.contains("read to its end") == true)
    for try await _ in stream { break }
    #expect(throws: CallError<Never>.self) { try stream.enclosing(Summary.self) }
    let cut = try await self.stream(#"{"items":[1,2],"total":3"#)
    #expect(await drain(cut).error != nil)
    #expect(throws: CallError<Never>.self) { try cut.enclosing(Summary.self) }
  }

  @Test func otherFormatsHaveNoEnclosingJSON() async throws {
    for format in [.jsonArray(), .jsonLines(), .jsonSequence()] as [StreamFormat<[Int], Never>] {
      let stream = try await open(format, over: InMemoryTransport { _ in .json("[[1]]") })
      _ = await drain(stream)
      let error = #expect(throws: CallError<Never>.self) { try stream.enclosing(Summary.self) }
      #expect(error?.decodingError?.message.contains(".jsonArray(at:)") == true)
    }
  }

  // MARK: Limits

  /// `{"items":[],"x":""}` has 19 bytes.
  @Test(arguments: [(19, 0, true), (18, 0, false), (30, 11, true), (30, 12, false), (30, 100_000, false)])
  func theEnclosingJSONHasALimit(maximum: Int, length: Int, fits: Bool) async throws {
    let text = #"{"items":[1],"x":"\#(String(repeating: "x", count: length))"}"#
    let stream = try await stream(text, maximum: maximum)
    let given = await drain(stream)
    #expect(given.elements == [1] && given.error == nil, "without a use of it there is no limit")
    if fits {
      #expect(try stream.enclosing(Summary.self).items == [])
    } else {
      let error = #expect(throws: CallError<Never>.self) { try stream.enclosing(Summary.self) }
      #expect(error?.decodingError?.kind == .tooLarge)
    }
    let failing = try await read("items", maximum: maximum, in: text)
    #expect(failing.numbers == [1] && (failing.error?.decodingError?.kind == .tooLarge) == !fits)
  }

  @Test func elementsDoNotCountTowardsTheLimitOfTheEnclosingJSON() async throws {
    let text = #"{"items":[\#(String(repeating: "1 , ", count: 5_000))1]}"#
    let read = try await read("items", maximum: 20, in: text)
    #expect(read.numbers.count == 5_001 && read.error == nil)
    #expect(try read.stream.enclosing() == Summary(items: []))
  }

  @Test func anyEnclosingJSONInAnyChunksIsTheSame() async throws {
    try await forAll(runs: 150) { generator in
      let values = generator.array(0...5) { $0.int(-9...999) }
      var members = generator.array(0...4) { $0.text() }.map { "m\($0)" }
      members = Array(Set(members))
      let place = generator.int(0...members.count)
      var texts = try members.map { "\(try json($0)):\(try json([$0: 1]))" }
      texts.insert("\"items\" : \(values)", at: place)
      let bytes = Data("{\(texts.joined(separator: generator.one(of: [",", " ,\n"])))}".utf8)
      let read = try await read(["items"], generator.cut(bytes))
      #expect(read.numbers == values && read.error == nil)
      let rest: [String: JSONValue] = try read.stream.enclosing()
      #expect(rest.count == members.count + 1 && rest["items"] == [])
      for member in members { #expect(rest[member] == [member: 1]) }
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
