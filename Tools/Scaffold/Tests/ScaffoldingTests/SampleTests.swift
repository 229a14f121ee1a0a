import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// Models from samples, endpoints from curl commands, and clients from recordings.
struct SampleTests {
  private func model(_ documents: String...) throws -> String {
    let samples = documents.enumerated().map { (name: "\($0.offset).json", bytes: Data($0.element.utf8)) }
    return try Scaffold(samples: samples, named: "User").files.map(\.text).joined()
  }

  @Test func samplesAreMerged() throws {
    let text = try model(
      #"{"id": 1, "name": "Ada", "at": "2024-05-31T12:00:00Z", "size": 1, "tags": [], "extra": null}"#,
      #"[{"id": 2, "name": null, "at": "2024-05-31T12:00:00.5+02:00", "size": 1.5, "tags": ["a"]}]"#)
    #expect(
      text == """
        import Foundation
        import Repartee

        struct User: Codable, Sendable {
          var id: Int
          var name: String?
          var at: Date
          var size: Double
          var tags: [String]
          var extra: JSONValue?
        }

        """)
  }

  @Test func aFewWordsThatRepeatAreListed() throws {
    let text = try model(
      "[\((0..<9).map { #"{"state": "\#($0 % 2 == 0 ? "open" : "closed")"}"# }.joined(separator: ","))]")
    #expect(text.contains("/// The values that were seen; listed because they repeat."))
    #expect(text.contains("var state: OpenEnum<State>") && text.contains("case closed, open"))
    #expect(try model(#"[{"n": "Ada"}, {"n": "Bob"}]"#).contains("var n: String"))
  }

  @Test func keysThatAreDataMakeAMap() throws {
    #expect(try model(#"{"by": {"1": {"n": 1}, "2": {"n": 2}}}"#).contains("var by: [String: By]"))
  }

  @Test func aSampleThatIsNoJSONSaysWhere() throws {
    let error = try #require(throws: InputError.self) { try model("{\n  \"a\": oops}") }
    #expect(error.line == 2 && error.file == "0.json")
  }

  // curl

  private func endpoint(_ command: String) throws -> String {
    try Scaffold(curl: command).files.map(\.text).joined()
  }

