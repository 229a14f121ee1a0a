import Foundation
import Testing

@testable import ReparteeJSON

@Suite struct TextBufferTests {
  @Test func growsForWhatIsAppended() {
    var buffer = TextBuffer(capacity: 1)
    var expected: [UInt8] = []
    for count in 0..<300 {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: count % 17)
      bytes.withBytes { $0.withSpan(at: 0, count: bytes.count) { buffer.append($0) } }
      buffer.append(UInt8(ascii: "|"))
      expected += bytes + [UInt8(ascii: "|")]
      #expect(buffer.last == UInt8(ascii: "|"))
    }
    #expect(Array(buffer.data()) == expected)
  }

  @Test func cuttingKeepsWhatIsBefore() {
    var buffer = TextBuffer(capacity: 4)
    #expect(buffer.last == nil)
    buffer.append(atMost: 8) { $0.append(word: 0x3837_3635_3433_3231) }
    buffer.cut(to: 3)
    #expect(String(decoding: buffer.data(), as: UTF8.self) == "123")
    buffer.cut(to: 99)
    #expect(buffer.count == 3)
    buffer.cut(to: -1)
    #expect(buffer.count == 0)
  }

  @Test func roomReversesItsEnd() {
    var buffer = TextBuffer(capacity: 4)
    buffer.append(UInt8(ascii: "x"))
    buffer.append(atMost: 6) { room in
      room.append("ab321")
      room.reverse(from: 2)
    }
    #expect(String(decoding: buffer.data(), as: UTF8.self) == "xab123")
  }

  #if os(Linux) || os(macOS)
  @Test func roomTrapsAtItsEnd() async {
    await #expect(processExitsWith: .failure) {
      var buffer = TextBuffer(capacity: 64)
      buffer.append(atMost: 8) { room in
        room.append(1)
        room.append(word: 0)
      }
    }
  }

  @Test func bytesTrapOutside() async {
    await #expect(processExitsWith: .failure) {
      [1, 2, 3].withBytes { bytes in bytes.withSpan(at: 2, count: 2) { _ = $0.count } }
    }
  }
  #endif

  @Test func longKeysAndTextsAreQuotedWhole() throws {
    for count in [0, 1, 7, 8, 9, 255, 256, 257, 1_023, 1_024, 1_025, 5_000] {
      for character in ["a", "\u{1}", "\"", "é", "\u{7F}"] {
        let text = String(repeating: character, count: count)
        let json = try JSONCoder().encode([text: text])
        #expect(try JSONCoder().decode([String: String].self, from: json) == [text: text])
        #expect(try JSONDecoder().decode([String: String].self, from: json) == [text: text])
      }
    }
  }
}
