import Foundation
import Testing

@testable import Repartee

/// The rules of RFC 9651, section 4.2: a field that does not parse is ignored as a whole.
struct StructuredFieldTests {
  /// The values of a list without inner lists.
  private func values(_ text: String) -> [StructuredField.BareItem]? {
    StructuredField.list(text)?.compactMap(\.item?.value)
  }

  private func parameters(
    _ elements: (String, StructuredField.BareItem)...
  ) -> StructuredField.Parameters {
    var parameters = StructuredField.Parameters()
    for (key, value) in elements { parameters[key] = value }
    return parameters
  }

  @Test func itemsOfEveryTypeAreRead() {
    #expect(
      values("1, -2, 3.5, -0.125, \"a \\\"b\\\\\", tok/en:*, ?1, ?0, :aGk=:, @1659578233, @-1") == [
        .integer(1), .integer(-2), .decimal(3.5), .decimal(-0.125), .string("a \"b\\"), .token("tok/en:*"),
        .boolean(true), .boolean(false), .bytes([0x68, 0x69]), .date(1_659_578_233), .date(-1),
      ])
    #expect(values("%\"f%c3%bc\"") == [.displayString("fü")])
    #expect(values("*a") == [.token("*a")])
    #expect(values("") == [] && values("  ") == [])
    #expect(values("999999999999999, 999999999999.999")?.count == 2)
  }

  @Test(arguments: [
    "1,", ",", ",1", "1 2", "1;", "1; =2", "1;A=2", "1;a=", "\"a", "\"a\\b\"", "\"\u{7F}\"", "\"ü\"", "?2",
    "?", "-", "--1", "1.", ".5", "1.2345", "1234567890123.1", "1234567890123456", ":a", ":a*:", "@", "@1.5",
    "(1", "(1 2", "1)", "(1,2)", "(\"a\"\"b\")", "(1\t2)", "é", "\t1", "1\t", "%\"%C3\"", "%\"%c3\"", "%\"",
    "%a", "%\"%4\"",
  ])
  func whatIsNotWellFormedIsNothingAtAll(text: String) {
    #expect(values(text) == nil)
  }

  @Test func spaceAroundCommasMayBeTabs() {
    #expect(values("  1 \t,\t 2  ") == [.integer(1), .integer(2)])
    #expect(values("1;  a;b=2") == [.integer(1)])
  }

  @Test func parametersBelongToTheirItemAndTheLastOfEqualOnesCounts() throws {
    let members = try #require(StructuredField.list("a;q=1;*x;q=2, (1 \"b\";p);r=3, ()"))
    let token = StructuredField.Item(
      value: .token("a"), parameters: parameters(("q", .integer(2)), ("*x", .boolean(true))))
    let inner: [StructuredField.Item] = [
      .init(value: .integer(1)), .init(value: .string("b"), parameters: parameters(("p", .boolean(true)))),
    ]
    #expect(
      members == [
        .item(token), .innerList(inner, parameters(("r", .integer(3)))), .innerList([], parameters()),
      ])
  }

  @Test func dictionariesHaveKeysInLowerCaseAndBooleansWithoutValue() throws {
    let members = try #require(StructuredField.dictionary("a=1, b;x=2, c=?0, d=(1 2);y, a-_.*9=3"))
    #expect(members.elements.map(\.key) == ["a", "b", "c", "d", "a-_.*9"])
    #expect(members["b"] == .item(.init(value: .boolean(true), parameters: parameters(("x", .integer(2))))))
    #expect(
      members["d"]
        == .innerList(
          [.init(value: .integer(1)), .init(value: .integer(2))], parameters(("y", .boolean(true)))))
    for bad in ["A=1", "1=2", "a=", "a==1", "a=1 b=2", "a=1,", "-a=1", "a =1"] {
      #expect(StructuredField.dictionary(bad) == nil, "\(bad)")
    }
  }

  @Test func ofEqualKeysTheLastCountsAtThePlaceOfTheFirst() throws {
    let members = try #require(StructuredField.dictionary("a=1;x=1;y;x=3, b=2, a=(1)"))
    #expect(members.elements.map(\.key) == ["a", "b"] && members["a"]?.item == nil)
    let item = try #require(StructuredField.item("t;x=1;y;x=3"))
    #expect(item.parameters.elements.map(\.key) == ["x", "y"] && item.parameters["x"] == .integer(3))
  }

  @Test(arguments: [
    (":aGVsbG8=:", "hello"), (":aGVsbG8:", "hello"), ("::", ""), (":aA==:", "h"), (":aB==:", "h"),
    (":aGk=:", "hi"),
  ])
  func bytesAreDecodedAndTheirPaddingMayBeMissing(text: String, bytes: String) {
    #expect(StructuredField.item(text)?.value == .bytes(Array(bytes.utf8)))
  }

  @Test(arguments: [
    ":a:", ":a===:", ":=:", ":aGk==:", ":aG=k:", ":aGk=", ":a-_:", ":aGVsbG8= :", ":aGVsb===:",
  ])
  func whatIsNoBase64IsNothing(text: String) {
    #expect(StructuredField.item(text) == nil)
  }

  @Test func anItemIsOneAndNoMore() {
    #expect(StructuredField.item(" 1;a ")?.value == .integer(1))
    for text in ["", " ", "1, 2", "1 2", "(1)", "a=1", "1,"] {
      #expect(StructuredField.item(text) == nil, "\(text)")
    }
  }

  @Test func tenThousandMembersAreReadInTimeThatGrowsWithThem() throws {
    let count = 10_000
    let list = (0..<count).map { "a\($0);b=\($0)" }.joined(separator: ", ")
    #expect(StructuredField.list(list)?.count == count)
    #expect(
      StructuredField.dictionary((0..<count).map { "a\($0)" }.joined(separator: ","))?.elements.count == count
    )
    let parameters = (0..<count).map { ";a\($0)=\($0)" }.joined()
    #expect(StructuredField.item("x\(parameters)")?.parameters.elements.count == count)
    #expect(StructuredField.list("(\((0..<count).map(String.init).joined(separator: " ")))")?.count == 1)
    for piece in [
      "\"", "\\", "(", ")", ":", "%\"", "%", ";", ",", "?", "@", "-", "9", "a", "=", " ", "\t", "é", "\u{0}",
    ] {
      let text = String(repeating: piece, count: 100_000)
      _ = (StructuredField.list(text), StructuredField.dictionary(text), StructuredField.item(text))
      _ = (
        StructuredField.list("\"" + text), StructuredField.dictionary("a=" + text),
        StructuredField.item(":" + text)
      )
    }
  }

  @Test func randomTextNeverTraps() async {
    let alphabet = Array("ab1.9-\"\\;=,()?:@%* \t~é").map(String.init)
    await forAll(runs: 2_000) { random in
      let text = (0..<random.int(0...24)).map { _ in random.one(of: alphabet) }.joined()
      _ = StructuredField.list(text)
      _ = StructuredField.dictionary(text)
      _ = StructuredField.item(text)
    }
  }
}
