import Foundation
import Testing

@testable import Scaffolding

/// Commands as they are copied and typed.
struct CurlTests {
  private func endpoint(_ command: String) throws -> String {
    try Scaffold(curl: command).files.map(\.text).joined()
  }

  @Test func aTrailingSlashIsPartOfThePath() throws {
    #expect(try endpoint("curl https://a.example/users/7/").contains(#".get("/users/\(userID)/")"#))
    #expect(try endpoint("curl https://a.example/users/").contains(#".get("/users/")"#))
    #expect(try endpoint("curl https://a.example/a%2Fb/").contains(#".get("/a%2Fb/")"#))
  }

  @Test(arguments: [
    "-sX POST https://a.example/users -d a=1", "-sSLXPOST https://a.example/users -d a=1",
    "-sd a=1 https://a.example/users", "-kisSd a=1 https://a.example/users",
    "-D headers.txt -P - -Q x -t y -U u:p -y 1 -Y 2 -z now -h all https://a.example/users -d a=1",
    "--proxy-user u:p --max-redirs 3 --socks5 h:1 --noproxy '*' a.example/users -d a=1",
    "--some-new-option value https://a.example/users -d a=1", "x --url https://a.example/users -d a=1",
  ])
  func aValueOfAnOptionIsNotTheURL(arguments: String) throws {
    let text = try endpoint("curl " + arguments)
    #expect(text.hasPrefix("// Of https://a.example.\n"))
    #expect(text.contains(#".post("/users", body: .form(["a": a]))"#))
  }