  @Test func aCommandIsAnEndpoint() throws {
    let text = try endpoint(
      #"curl -sS -X POST 'https://api.example.com/users/7/keys?dry_run=true' -H "Authorization: Bearer s3cret-t0ken" \"#
        + "\n"
        + #"  -H 'X-Tenant: t' --data '{"title": "it'\''s", "ttl": 3}'"#)
    #expect(text.hasPrefix("// Of https://api.example.com, signed in by the bearer token.\n"))
    #expect(text.contains("struct CreateUserKey: Endpoint {") && text.contains("var userID: Int\n"))
    #expect(text.contains(#""dry_run": dryRun"#) && text.contains(#""X-Tenant": xTenant"#))
    #expect(text.contains("var title: String\n") && text.contains("var ttl: Int\n"))
    #expect(!text.contains("s3cret"))
  }

  @Test func formsAndQueriesAreFields() throws {
    #expect(try endpoint("curl https://a.example/x -d a=1 -d b=2").contains(#".form(["a": a, "b": b])"#))
    #expect(try endpoint("curl -G a.example/x -d q=1").contains(#".get("/x", query: ["q": q])"#))
    #expect(try endpoint("curl -F file=@a.png https://a.example/x").contains("MultipartForm()"))
    #expect(try endpoint("curl -I https://a.example/").contains(#".head("/")"#))
  }

  @Test(arguments: [
    "", "wget x", "curl", "curl 'x", "curl -X", "curl http://",
    "curl -d '{\"a\":}' -H 'Content-Type: application/json' x",
  ])
  func aCommandThatCannotBeReadIsAnError(command: String) {
    #expect(throws: InputError.self) { try endpoint(command) }
  }

  // Recordings

  private static func entry(
    _ method: String, _ url: String, _ status: Int, _ body: String, sent: String? = nil,
    token: String = "abcdefgh-token"
  ) -> JSONValue {
    var request: JSONValue = [
      "method": .string(method), "url": .string(url),
      "headers": [["name": "Authorization", "value": .string("Bearer \(token)")]],
    ]
    if let sent { request["postData"] = ["mimeType": "application/json", "text": .string(sent)] }
    return [
      "request": request,
      "response": [
        "status": .number(JSONNumber(status)), "headers": [],
        "content": ["mimeType": "application/json", "text": .string(body)],
      ],
    ]
  }

  private func recorded(_ entries: [JSONValue]) throws -> [String: String] {
    let har: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
    let scaffold = try Scaffold(
      recording: "a.har", testing: "Shop", load: { _ in Data(har.description.utf8) })
    return Dictionary(uniqueKeysWithValues: scaffold.files.map { ($0.name, $0.text) })
  }

  @Test func aRecordingIsAClientWithTests() throws {
    let base = "https://api.shop.example"
    let files = try recorded([
      Self.entry("GET", base + "/v1/users/7?api_key=k3y-of-ada", 200, #"{"id": 7, "token": "secret-of-7"}"#),
      Self.entry("GET", base + "/v1/users/8", 200, #"{"id": 8, "token": null, "nick": "x abcdefgh-token"}"#),
      Self.entry("GET", base + "/v1/users/9", 404, #"{"message": "no"}"#),
      Self.entry(
        "POST", base + "/v1/users", 201, #"{"id": 9, "token": "t"}"#,
        sent: #"{"name": "Ada", "password": "pw-of-ada"}"#),
      Self.entry("GET", "https://cdn.example/x", 200, "{}"),
    ])
    let client = try #require(files["Shop.swift"])
    #expect(client.contains(#"static let baseURL = "https://api.shop.example/v1""#))
    #expect(
      client.contains("static func bearerToken(") && client.contains(#".apiKey(key, query: "api_key")"#))
    let users = try #require(files["Users.swift"])
    #expect(users.contains("struct GetUser: Endpoint {\n  var userID: Int\n"))
    #expect(
      users.contains(
        "struct User: Decodable, Sendable {\n  var id: Int\n  var token: String?\n  var nick: String?"))
    #expect(users.contains(".code(404, .decodeError(ShopError.self) { .notFound($0) })"))
    let tests = try #require(files["ShopTests.swift"])
    #expect(tests.contains("@Test func getUser404() async throws {"))
    #expect(tests.contains(#"CreateUser(body: .init(name: "Ada", password: "***"))"#))
    let all = files.values.joined()
    for secret in ["abcdefgh-token", "k3y-of-ada", "secret-of-7", "pw-of-ada"] {
      #expect(!all.contains(secret))
    }
  }

  @Test func aRedirectThatIsFollowedHasNoTest() throws {
    let files = try recorded([
      Self.entry("GET", "https://shop.example/a", 301, ""),
      Self.entry("GET", "https://shop.example/a", 200, "{}"),
      Self.entry("GET", "https://shop.example/b", 302, ""),
    ])
    let tests = try #require(files["ShopTests.swift"])
    #expect(tests.contains("func getA() async") && !tests.contains("func getA301()"))
    #expect(tests.contains("func getB302() async"))
  }

  @Test func aTokenInAPathIsNotWritten() throws {
    let files = try recorded([
      Self.entry(
        "GET", "https://bots.example/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe", 200, "{}")
    ])
    let all = files.values.joined()
    #expect(all.contains("func getGetMe") && !all.contains("AAHdq") && !all.contains("110201543"))
  }

  @Test func aBrowsersRecordingIsItsCallsOfTheAPI() throws {
    let base = "https://shop.example"
    var page = Self.entry("GET", base + "/", 200, "<html>")
    page["_resourceType"] = "document"
    page["response"]?["content"]?["mimeType"] = "text/html"
    var call = Self.entry("GET", base + "/users/7", 200, #"{"id": 7}"#)
    call["_resourceType"] = "xhr"
    call["request"]?["headers"] = [
      ["name": ":authority", "value": "shop.example"], ["name": ":x-api-key", "value": "0123456789"],
    ]
    let entries: [JSONValue] = [page, call, [:], 5, ["request": ["method": "GET"]]]
    let har: JSONValue = ["log": ["pages": [[:]], "entries": .array(entries)]]
    let scaffold = try Scaffold(recording: "a.har", load: { _ in Data(har.description.utf8) })
    #expect(scaffold.written == 1)
    #expect(
      scaffold.omissions.map(\.reason) == [
        "it has no request with a method and a URL", "it has no request with a method and a URL",
        "it has no request with a method and a URL", "they load pages, scripts, styles, images or fonts",
      ])
    #expect(!scaffold.files.contains { $0.text.contains(":x-api-key") })
  }

  @Test func aFormIsDecodedOnce() throws {
    var call = Self.entry("POST", "https://shop.example/users", 201, "{}")
    let text = "user%5Bname%5D=Ada+L%2B%26&note=1"
    call["request"]?["postData"] = [
      "mimeType": "application/x-www-form-urlencoded", "text": .string(text),
      "params": [["name": "user%5Bname%5D", "value": "Ada+L%2B%26"], ["name": "note", "value": "1"]],
    ]
    let files = try recorded([call])
    #expect(files.values.joined().contains(#".form(["user[name]": userName, "note": note])"#))
    #expect(try #require(files["ShopTests.swift"]).contains(#"(userName: "Ada L+&", note: "1")"#))
  }

  @Test func preflightsAreNotTakenForCallsOfOtherHosts() throws {
    let entries = [
      Self.entry("OPTIONS", "https://shop.example/a", 204, ""),
      Self.entry("GET", "https://shop.example/a", 200, "{}"),
    ]
    let har: JSONValue = ["log": ["entries": .array(entries)]]
    let scaffold = try Scaffold(recording: "a.har", load: { _ in Data(har.description.utf8) })
    #expect(scaffold.omissions.isEmpty && scaffold.written == 1)
  }

  @Test func aSegmentKeepsItsEscapes() throws {
    let files = try recorded([Self.entry("GET", "https://shop.example/a%2Fb/%7Bx%7D/c%20d", 200, "{}")])
    #expect(files.values.contains { $0.contains(#".get("/a%2Fb/%7Bx%7D/c d")"#) })
  }

  @Test func whatABrowserAddsToACommandIsNoParameter() throws {
    let text = try #require(
      try Scaffold(
        curl:
          "curl https://shop.example/a -H 'sec-ch-ua: x' -H 'Referer: y' -H 'Tenant: z' -H 'accept-language: en'"
      ).files.first?.text)
    #expect(text.contains("var tenant: String"))
    for name in ["secChUa", "referer", "acceptLanguage"] { #expect(!text.contains(name)) }
  }

  @Test func theNameOfAFieldEndsNoComment() throws {
    let command = #"curl https://shop.example/a -H $'api-key\nlet x = 1\r\u{1}: y'"#
    let text = try #require(try Scaffold(curl: command).files.first?.text)
    #expect(text.hasPrefix("// Of https://shop.example, signed in by the api-key let x = 1"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func aSampleOfManyLevelsEnds() throws {
    let text = String(repeating: "{\"a\":", count: 1_000) + "1" + String(repeating: "}", count: 1_000)
    let scaffold = try Scaffold(samples: [(name: "a.json", bytes: Data(text.utf8))], named: "A")
    #expect(scaffold.files.map(\.text).joined().utf8.count < 50_000)
  }

  @Test func segmentsThatAreValuesAreParameters() {
    let names = ["ada", "bob", "cy", "dan"].map { ["users", $0] }
    #expect(PathShapes(names).template(of: ["users", "ada"]).segments == ["users", "{userID}"])
    #expect(PathShapes([]).template(of: ["a", "7.json"]).segments == ["a", "{aID}.json"])
    #expect(PathShapes([]).template(of: ["users", "ada"]).segments == ["users", "ada"])
  }

  @Test(arguments: [
    "{}", "[]", #"{"log": {"entries": []}}"#, #"{"log": {"entries": [{}]}}"#, #"{"log": {"entries": [1]}}"#,
  ])
  func aRecordingWithoutCallsIsAnError(text: String) {
    #expect(throws: InputError.self) {
      try Scaffold(recording: "a.har", load: { _ in Data(text.utf8) })
    }
  }
}
