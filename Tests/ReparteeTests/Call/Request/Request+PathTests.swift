import Foundation
import Repartee
import TestSupport
import Testing

struct RequestPathTests {
  @Test(arguments: [
    ("a/b", "a%2Fb"), ("..%2F", "..%252F"), ("?x=1", "%3Fx%3D1"), ("#f", "%23f"), ("@evil", "%40evil"),
    ("//evil.example", "%2F%2Fevil.example"), ("https://evil.example", "https%3A%2F%2Fevil.example"),
    ("\\evil", "%5Cevil"), ("a b", "a%20b"), ("%2e%2e", "%252e%252e"), ("ä", "%C3%A4"), ("~-._", "~-._"),
    ("a;b=c", "a%3Bb%3Dc"), ("x\r\ny\0", "x%0D%0Ay%00"), ("+", "%2B"),
  ])
  func anInterpolatedValueIsExactlyOneEscapedSegment(value: String, escaped: String) async throws {
    let arrived = try await arrival(of: .get("/users/\(value)/posts")).head
    #expect(arrived.path == "/users/\(escaped)/posts")
    #expect(arrived.authority == "api.example.com")
    #expect(arrived.scheme == "https")
  }

  @Test func whateverConvertsToTextCanBeInterpolated() async throws {
    enum Kind: String { case openIssue = "open/issue" }
    let id = try #require(UUID(uuidString: "d9428888-122b-11e1-b85c-61cd3cbb3210"))
    let path: Request.Path = "/\(7)/\(true)/\(1.5)/\(id)/\(Kind.openIssue)/\("x".dropFirst(0))"
    #expect(
      try await target(of: .get(path)) == "/7/true/1.5/D9428888-122B-11E1-B85C-61CD3CBB3210/open%2Fissue/x")
  }

  @Test func aValueCanBeAPartOfASegment() async throws {
    let path: Request.Path = "/file-\("a/b").\("json")"
    #expect(try await target(of: .get(path)) == "/file-a%2Fb.json")
    #expect(path.template == "/file-{}.{}")
  }

  @Test func segmentsAreEscapedEachAndJoinedBySlashes() async throws {
    let path: Request.Path = "/contents/\(segments: ["docs", "a/b.md", "ä"], name: "path")"
    #expect(try await target(of: .get(path)) == "/contents/docs/a%2Fb.md/%C3%A4")
    #expect(path.template == "/contents/{path}")
    let split: Request.Path = "/\(segments: "ada/a b".split(separator: "/"))/tags"
    #expect(try await target(of: .get(split)) == "/ada/a%20b/tags")
  }

  @Test func theTemplateKeepsLiteralsAndNamesButNoValuesAndNoQuery() {
    let path: Request.Path = "/users/\("secret")/posts/\(7, name: "post")?token=\("hidden")"
    #expect(path.template == "/users/{}/posts/{post}")
    #expect(path.description == path.template)
    #expect(String(reflecting: path) == path.template)
    var dumped = ""
    dump(path, to: &dumped)
    #expect(!dumped.contains("secret") && !dumped.contains("hidden"))
    #expect(Request.Path("").template == "/")
    #expect(Request.Path("/a/b").template == "/a/b")
    #expect(("?q=\(1)" as Request.Path).template == "/")
  }

  @Test func aLeadingSlashMakesNoDifference() async throws {
    for (with, without) in [
      ("/users", "users"), ("/@host", "@host"), ("/a?next=https://b.example", "a?next=https://b.example"),
    ] {
      let slashed = try await target(of: .get(Request.Path(with)))
      #expect(slashed == with)
      #expect(try await target(of: .get(Request.Path(without))) == slashed)
    }
  }

  @Test func literalsAreKeptAndWhatAPathCantHaveIsEscaped() async throws {
    #expect(try await target(of: .get("/a:b@c;d=e,f!$&'()*+/g")) == "/a:b@c;d=e,f!$&'()*+/g")
    #expect(
      try await target(of: .get("/a b/\"ä\"/\\/[]/100%/%zz/%2"))
        == "/a%20b/%22%C3%A4%22/%5C/%5B%5D/100%25/%25zz/%252")
    #expect(try await target(of: .get("/%2F%c3%A4")) == "/%2F%c3%A4")
    #expect(try await target(of: .get("/a//b/")) == "/a//b/")
  }

  @Test func aLiteralQuestionMarkBeginsAQuery() async throws {
    let path: Request.Path = "/search?q=\("a&b=c ?/")&page=\(2)&raw=%20ä"
    #expect(
      try await target(of: .get(path, query: ["more": "1"]))
        == "/search?q=a%26b%3Dc%20%3F%2F&page=2&raw=%20%C3%A4&more=1")
    #expect(try await target(of: .get("/x?a?b", query: [:])) == "/x?a?b")
    #expect(try await target(of: .get("/x?")) == "/x")
    #expect(try await target(of: .get("/x?q=\("")")) == "/x?q=", "a query value may be empty")
  }

  @Test(arguments: [
    "//evil.example", "///evil.example", "//\u{301}evil.example", "https://evil.example",
    "HTTPS://evil.example/x",
    "x://y", "/a#b", "#", "/a?b#c", "/a\rb", "/a\nb", "/a\r\nb", "/a\0b", "/a?b\r\nc", "/..", "..", "/../x",
    "/a/../b", "/a/..", "/.", "/a/./b", "/%2e%2e/x", "/%2E./x", "/.%2e", "/%2e", "/a/%2E%2e?x",
  ])
  func aPathThatCouldLeaveTheBaseURLIsRefused(text: String) async {
    let refused = await refusal(of: .get(Request.Path(text)))
    #expect(refused?.kind == .path)
  }

  @Test func aValueThatWouldNameAnotherResourceIsRefused() async throws {
    let empty = ""
    let none: [String] = []
    let paths: [Request.Path] = [
      "/users/\(empty)", "\(empty)/users", "/users/\(".")", "/users/\("..")/x",
      "/\(segments: none)", "/\(segments: ["a", ""])", "/\(segments: ["a", ".."])", "/\(segments: ["."])/b",
    ]
    for (index, path) in paths.enumerated() {
      #expect(await refusal(of: .get(path))?.kind == .path, "\(index)")
    }
    let dots: Request.Path = "/\(".").\(".")"
    #expect(try await target(of: .get(dots)) == "/...", "three dots are a name")
    let split: Request.Path = "/.\(".")"
    #expect(await refusal(of: .get(split))?.kind == .path)
    let mixed: Request.Path = "/%2e\(".")/x"
    #expect(await refusal(of: .get(mixed))?.kind == .path)
  }

  @Test func dotsWithinASegmentAreNoDotSegments() async throws {
    for path in ["/...", "/a..", "/..a", "/.well-known", "/a.b", "/%2e%2e%2e", "/%252e%252e"] {
      #expect(try await target(of: .get(Request.Path(path))) == path)
    }
  }

  @Test func theMessageOfARefusalShowsNoValue() async {
    let path: Request.Path = "/users/\("hunter2")/\("")"
    let refused = await refusal(of: .get(path))
    #expect(refused?.message.contains("/users/{}/") == true)
    #expect(refused?.message.contains("hunter2") == false)
  }
}
