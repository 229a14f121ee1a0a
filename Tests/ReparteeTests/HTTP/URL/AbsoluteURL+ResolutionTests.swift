import Foundation
import TestSupport
import Testing

@testable import Repartee

/// References made absolute (RFC 3986, section 5).
struct AbsoluteURLResolutionTests {
  private static let base = "http://a/b/c/d;p?q"

  private func resolved(_ reference: String, against base: String = base) -> String? {
    URLReference(reference).resolved(against: URLReference(base)).text
  }

  private func absolute(_ text: String) throws -> AbsoluteURL { try AbsoluteURL(text, kind: .url) }

  private func resolving(_ reference: String, against base: String = base) throws -> String {
    try absolute(base).resolving(reference).reference.text
  }

  /// Sections 5.4.1 and 5.4.2.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ])
  func theExamplesOfTheRFCHold(reference: String, target: String) throws {
    #expect(resolved(reference) == target)
    #expect(try absolute(Self.base).resolvedReference(reference)?.text == target)
  }

  @Test(arguments: [
    ("x", "http://a", "http://a/x"), ("?y", "http://a", "http://a?y"), ("", "http://a/b#f", "http://a/b"),
    ("#", "http://a/b?q#f", "http://a/b?q#"), ("#g", "http://a/b#f", "http://a/b#g"),
    ("//B.Example:80/x", "http://a/b", "http://b.example/x"), ("//b:443", "https://a/b", "https://b"),
    ("//b:443", "http://a/b", "http://b:443"), ("HTTPS://B/x", "http://a/b", "https://b/x"),
    ("//[2001:DB8::1]:8080/x", "http://a/b", "http://[2001:db8::1]:8080/x"),
    ("//b:", "http://a/", "http://b"),
    ("a b", "http://a/", "http://a/a%20b"), (" /x\t", "http://a/b", "http://a/x"),
    ("/ä?ü#é", "http://a/", "http://a/%C3%A4?%C3%BC#%C3%A9"),
    ("/a%20b%zz%", "http://a/", "http://a/a%20b%25zz%25"), ("/x[1]|2", "http://a/", "http://a/x%5B1%5D%7C2"),
    ("\\\\evil.example/x", "http://a/b/c", "http://a/b/%5C%5Cevil.example/x"),
    ("/\\evil.example", "http://a/b/c", "http://a/%5Cevil.example"),
    ("%2e%2e/x", "http://a/b/c/d", "http://a/b/x"), ("%2E/x", "http://a/b/c", "http://a/b/x"),
    (".%2e/%2E./x", "http://a/b/c/d/e", "http://a/b/x"),
    ("%2ex/..%2f", "http://a/b/c", "http://a/b/%2ex/..%2f"),
    ("10:30/x", "http://a/b/c", "http://a/b/10:30/x"), ("./x:y", "http://a/b/c", "http://a/b/x:y"),
    ("//b//x//..//y", "http://a/", "http://b//x//y"), ("https://b/a/../c", "http://a/", "https://b/c"),
    ("\u{1}\u{7F}", "http://a/", "http://a/%01%7F"),
  ])
  func aReferenceIsResolvedAndEscaped(reference: String, base: String, target: String) throws {
    #expect(try resolving(reference, against: base) == target)
  }

  @Test(
    arguments: [
      ("/a\rb", .controlCharacter), ("/a\nb", .controlCharacter), ("a\u{0}", .controlCharacter),
      ("\r\n/x", .controlCharacter),
      ("mailto:a@b", .scheme("mailto")), ("JavaScript:alert(1)", .scheme("javascript")),
      ("ftp://b", .scheme("ftp")),
      ("data:,x", .scheme("data")), ("//u@b", .userInfo), ("https://u:p@b/x", .userInfo), ("//@b", .userInfo),
      ("https://good\\@evil.example", .userInfo), ("//", .host), ("///x", .host), ("http:g", .host),
      ("http:", .host), ("https:///x", .host),
      ("//:80", .host), ("//bücher.example", .host), ("//b%2ec", .host), ("//b c", .host), ("//[::1", .host),
      ("//[x]", .host), ("//[::1]x", .host), ("//b\\c", .host), ("//b:0", .port), ("//b:65536", .port),
      ("//b:-1", .port), ("//b:8x", .port), ("//b:99999999999999999999", .port), ("//b:80:80", .port),
      ("//b:٣", .port),
    ] as [(String, URLFault)])
  func whatCannotBeFollowedSaysWhy(reference: String, fault: URLFault) throws {
    #expect(throws: fault) { try resolving(reference, against: "https://a/b") }
  }