  @Test func anOptionWithinAClusterHolds() throws {
    #expect(try endpoint("curl -sI https://a.example/x").contains(#".head("/x")"#))
    #expect(
      try endpoint("curl -sGd q=1 https://a.example/x").contains(#".get("/x", query: ["q": q])"#))
    let signed = try endpoint("curl -sH 'Authorization: Bearer s3cret-t0ken' https://a.example/x")
    #expect(signed.contains("signed in by the bearer token") && !signed.contains("s3cret"))
  }

  @Test(arguments: [
    "curl -sH 'Authorization: Bearer s3cret-t0ken'", "curl 'Authorization: Bearer s3cret-t0ken'",
    "curl --unknown 'Authorization: Bearer s3cret-t0ken' a.example",
    "curl 'https://ada:s3cret-t0ken@exa mple/'", "curl -d '{\"a\": s3cret-t0ken' a.example/x",
  ])
  func anErrorShowsNoSecret(command: String) throws {
    let error = try #require(throws: InputError.self) { try endpoint(command) }
    #expect(!error.description.contains("s3cret"), "\(error)")
  }

  @Test func severalWordsThatMayBeTheURLAreAnError() throws {
    let error = try #require(throws: InputError.self) { try endpoint("curl --unknown value a.example") }
    #expect(error.message.contains("https://"))
  }

  @Test func aFileIsSentAsItsBytes() throws {
    let bytes = try endpoint("curl --data-binary @photo.jpg https://a.example/x")
    #expect(bytes.contains(#".post("/x", body: body)"#) && bytes.contains("var body: Request.Body\n"))
    let upload = try endpoint("curl -sT photo.jpg https://a.example/x")
    #expect(upload.contains(#".put("/x", body: body)"#) && upload.contains("var body: Request.Body\n"))
    #expect(try endpoint("curl --data-raw @a=1 https://a.example/x").contains(#".form(["@a": a])"#))
    let json = try endpoint("curl -T a.json -H 'Content-Type: application/json' https://a.example/x")
    #expect(json.contains(#".put("/x", body: .json(body))"#))
  }

  @Test(arguments: ["Backup done", "s3cret", "Backup done & all = well", "done&dusted"])
  func aTextThatIsNoFormIsSentAsItIs(text: String) throws {
    let written = try endpoint("curl -d '\(text)' https://a.example/x")
    #expect(written.contains(#".text(body, contentType: "application/x-www-form-urlencoded")"#))
    #expect(written.contains("var body: String\n"))
    for word in ["Backup", "s3cret", "dusted"] { #expect(!written.contains(word)) }
    #expect(try endpoint("curl -d 'a=Backup done' -d b x.example").contains(#".form(["a": a, "b": b])"#))
  }

  @Test(arguments: ["", "-H 'Content-Type: application/json'", "-H 'Content-Type: text/plain'"])
  func anEmptyTextIsNoBody(field: String) throws {
    for option in ["-d ''", "--data-raw ''", "--json ''"] {
      let text = try endpoint("curl \(field) \(option) https://a.example/x")
      #expect(text.contains(#".post("/x")"#) && !text.contains("form"))
    }
  }

  @Test func theMediaTypeOfAJSONBodyIsKept() throws {
    func written(_ type: String) throws -> String {
      try endpoint("curl -H 'Content-Type: \(type)' -d '{\"a\": 1}' https://a.example/x")
    }
    #expect(
      try written("application/vnd.api+json")
        .contains(#".json(body, contentType: "application/vnd.api+json")"#))
    #expect(try written("application/json; charset=utf-8").contains(".json(body))"))
  }

  @Test func encodedFieldsAreNamedByWhatStandsInFront() throws {
    #expect(
      try endpoint("curl --data-urlencode 'a=1&b=2' --data-urlencode c@file https://a.example/x")
        .contains(#".form(["a": a, "c": c])"#))
    #expect(try endpoint("curl --url-query q=1 https://a.example/x").contains(#"query: ["q": q]"#))
  }

  @Test func aCredentialInTheQueryIsTold() throws {
    let text = try endpoint(
      "curl 'https://a.example/x?api_key=s3cret&page_token=p' -H 'Authorization: Bearer s3cret'")
    #expect(text.hasPrefix("// Of https://a.example, signed in by the api_key, bearer token.\n"))
    #expect(text.contains(#"query: ["page_token": pageToken]"#) && !text.contains("s3cret"))
  }

  @Test func digitsThatAnIntDoesNotKeepAreText() throws {
    let id = try endpoint("curl https://a.example/people/118234567890123456789")
    #expect(id.contains("var personID: String\n"))
    let query = try endpoint("curl 'https://a.example/x?zip=01234&tel=+4912&id=1&id=a&n=1&n=2&m=7'")
    for line in ["zip: String?", "tel: String?", "id: [String]?", "n: [Int]?", "m: Int?"] {
      #expect(query.contains("var \(line)\n"), "\(line)")
    }
  }

  @Test func aTextOfAFormIsNoFile() throws {
    let text = try endpoint("curl --form-string 'handle=@ada' -F photo=@a.png https://a.example/x")
    #expect(text.contains("var handle: String\n") && text.contains("var photo: Request.Body\n"))
  }

  @Test func charactersByTheirNumberAreRead() throws {
    #expect(
      try ShellCommands.words(of: #"$'\u0021\u0009\x41\x9\U0001F600\ug\n\'\ud800'"#)
        == ["!\tA\t😀ug\n'\u{FFFD}"])
  }

  @Test(arguments: ["\n", "\r\n"])
  func aCommandForWindowsIsRead(newline: String) throws {
    let command = #"""
      curl ^"https://a.example/x?a=1^&b=c^%^20d^" ^
        -H ^"X-Tenant: t^" ^
        --data-raw ^"^{^\^"name^\^":^\^"a^

      b^\^"^}^"
      """#
    let words = try ShellCommands.words(of: command.replacing("\n", with: newline))
    #expect(
      words == [
        "curl", "https://a.example/x?a=1&b=c%20d", "-H", "X-Tenant: t", "--data-raw",
        "{\"name\":\"a\(newline)b\"}",
      ])
    #expect(try ShellCommands.words(of: "curl -d 'a^b'") == ["curl", "-d", "a^b"])
  }

  @Test func aPasswordInTheURLIsTheUsers() throws {
    let text = try endpoint("curl https://ada:s3cret@a.example/x")
    #expect(text.hasPrefix("// Of https://a.example, signed in by the user.\n") && !text.contains("s3cret"))
  }
}
