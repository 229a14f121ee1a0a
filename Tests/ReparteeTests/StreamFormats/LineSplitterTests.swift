import Foundation
import ReparteeBase
import ReparteeJSON
import TestSupport
import Testing

@testable import Repartee

struct LineSplitterTests {
  @Test func chunksOfBytesAreUnchanged() async throws {
    #expect(try await given(.bytes, "a", "", "bc").elements == [Data("a".utf8), Data("bc".utf8)])
    #expect(try await given(.bytes).elements.isEmpty)
  }

  @Test func linesEndWithALineFeedOrWithBoth() async throws {
    #expect(try await given(.lines(), "a\nb\r\n\r\nc\rd\n").elements == ["a", "b", "", "c\rd"])
    #expect(try await given(.lines(), "a\r", "\nb").elements == ["a", "b"])
  }

  /// Longer than the parts in which a line is searched, with an ending at each place of them.
  @Test(arguments: ["\n", "\r", "\r\n"]) func longLinesOfEventsEndWhereTheyEnd(ending: String) async throws {
    for length in [0, 1, 254, 255, 256, 257, 767, 768, 769, 5_000] {
      let text = String(repeating: "x", count: length)
      let body = "data: \(text)" + ending + "data: b" + ending + ending
      let events = try await given(.serverSentEvents(), body).elements
      #expect(events.map(\.data) == [text + "\nb"], "\(length)")
    }
  }

  @Test func aByteIsFoundOnlyInItsRange() {
    let slice = Data("\n\nab\ncd\n".utf8).dropFirst(2)
    #expect(slice.firstIndex(of: 0x0A, in: 2..<8) == 4)
    #expect(slice.firstIndex(of: 0x0A, in: 2..<4) == nil)
    #expect(slice.firstIndex(of: 0x0A, in: 5..<8) == 7)
    #expect(slice.firstIndex(of: 0x0A, in: 8..<8) == nil)
    #expect(slice.firstIndex(of: 0x0A, in: 0..<3) == nil, "what is not of the slice is not looked at")
    #expect(slice.firstIndex(of: 0x0A, in: 5..<1_000_000) == 7)
    #expect(Data().firstIndex(of: 0x0A, in: 0..<9) == nil)
  }

  @Test func theLastLineNeedsNoEnding() async throws {
    #expect(try await given(.lines(), "a\nb").elements == ["a", "b"])
    #expect(try await given(.lines(), "a\n").elements == ["a"])
    #expect(try await given(.lines(), "\n").elements == [""])
    #expect(try await given(.lines(), "").elements == [])
  }

  @Test func onlyTheFirstLineLosesAByteOrderMark() async throws {
    let lines = try await given(.lines(), "\u{FEFF}a\n\u{FEFF}b\n").elements
    #expect(lines.map { Array($0.utf8) } == [Array("a".utf8), Array("\u{FEFF}b".utf8)])
    let json = try await given(.jsonLines(of: Int.self), "\u{FEFF}1\n2\n")
    #expect(json.elements == [1, 2] && json.error == nil)
  }

