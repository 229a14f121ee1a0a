import Repartee
import TestSupport
import Testing

struct EntityTagTests {
  /// The table of RFC 9110, section 8.8.3.2.
  @Test(arguments: [
    ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
    ("W/\"1\"", "\"1\"", false, true),
    ("\"1\"", "\"1\"", true, true), ("\"1\"", "\"2\"", false, false),
  ])
  func tagsAreComparedStronglyOrWeakly(first: String, second: String, strongly: Bool, weakly: Bool) throws {
    let (first, second) = (try #require(EntityTag(first)), try #require(EntityTag(second)))
    for (one, other) in [(first, second), (second, first)] {
      #expect(one.stronglyMatches(other) == strongly && one.weaklyMatches(other) == weakly)
    }
  }

  @Test func theBytesAreComparedAndNotTheCharacters() throws {
    let (one, other) = (try #require(EntityTag("\"\u{E9}\"")), try #require(EntityTag("\"e\u{301}\"")))
    #expect(!one.weaklyMatches(other) && !one.stronglyMatches(other))
    #expect(EntityTag("\"\u{301}\"")?.description == "\"\u{301}\"", "a combining mark does not hide a quote")
    #expect(EntityTag("\"a\"\u{301}") == nil)
  }

  @Test func whatIsReadIsWrittenAsItWas() async {
    await forAll(runs: 2_000) { generator in
      let text = generator.mangled("W/\"abc,d\"")
      guard let tag = EntityTag(text) else { return }
      #expect(tag.description == text)
      #expect(!tag.value.utf8.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x7F })
    }
    _ = EntityTag(String(repeating: "\"", count: 1_000_000))
  }
}
