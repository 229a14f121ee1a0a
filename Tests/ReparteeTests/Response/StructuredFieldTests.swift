import Foundation
import Testing

@testable import Repartee

/// The rules of RFC 9651, section 4.2: a field that does not parse is ignored as a whole.
struct StructuredFieldTests {
  private func values(_ text: String) -> [StructuredField.BareItem]? {
    StructuredField.list(text)?.map(\.value)
  }

  @Test func itemsOfEveryTypeAreRead() {
    #expect(
      values("1, -2, 3.5, -0.125, \"a \\\"b\\\\\", tok/en:*, ?1, ?0, :aGk=:, @1659578233, @-1") == [
        .integer(1), .integer(-2), .decimal(3.5), .decimal(-0.125), .string("a \"b\\"), .token("tok/en:*"),
        .boolean(true), .boolean(false), .bytes("aGk="), .date(1_659_578_233), .date(-1),
      ])
    #expect(values("%\"f%c3%bc\"") == [.string("fü")])
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
    let items = try #require(StructuredField.list("a;q=1;*x;q=2, (1 \"b\";p);r=3, ()"))
    #expect(items.map(\.value) == [.token("a"), .innerList, .innerList])
    #expect(items[0].parameters == ["q": .integer(2), "*x": .boolean(true)])
    #expect(items[1].parameters == ["r": .integer(3)])
  }

  @Test func dictionariesHaveKeysInLowerCaseAndBooleansWithoutValue() throws {
    let members = try #require(StructuredField.dictionary("a=1, b;x=2, c=?0, d=(1 2);y, a-_.*9=3"))
    #expect(members.map(\.key) == ["a", "b", "c", "d", "a-_.*9"])
    #expect(members[1].item == .init(value: .boolean(true), parameters: ["x": .integer(2)]))
    #expect(members[3].item == .init(value: .innerList, parameters: ["y": .boolean(true)]))
    for bad in ["A=1", "1=2", "a=", "a==1", "a=1 b=2", "a=1,", "-a=1", "a =1"] {
      #expect(StructuredField.dictionary(bad) == nil, "\(bad)")
    }
  }

  @Test func randomTextNeverTraps() async {
    let alphabet = Array("ab1.9-\"\\;=,()?:@%* \t~é").map(String.init)
    await forAll(runs: 2_000) { random in
      let text = (0..<random.int(0...24)).map { _ in random.one(of: alphabet) }.joined()
      _ = StructuredField.list(text)
      _ = StructuredField.dictionary(text)
    }
  }
}
