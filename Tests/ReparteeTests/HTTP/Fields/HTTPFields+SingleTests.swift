import Repartee
import Testing

@testable import Repartee

/// Fields that may stand once.
struct HTTPFieldsSingleTests {
  private func fields(_ values: String...) -> HTTPFields {
    var fields: HTTPFields = [.server: "s"]
    for value in values { fields.append(HTTPField(name: .location, value: value)) }
    return fields
  }

  @Test func aSingleFieldIsItsValue() {
    #expect(fields("/a, b").single(.location) == "/a, b")
    #expect(fields("/a").first(.location) == "/a")
    #expect(fields().single(.location) == nil && fields().first(.location) == nil)
    #expect(fields("").single(.location) == "")
  }

  @Test func severalThatAreEqualAreOne() {
    #expect(fields("/a", "/a", "/a").single(.location) == "/a")
  }

  @Test func severalThatDifferAreNone() {
    #expect(fields("/a", "/b").single(.location) == nil)
    #expect(fields("/a", "/a", "/b").single(.location) == nil)
    #expect(fields("/a", "").single(.location) == nil)
    #expect(fields("/a", "/b").first(.location) == "/a")
    #expect(fields("\u{E9}", "e\u{301}").single(.location) == nil, "bytes are compared")
  }

  @Test func bytesThatAreNotUTF8AreComparedToo() {
    func single(_ values: [[UInt8]]) -> String? {
      var fields = HTTPFields()
      for value in values { fields.append(HTTPField(name: .location, value: value)) }
      return fields.single(.location)
    }
    // Both are the same text.
    #expect(single([[0x2F, 0xE9], [0x2F, 0xE8]]) == nil)
    #expect(single([[0x2F, 0xE9], [0x2F, 0xE9]]) == "/\u{FFFD}")
    #expect(single([[0x2F, 0xE9], Array("/\u{FFFD}".utf8)]) == nil)
  }

  @Test(
    arguments: [
      (["5"], 5), (["5", "5"], 5), (["0"], 0), (["5", "6"], nil), (["-5"], nil), (["+5"], nil),
      (["5, 5"], nil),
      ([""], nil), (["٣"], nil), (["99999999999999999999"], nil), ([], nil),
    ] as [([String], Int64?)])
  func aContentLengthIsOneNumber(values: [String], length: Int64?) {
    var fields = HTTPFields()
    for value in values { fields.append(HTTPField(name: .contentLength, value: value)) }
    #expect(fields.contentLength == length)
  }
}
