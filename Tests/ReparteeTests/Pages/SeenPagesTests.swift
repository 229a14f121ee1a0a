import Testing

@testable import Repartee

/// What a run remembers of its pages.
struct SeenPagesTests {
  private func key(_ page: Int) -> SeenPages.PageKey { SeenPages.PageKey(Array("\(page)".utf8)) }

  @Test func aPageIsSeenOnce() {
    var seen = SeenPages(limit: 3)
    let (first, second) = ((1...3).map { seen.insert(key($0)) }, (1...3).map { seen.insert(key($0)) })
    #expect(first == [true, true, true] && second == [false, false, false])
  }

  @Test func moreThanTheLimitAreForgotten() {
    var seen = SeenPages(limit: 3)
    for page in 1...4 { seen.insert(key(page)) }
    let (first, last) = (seen.insert(key(1)), seen.insert(key(4)))
    #expect(first && !last)
  }

  /// Whatever led to it, and wherever it is entered.
  @Test(arguments: [1, 2, 9, 10], [0, 1, 9, 10, 35])
  func aLoopThatFitsIsFound(length: Int, lead: Int) {
    var seen = SeenPages(limit: 10)
    for page in 0..<lead { seen.insert(key(-1 - page)) }
    let turns = (0..<3 * 10).map { seen.insert(key($0 % length)) }
    #expect(turns.contains(false))
  }

  @Test func aURLIsTheSameInWhateverOrderItsItemsAre() throws {
    let urls = try ["/a?x=1&y=2", "/a?y=2&x=1", "/b?x=1&y=2"].map {
      SeenPages.PageKey(try AbsoluteURL("https://api.example.com" + $0, kind: .nextPage))
    }
    #expect(urls[0] == urls[1] && urls[0] != urls[2])
  }

  /// A cursor may be any bytes, and the order of items with one name may count.
  @Test(arguments: [
    ("?after=%00%E8", "?after=%00%E9"), ("?after=3&after=5", "?after=5&after=3"), ("?a=1%0Ab=2", "?a=1&b=2"),
    ("?a=1&b", "?a=1%26b"), ("?a", "?a="),
  ])
  func otherItemsAreAnotherPage(first: String, second: String) throws {
    let keys = try [first, second].map {
      SeenPages.PageKey(try AbsoluteURL("https://api.example.com/" + $0, kind: .nextPage))
    }
    #expect(keys[0] != keys[1])
  }
}