  @Test func anotherDecoderIsGivenBytesWithIndicesFromZero() async throws {
    // Takes the first byte at index 0, as many do.
    struct Digit: ResponseDecoder {
      let mediaTypes: [MediaRange] = ["application/x-ndjson"]
      func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        guard body.startIndex == 0, body.count == 1, let value = Int(body[0]) - 48 as? Value else {
          throw BodyDecodingError(message: "\(Array(body)) from \(body.startIndex)")
        }
        return value
      }
    }
    for pieces in [["\u{FEFF}1\n2\n3"], ["1", "\n2\n", "3\n"], ["1\n\n2\n3\n"]] {
      let response = TransportResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/x-ndjson"]),
        body: ByteStream(length: nil, once: chunks(pieces)))
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
      client.decoders = [Digit()]
      let stream = try await client.send(
        Resource<ResponseStream<Int, Never>, Never>(.get("/x"), [.code(200, .stream(.jsonLines()))]))
      let given = await drain(stream)
      #expect(given.elements == [1, 2, 3] && given.error == nil, "\(pieces)")
    }
  }

  @Test func aLineThatIsNotUTF8EndsTheStreamWithItsNumber() async throws {
    let given = try await given(.lines(), [Data("a\n".utf8), Data([0xFF]), Data("\nb\n".utf8)])
    #expect(given.elements == ["a"])
    #expect(given.place == "line 2" && given.error?.decodingError?.kind == .corrupted)
  }

  @Test func anyTextInAnyChunksIsTheSameLines() async throws {
    try await forAll { generator in
      let lines = generator.array(0...8) { generator in
        String(String.UnicodeScalarView(generator.text().unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
      }
      var bytes = Data()
      for line in lines { bytes += Data((line + (generator.bool() ? "\n" : "\r\n")).utf8) }
      let given = try await given(.lines(), generator.cut(bytes))
      #expect(given.elements.map { Array($0.utf8) } == lines.map { Array($0.utf8) })
    }
  }

  // NDJSON

  @Test func everyLineIsDecodedAndBlankOnesArePassedOver() async throws {
    let given = try await given(
      .jsonLines(of: User.self), "{\"id\":1,\"name\":\"a\"}\n\n  \t\r\n{\"id\":2,", "\"name\":\"b\"}")
    #expect(given.elements == [User(id: 1, name: "a"), User(id: 2, name: "b")] && given.error == nil)
  }

  @Test func aBadLineEndsTheStreamWithItsPlaceAfterTheLinesBeforeIt() async throws {
    let given = try await given(
      .jsonLines(of: User.self), "{\"id\":1,\"name\":\"a\"}\n\n{\"id\":\"x\",\"name\":\"b\"}\n{}\n")
    #expect(given.elements == [User(id: 1, name: "a")])
    #expect(given.place == "line 3: id")
    #expect(given.error?.decodingError?.kind == .typeMismatch)
    #expect(given.error?.response?.status.code == 200 && given.error?.request != nil)
  }

  @Test func aBadLineIsSkippedAndReportedIfThatIsWanted() async throws {
    let reports = Mutex<[String]>([])
    let format = StreamFormat.jsonLines(of: Int.self).skippingInvalid { failure in
      reports.withLock { $0.append("\(failure.path) \(failure.kind)") }
    }
    let given = try await given(format, "1\n\"a\"\n2\n{\n3")
    #expect(given.elements == [1, 2, 3] && given.error == nil)
    #expect(reports.withLock { $0 } == ["line 2 typeMismatch", "line 4 corrupted"])
  }

  @Test func aBrokenConnectionComesAfterTheElementsBeforeIt() async throws {
    let given = try await given(
      .jsonLines(of: Int.self), "1\n2\n3", then: TransportError(.connectionLost))
    #expect(given.elements == [1, 2])
    #expect(given.error?.transportError?.kind == .connectionLost)
    #expect(given.error?.response?.status.code == 200)
  }

  // Limits

  @Test func aLineOfExactlyTheLimitIsRead() async throws {
    for text in ["1234\n12\n", "1234"] {
      let given = try await given(.lines(maximumElementSize: 4), text)
      #expect(given.elements.first == "1234" && given.error == nil)
    }
  }

  @Test func neitherTheEndingNorAByteOrderMarkCountsTowardsTheLimit() async throws {
    for text in ["1234\r\n", "\u{FEFF}1234\n", "\u{FEFF}1234\r\n", "\u{FEFF}1234"] {
      for size in 1...8 {
        let chunks = pieces(of: text, size)
        let lines = try await given(.lines(maximumElementSize: 4), chunks)
        #expect(lines.elements == ["1234"] && lines.error == nil)
        let json = try await given(.jsonLines(of: Int.self, maximumElementSize: 4), chunks)
        #expect(json.elements == [1234] && json.error == nil)
        let tight = try await given(.lines(maximumElementSize: 3), chunks)
        #expect(tight.elements == [] && tight.error?.decodingError?.kind == .tooLarge)
      }
    }
    for size in 1...8 {
      let events = try await given(
        .serverSentEvents(maximumElementSize: 7), pieces(of: "\u{FEFF}data: x\r\n\r\n", size))
      #expect(events.elements.map(\.data) == ["x"] && events.error == nil)
    }
  }

  @Test func halfAByteOrderMarkAndACarriageReturnInTheMiddleCount() async throws {
    for text in [
      Data([0xEF, 0xBB]), Data([0xEF, 0xBB, 0x0A]), Data("a\rb\n".utf8), Data("\u{FEFF}a\rb".utf8),
    ] {
      for size in 1...6 {
        let given = try await given(.lines(maximumElementSize: 1), pieces(of: text, size))
        #expect(given.elements == [] && given.error?.decodingError?.kind == .tooLarge)
      }
    }
  }

  private func pieces(of text: String, _ size: Int) -> [Data] { pieces(of: Data(text.utf8), size) }

  private func pieces(of bytes: Data, _ size: Int) -> [Data] {
    stride(from: 0, to: bytes.count, by: size).map { Data(bytes.dropFirst($0).prefix(size)) }
  }

  @Test func aLineOfOnlyAByteOrderMarkIsBlank() async throws {
    let given = try await given(.jsonLines(of: Int.self), "\u{FEFF}\r\n1\n")
    #expect(given.elements == [1] && given.error == nil)
  }

  @Test func aLongerLineEndsTheStreamAfterTheLinesBeforeIt() async throws {
    for pieces in [["a\n12345\n"], ["a\n123", "45"], ["a\n", "1", "2", "3", "4", "5\nb\n"]] {
      let given = try await given(.lines(maximumElementSize: 4), pieces.map { Data($0.utf8) })
      #expect(given.elements == ["a"])
      #expect(given.error?.decodingError?.kind == .tooLarge && given.place == "line 2")
    }
    let json = try await given(.jsonLines(of: Int.self, maximumElementSize: 4), "1\n12345\n")
    #expect(json.elements == [1] && json.error?.decodingError?.kind == .tooLarge)
  }

  @Test func theLimitIsAMebibyteUnlessItIsGiven() async throws {
    let line = Data(repeating: 0x61, count: 1 << 20)
    #expect(try await given(.lines(), [line, Data([0x0A])]).error == nil)
    let longer = try await given(.lines(), [line, Data([0x61, 0x0A])])
    #expect(longer.error?.decodingError?.kind == .tooLarge)
  }

  @Test func anErrorHasTheLineOfTheStreamAndNoOther() async throws {
    let given = try await given(
      .jsonLines(of: User.self), #"{"id":1,"name":"a"}"#, "\n\n", #"{"id":"x"}"#, "\n")
    let failure = try #require(given.error?.decodingError)
    #expect(failure.path.hasPrefix("line 3"))
    #expect((failure.underlying as? JSONError)?.line == 3)
    #expect(failure.report.contains("3 |") && !failure.report.contains("1 |"))
  }
}
