import Foundation
import Repartee
import Synchronization
import Testing

struct LineTests {
  @Test func bytesComeAsTheyCome() async throws {
    #expect(try await given(.bytes, "a", "", "bc").elements == [Data("a".utf8), Data("bc".utf8)])
    #expect(try await given(.bytes).elements.isEmpty)
  }

  @Test func linesEndWithALineFeedOrWithBoth() async throws {
    #expect(try await given(.lines(), "a\nb\r\n\r\nc\rd\n").elements == ["a", "b", "", "c\rd"])
    #expect(try await given(.lines(), "a\r", "\nb").elements == ["a", "b"])
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

  @Test func aLineThatIsNotUTF8EndsTheStreamWithItsNumber() async throws {
    let given = try await given(.lines(), [Data("a\n".utf8), Data([0xFF]), Data("\nb\n".utf8)])
    #expect(given.elements == ["a"])
    #expect(given.place == "line 2" && given.error?.decodingFailure?.kind == .corrupted)
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
    #expect(given.error?.decodingFailure?.kind == .typeMismatch)
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
      let given = try await given(.lines(limit: 4), text)
      #expect(given.elements.first == "1234" && given.error == nil)
    }
  }

  @Test func aLongerLineEndsTheStreamAfterTheLinesBeforeIt() async throws {
    for pieces in [["a\n12345\n"], ["a\n123", "45"], ["a\n", "1", "2", "3", "4", "5\nb\n"]] {
      let given = try await given(.lines(limit: 4), pieces.map { Data($0.utf8) })
      #expect(given.elements == ["a"])
      #expect(given.error?.decodingFailure?.kind == .tooLarge && given.place == "line 2")
    }
    let json = try await given(.jsonLines(of: Int.self, limit: 4), "1\n12345\n")
    #expect(json.elements == [1] && json.error?.decodingFailure?.kind == .tooLarge)
  }

  @Test func theLimitIsAMebibyteUnlessItIsGiven() async throws {
    let line = Data(repeating: 0x61, count: 1 << 20)
    #expect(try await given(.lines(), [line, Data([0x0A])]).error == nil)
    let longer = try await given(.lines(), [line, Data([0x61, 0x0A])])
    #expect(longer.error?.decodingFailure?.kind == .tooLarge)
  }
}
