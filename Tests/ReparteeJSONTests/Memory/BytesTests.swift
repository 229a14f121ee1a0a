import Testing

@testable import ReparteeJSON

@Suite struct BytesTests {
  static let text = Array("0123456789".utf8)

  @Test(arguments: [Int.min, -9, -8, -1, 10, 11, 18, .max - 7, .max])
  func nothingIsOutside(_ offset: Int) {
    Self.text.withBytes { bytes in
      #expect(bytes.byte(at: offset) == nil)
      #expect(bytes.half(at: offset) == nil)
      #expect(bytes.word(at: offset) == nil)
      bytes.withSpan(at: 0, count: 10) { span in
        #expect(span.byte(at: offset) == nil)
        #expect(span.word(at: offset) == nil)
      }
    }
  }

  @Test func wordsEndWithTheBytes() {
    for count in 0...10 {
      Self.text[..<count].withBytes { bytes in
        for offset in 0...10 {
          #expect((bytes.byte(at: offset) != nil) == (offset < count))
          #expect((bytes.half(at: offset) != nil) == (offset + 4 <= count))
          #expect((bytes.word(at: offset) != nil) == (offset + 8 <= count))
          bytes.withSpan(at: 0, count: count) { span in
            #expect(span.byte(at: offset) == bytes.byte(at: offset))
            #expect(span.word(at: offset) == bytes.word(at: offset))
          }
        }
      }
    }
  }

  @Test func theFirstByteOfAWordIsTheLowest() {
    Self.text.withBytes { bytes in
      #expect(bytes.half(at: 1) == 0x3433_3231)
      #expect(bytes.word(at: 2) == 0x3938_3736_3534_3332)
    }
  }

  @Test func comparisonSeesEachByte() {
    for count in 0...40 {
      let one = (0..<count).map { UInt8($0) }
      #expect(areEqual(one, one))
      for index in 0..<count {
        var other = one
        other[index] ^= 0x80
        #expect(!areEqual(one, other), "byte \(index) of \(count)")
        #expect(fingerprint(one) != fingerprint(other), "byte \(index) of \(count)")
      }
    }
  }

  private func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    (one + other).withBytes { bytes in
      let both = bytes.areEqual(at: 0, one.count, count: one.count)
      let spans = bytes.withSpan(at: 0, count: one.count) { first in
        bytes.withSpan(at: one.count, count: other.count) { first.hasSameBytes(as: $0) }
      }
      #expect(both == spans)
      return both
    }
  }

  private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.withBytes { $0.withSpan(at: 0, count: bytes.count) { $0.fingerprint } }
  }

  @Test func stringsWithTheSameCharactersMayDiffer() {
    #expect("é" == "e\u{301}")
    #expect(!"é".hasSameBytes(as: "e\u{301}"))
    #expect("é".hasSameBytes(as: "\u{e9}"))
  }
}
