import Testing

@testable import Scaffolding

/// How a description becomes a comment: paragraphs are filled, what has lines of its own stays.
struct ParagraphTests {
  private func lines(_ text: String, width: Int = 40) -> [String] {
    Paragraphs(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), width: width)
      .lines
  }

  /// The text itself.
  private func stays(_ text: String, width: Int = 40) -> Bool {
    lines(text, width: width).joined(separator: "\n") == text
  }

  @Test func hardLineBreaksAreRefilled() {
    #expect(
      lines("Returns the orders\nof a customer, the\nlatest first.\n\n\nAt most\na hundred.") == [
        "Returns the orders of a customer, the", "latest first.", "", "At most a hundred.",
      ])
    #expect(
      lines("A long line that has to be wrapped,\nand its rest.") == [
        "A long line that has to be wrapped, and", "its rest.",
      ])
  }

  @Test func itemsAreFilledByThemselves() {
    #expect(
      lines(
        "States:\n- open, which is the state that an order begins in\n  and stays in\n* paid\n12. twelve\nand more"
      )
        == [
          "States:", "- open, which is the state that an order", "  begins in and stays in", "* paid",
          "12. twelve and more",
        ])
    #expect(lines("1. one\n\n    More of one, in a paragraph of its own.\n\nEnd.").count == 6)
  }

  @Test(arguments: [
    "Call:\n\n```sh\ncurl -s \\\n  https://shop.example.com/a/very/long/path/of/an/order\n\n\nend\n```\nDone.",
    "~~~\na\nb\n~~~", "Code:\n\n    let a = 1\n    let b = 2", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
    "a | b\n--|--\n1 | 2", "# Title\nText\n## More", "Title\n=====\nText\n\n---", "> said\n> so",
    "[name]: https://example.com\n[other]: https://example.com", "Values:\n  one\n  two",
    "open: it can change\nclosed: it can't", "`a` - the first\n`b` - the second",
    "First line  \nsecond line".replacing("  \n", with: "\\\n"),
  ])
  func whatHasLinesOfItsOwnStays(text: String) { #expect(stays(text), "\(lines(text))") }

  @Test(arguments: ["-", "*", "12.", "#", ">", "|", "==="])
  func noLineBeginsWithWhatWouldBeMarkup(word: String) {
    for count in 25...45 {
      let text = String(repeating: "x", count: count) + " " + word + " and more words behind it"
      #expect(!lines(text).contains { $0.hasPrefix(word) }, "\(lines(text))")
    }
  }

  @Test func textsWithoutSpacesAreFilledToo() {
    #expect(lines("注文を取り消します。\n発送後は取り消せません。", width: 60) == ["注文を取り消します。発送後は取り消せません。"])
    let long = lines(String(repeating: "注文を取り消します。", count: 9))
    #expect(long.count == 3 && long.allSatisfy { $0.count <= 40 && !$0.hasPrefix("。") })
    #expect(lines(String(repeating: "x", count: 60)).count == 1)
  }

  @Test func fillingAgainChangesNothing() {
    let text =
      "A paragraph\nof some lines - and a\nhyphen.\n\n- an item that is too long for its line, so it goes on\n- two"
    let once = lines(text)
    #expect(Paragraphs(once, width: 40).lines == once)
  }
}