  @Test func aFragmentIsInheritedUnlessThereIsOne() throws {
    let origin = try absolute("https://a/b#from")
    #expect(try origin.resolving("/c").fragment == nil)
    #expect(try origin.resolving("/c").inheritingFragment(of: origin).fragment == "from")
    #expect(try origin.resolving("/c#own").inheritingFragment(of: origin).fragment == "own")
    #expect(try origin.resolving("/c#").inheritingFragment(of: origin).fragment == "")
    #expect(try origin.resolving("/c").inheritingFragment(of: origin).requestTarget == "/c", "it is not sent")
  }

  // Models.

  @Test func dotSegmentsAreRemovedAsTheRFCSays() async {
    await forAll(runs: 3_000) { generator in
      let pieces = ["/", "/", ".", "..", "a", "..", "/..", "/.", "...", ".a"]
      let path = generator.array(0...12) { $0.one(of: pieces) }.joined()
      #expect(URLReference.removingDotSegments(from: path) == model(path), "\(path)")
    }
  }

  /// Section 5.2.4, step by step on texts.
  private func model(_ path: String) -> String {
    var (input, output) = (path, "")
    func removeLast() { output = output.lastIndex(of: "/").map { String(output[..<$0]) } ?? "" }
    while !input.isEmpty {
      if input.hasPrefix("../") {
        input.removeFirst(3)
      } else if input.hasPrefix("./") {
        input.removeFirst(2)
      } else if input.hasPrefix("/./") {
        input = "/" + input.dropFirst(3)
      } else if input == "/." {
        input = "/"
      } else if input.hasPrefix("/../") {
        input = "/" + input.dropFirst(4)
        removeLast()
      } else if input == "/.." {
        input = "/"
        removeLast()
      } else if input == "." || input == ".." {
        input = ""
      } else {
        let end = input.dropFirst().firstIndex(of: "/") ?? input.endIndex
        output += input[..<end]
        input = String(input[end...])
      }
    }
    return output
  }

  @Test func foundationResolvesTheSame() async throws {
    await forAll(runs: 1_000) { generator in
      let pieces = ["a", "b/", "/", "../", "./", "..", ".", "c;d", "%20", "x=1&y"]
      var reference = generator.array(0...6) { $0.one(of: pieces) }.joined()
      // An authority, or empty segments, which Foundation treats in its own way.
      if reference.contains("//") { return }
      if generator.bool() { reference += "?" + generator.one(of: ["", "q", "q/../r"]) }
      if generator.bool() { reference += "#" + generator.one(of: ["", "f", "f/../g"]) }
      let base = generator.one(of: ["http://h/b/c/d;p?q", "http://h/", "https://h:8443/a/b/", "http://h/x?y"])
      let foundation = URL(string: reference, relativeTo: URL(string: base))?.absoluteURL.absoluteString
      if reference.isEmpty { return }  // Foundation has no URL of an empty text
      #expect(resolved(reference, against: base) == foundation, "\(reference) against \(base)")
    }
  }

  @Test func anyTextIsTakenApartAndPutTogetherAgain() async {
    await forAll(runs: 2_000) { generator in
      let text = generator.mangled("https://u@a.example:8443/v1/../x?k=v#f")
      let parts = URLReference(text)
      // The scheme's letters stay as they are, and so does every delimiter.
      #expect(Array(parts.text.utf8) == Array(text.utf8), "\(text.debugDescription)")
    }
  }

  @Test func whatIsResolvedCanBeSentAndStaysWhatItIs() async throws {
    let base = try absolute("https://api.example.com/v1/users?x=1")
    await forAll(runs: 2_000) { generator in
      let shape = generator.one(of: ["../a/./b?c#d", "//b.example:81/x", "https://b.example/../x", "/x"])
      guard let url = try? base.resolving(generator.mangled(shape)) else { return }
      #expect(url.requestTarget.utf8.first == UInt8(ascii: "/"))
      #expect(url.requestTarget.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
      #expect(!url.authority.utf8.contains { "@/\\?#% ".utf8.contains($0) })
      let again = try? url.resolving(url.reference.text)
      #expect(again == url)
    }
  }

  @Test func hugeReferencesTakeTimeThatGrowsWithThem() throws {
    let base = try absolute("https://a.example/b")
    for piece in ["../", "a/../", "./", "a/", "%2e%2e/", "/", "?", "#", ":", "ä", "%", "@", "[", "\\"] {
      _ = try? base.resolving("/" + String(repeating: piece, count: 20_000))
      _ = try? base.resolving(String(repeating: piece, count: 20_000))
      _ = try? base.resolving("//" + String(repeating: piece, count: 20_000))
    }
  }

  @Test func aCombiningMarkHidesNoDots() throws {
    let base = try absolute("https://h/")
    let resolved = try base.resolving("x/%2e%2e/\u{301}")
    #expect(resolved.requestTarget == "/%CC%81")
  }
}
