import Foundation
import Testing

@testable import ReparteeJSON

@Suite struct DataSearchingTests {
  /// A line feed before and behind the bytes that the slice has.
  static let slice = Data("\nabc\nd\n".utf8)[1..<6]

  @Test(arguments: [1..<6, 0..<7, Int.min..<Int.max])
  func aByteIsFoundOnlyInTheSlice(_ range: Range<Int>) {
    #expect(Self.slice.firstIndex(of: 0x0A, in: range) == 4)
    #expect(Self.slice.firstIndex(of: UInt8(ascii: "d"), in: range) == 5)
  }

  @Test(arguments: [1..<4, 5..<6, 5..<7, 6..<7, 0..<1, 4..<4])
  func noByteOutsideOfTheRangeIsFound(_ range: Range<Int>) {
    #expect(Self.slice.firstIndex(of: 0x0A, in: range) == nil)
  }

  @Test func theNeighborsAreThoseInTheRange() throws {
    let found = try #require(Self.slice.find(0x0A, in: 2..<6))
    #expect(found.first == UInt8(ascii: "b"))
    #expect(found.previous == UInt8(ascii: "c"))
    let first = try #require(Self.slice.find(0x0A, in: 4..<6))
    #expect(first.first == 0x0A)
    #expect(first.previous == 0x0A)
  }

  @Test func emptyDataHasNoByte() {
    #expect(Data().firstIndex(of: 0, in: 0..<1) == nil)
    #expect(Self.slice[3..<3].firstIndex(of: 0x0A, in: 0..<9) == nil)
  }

  @Test func linesAreDecodedFromASlice() throws {
    let lines = Data("?1\n[2\n3\n".utf8)[1...]
    var values: [Int] = []
    try JSONCoder().decode(each: [0..<1, 2..<4, 5..<6], of: lines, into: &values) { index in
      #expect(index == 1)
      return 20
    }
    #expect(values == [1, 20, 3])
  }
}
