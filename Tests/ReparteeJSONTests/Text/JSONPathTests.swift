import ReparteeJSON
import Testing

@Suite struct JSONPathTests {
  @Test(arguments: [
    "a\nb", "\u{1B}[1m", "\u{202E}", "\t", "x\\u{a}", "\\", "u{41}", "\"", "a.b", "", "\u{3164}", "é\u{301}",
  ])
  func aPathIsPrintableAndReadBack(_ key: String) {
    let path = JSONPath([.key("a"), .key(key), .index(3)])
    #expect(JSONPath(path.description) == path, "\(path)")
    #expect(path.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test(arguments: [
    "\u{900}", "\u{93E}", "\u{301}x", "a\u{301}", "\"\u{301}", "\\\u{301}", "\u{200D}", "]\u{301}",
  ])
  func aKeyWithACombiningMarkIsReadBack(key: String) {
    for path in [JSONPath([.key(key)]), JSONPath(["a", .key(key), 3, .key(key), "b"])] {
      #expect(JSONPath(path.description) == path)
    }
  }
}
