import Testing

@testable import Scaffolding

/// Descriptions in HTML become plain Markdown, and nothing that a reader would see is lost.
struct HTMLDocumentationTests {
  @Test(arguments: [
    ("<p>Returns a list.</p>\n\n<p>The newest is first.</p>", "Returns a list.\n\nThe newest is first."),
    ("<p>One.<p>Two.", "One.\n\nTwo."),
    ("<p>\n  Some\n  words.\n</p>", "Some words."),
    (
      "See <a href=\"https://a.example/b?c=1&amp;d=2\">the guide</a>.",
      "See [the guide](https://a.example/b?c=1&d=2)."
    ),
    ("<a href='/docs/x' target=\"_blank\">x</a>", "[x](/docs/x)"),
    ("<a href=\"https://a.example\">https://a.example</a>", "https://a.example"),
    ("<a name=\"top\">Top</a>", "Top"),
    ("The <code>amount</code> of <code>List&lt;T&gt;</code>", "The `amount` of `List<T>`"),
    ("<code>a`b</code>", "`` a`b ``"),
    ("<code><a href=\"/x\">charge</a></code>", "[`charge`](/x)"),
    ("<a href=\"/x\"><code>charge</code></a>", "[`charge`](/x)"),
    ("one<br>two<br/>three<BR />four", "one\ntwo\nthree\nfour"),
    ("<strong>Never</strong> <em>now</em>, <b>b</b> <i>i</i>", "**Never** *now*, **b** *i*"),
    ("a<strong> b </strong>c", "a **b** c"),
    ("Either:<ul><li>one</li><li>two</li></ul>after", "Either:\n\n- one\n- two\n\nafter"),
    ("<ul>\n  <li>one\n    more\n  <li><p>two</p>\n</ul>", "- one more\n- two"),
    ("<ol><li>one<ul><li>in</li></ul></li><li>two</li></ol>", "1. one\n   - in\n2. two"),
    ("<h2>Errors</h2>Text", "## Errors\n\nText"),
    ("<pre><code>a &lt; b\n  c</code></pre>", "```\na < b\n  c\n```"),
    (
      "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "| a | b |\n|---|---|\n| 1 | 2 |"
    ),
    ("10<sup>6</sup>, H<sub>2</sub>O", "10^6, H2O"),
    ("a &amp; b &#39;c&#39; &quot;d&quot; &mdash; &#x20AC;&nbsp;5", "a & b 'c' \"d\" — € 5"),
    ("&amp;lt;p&amp;gt;", "&lt;p&gt;"),
  ])
  func htmlIsMarkdown(text: String, markdown: String) {
    #expect(HTMLText.markdown(text) == markdown)
  }

  @Test(arguments: [
    "a < b and c > d", "An Array<T> of <T>, Map<a, b> and List<P>", "/users/<id>/x and /users/<p>",
    "<https://a.example>",
    "if a<b && b>c", "the <b> of <a>", "`<p>a</p>` and ``<br>``", "```\n<p>&amp;</p>\n```", "<your-token>",
    "</p",
    "<a href=\"x", "a & b; c &unknown; &#0; &#xD800; &#99999999;", "x<y>z</y>", "<strong>open", "close</em>",
    "<>&</>",
    "* item\n* other\n\n    code", "2 <3 &",
  ])
  func whatIsNoHTMLStays(text: String) {
    #expect(HTMLText.markdown(text) == text)
  }

  @Test(arguments: [
    ("  Research &amp; development\n\n", "  Research & development\n\n"), (" a < b ", " a < b "),
    ("\u{20}&\u{748} \n", "\u{20}&\u{748} \n"),
  ])
  func whatIsNoHTMLKeepsItsSpace(text: String, markdown: String) {
    #expect(HTMLText.markdown(text) == markdown)
  }

  @Test func controlCharactersDoNotKeepHTMLAsItIs() {
    #expect(HTMLText.markdown("<b>a</b>\u{1}\u{2} &#90;") == "**a** Z")
  }

  @Test func textThatIsNestedDeepOrBrokenEnds() {
    for piece in [
      "<b>", "<ul><li>", "<a href='", "<", "&", "`", "``", "</p>", "<p", "<code>", "<pre>x",
      "<table><tr><td>",
    ] {
      let text = String(repeating: piece, count: 5_000) + "end"
      #expect(HTMLText.markdown(text).contains("end"), "\(piece)")
    }
  }

  @Test func theWordsOfADescriptionStay() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "<p>", "</p>", "<b>", "</b>", "<ul>", "</ul>", "<li>", "</li>", "<code>", "</code>", "<br>",
      "<a href='u'>", "</a>",
      "<pre>", "</pre>", "<table>", "<tr>", "<td>", "</table>", "`", "\n", " ", "<T>", "&amp;", "</h1>",
      "<h1>", "<em>", "</em>",
    ]
    for round in 0..<2_000 {
      var text = ""
      for word in 0..<12 {
        text +=
          (pieces.randomElement(using: &generator) ?? "") + (pieces.randomElement(using: &generator) ?? "")
        text += "w\(word)w"
      }
      let markdown = HTMLText.markdown(text)
      for word in 0..<12 { #expect(markdown.contains("w\(word)w"), "round \(round): \(text)") }
    }
  }

  @Test func descriptionsOfADocumentAreMarkdown() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/User'}",
        schemas: """
          User:
            description: <p>A <code>user</code>.</p>
            properties: {a: {type: string, description: 'Or &lt;T&gt; <T>'}}
          """
      ).replacing("operationId: getX", with: "operationId: getX\n      description: <p>Gets <b>it</b>.</p>"))
    #expect(text.contains("/// Gets **it**.\nstruct GetX"))
    #expect(text.contains("/// A `user`.\nstruct User"))
    #expect(text.contains("/// Or <T> <T>\n"))
  }
}
