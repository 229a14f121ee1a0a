import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// What a recording holds, as it stands in Swift: foreign text is text, and secrets are not there.
struct RecordedValueTests {
  private struct Call {
    var method = "GET"
    var path: String
    var status = 200
    var body = "{}"
    var type = "application/json"
    var sent: String?
    var fields: [String: String] = [:]
  }

  private func recorded(_ calls: [Call]) throws -> [String: String] {
    let entries = calls.map { call -> JSONValue in
      var request: JSONValue = [
        "method": .string(call.method), "url": .string("https://shop.example" + call.path),
        "headers": .array(call.fields.map { ["name": .string($0.key), "value": .string($0.value)] }),
      ]
      if let sent = call.sent {
        request["postData"] = ["mimeType": "application/json", "text": .string(sent)]
      }
      return [
        "request": request,
        "response": [
          "status": .number(JSONNumber(call.status)),
          "content": ["mimeType": .string(call.type), "text": .string(call.body)],
        ],
      ]
    }
    let har: JSONValue = ["log": ["entries": .array(entries)]]
    let scaffold = try Scaffold(
      recording: "a.har", testing: "Shop", load: { _ in Data(har.description.utf8) })
    return Dictionary(uniqueKeysWithValues: scaffold.files.map { ($0.name, $0.text) })
  }

  // MARK: Foreign text

  @Test(arguments: [
    ("a \\# x \\#(fatalError())", "##"), ("\\##(x)", "###"), ("#", "#"), ("a \\ # b", "#"),
    ("\"\"\"#", "#"),
  ])
  func aResponseIsTextWhateverItSays(text: String, signs: String) throws {
    let body = (["body": .string(text)] as JSONValue).description
    let files = try recorded([Call(path: "/a", body: body)])
    let test = try #require(files["ShopTests.swift"])
    #expect(
      test.contains("  \(signs)\"\"\"\n") && test.contains("\n        \"\"\"\(signs), status: 200))\n"))
    #expect(!test.contains("#\(signs)\"\"\""))
  }

  @Test(arguments: [
    ("a", "#"), ("\\#", "##"), ("\\\\####(", "#####"), ("\"\"#", "#"), ("\"\"\"\"###", "####"),
    ("# \\n", "#"),
  ])
  func theSignsAroundARawTextAreMoreThanAnyInIt(text: String, signs: String) {
    #expect(Literal.signs(around: text) == signs)
  }

  // MARK: Secrets

  @Test func valuesOfSecretNamesAreNotListed() throws {
    let passwords = ["battery_staple", "correct_horse"]
    let calls = (0..<8).map { number in
      Call(
        method: "POST", path: "/login",
        body: #"{"id": 7, "tokens": ["\#(passwords[number % 2])"], "again": "\#(passwords[number % 2])"}"#,
        sent: #"{"name": "ada", "password": "\#(passwords[number % 2])"}"#,
        fields: ["X-Secret": passwords[number % 2]])
    }
    let all = try recorded(calls).values.joined()
    #expect(all.contains("var password: String\n") && all.contains("var tokens: [String]\n"))
    for word in ["battery", "staple", "horse"] { #expect(!all.contains(word)) }
    let sample = "[" + calls.compactMap(\.sent).joined(separator: ",") + "]"
    let model = try Scaffold(samples: [(name: "a.json", bytes: Data(sample.utf8))], named: "Login")
    #expect(model.files.map(\.text).joined().contains("var password: String\n"))
  }

  @Test func aHiddenValueIsOfItsType() throws {
    let id = "5F0C954E-3A0C-4B44-9C1B-0D1F3B6F7A11"
    let body = """
      {"password_changed_at": "2024-05-31T12:00:00Z", "session_id": "\(id)", "token": "abc", "pin": 12.5,
      "token_url": "https://shop.example/tokens/abc", "secret": 7}
      """
    let files = try recorded([
      Call(method: "POST", path: "/logins", body: body, sent: body, fields: ["X-Token": "abcdefgh"])
    ])
    let model = files.filter { $0.key != "ShopTests.swift" }.values.joined()
    for line in [
      "var passwordChangedAt: Date", "var sessionId: UUID", "var token: String", "var pin: Double",
      "var tokenUrl: URL", "var secret: Int",
    ] { #expect(model.contains(line + "\n"), "\(line)") }
    let test = try #require(files["ShopTests.swift"])
    let zero = "00000000-0000-0000-0000-000000000000"
    #expect(test.contains(#""session_id": "\#(zero)""#))
    #expect(test.contains(#"sessionId: UUID(uuidString: "\#(zero)")!"#))
    #expect(test.contains(#""password_changed_at": "2024-05-31T12:00:00Z""#))
    #expect(test.contains(#"try Date("2024-05-31T12:00:00Z", strategy: .iso8601)"#))
    #expect(test.contains(#""pin": 0.5"#) && test.contains(#""secret": 0"#))
    for secret in [id, "tokens/abc", "12.5"] { #expect(!test.contains(secret), "\(secret)") }
  }

  @Test func aSecretThatLooksLikeADateIsNotKept() throws {
    let body = #"{"token": "2024-05-31T-s3cret-of-ada-Z"}"#
    let all = try recorded([Call(path: "/a", body: body)]).values.joined()
    #expect(!all.contains("s3cret"))
  }

  @Test(arguments: ["text/plain", "text/html", "application/x-www-form-urlencoded", "application/xml"])
  func aTextThatNamesASecretIsNotWritten(type: String) throws {
    for body in ["access_token=s3cret-gho&scope=repo", #"{"csrf": "s3cret-gho""#] {
      let files = try recorded([Call(path: "/a", body: body, type: type)])
      let test = try #require(files["ShopTests.swift"])
      #expect(test.contains("func getA() async") && !files.values.joined().contains("s3cret"))
    }
    let harmless = try recorded([Call(path: "/a", body: "pong", type: type)])
    #expect(harmless.values.joined().contains(#"Data("pong".utf8)"#))
  }

  @Test(arguments: [
    "Bearer eyJhbGciOi.eyJzdWIi.s3cret", "https://h.example/x?c=eyJhbGciOi.eyJzdWIi.s3cret",
    "https://h.example/x?X-Amz-Signature=s3cret", "https://h.example/x?a=1#access_token=s3cret",
    "a=1&token=s3cret",
  ])
  func aSecretWithinATextIsNotWritten(text: String) throws {
    let body = (["a": .string(text)] as JSONValue).description
    let all = try recorded([Call(method: "POST", path: "/a", body: body, sent: body)]).values.joined()
    #expect(!all.contains("s3cret") && !all.contains("eyJ"))
  }

  @Test func whatEndsATestIsNoArgument() throws {
    let id = "5F0C954E-3A0C-4B44-9C1B-0D1F3B6F7A11"
    func sent(_ id: String, _ state: String, size: String = "1") -> String {
      #"{"id": "\#(id)", "state": "\#(state)", "size": \#(size), "by": {}}"#
    }
    let accepted = (0..<6).map { number in
      Call(method: "PUT", path: "/a", sent: sent(id, number % 2 == 0 ? "open" : "closed"))
    }
    let odd = [
      sent("7", "open"), sent(id, "ajar"), sent(id, "open", size: "null"), sent(id, "open", size: "1.5"),
      sent(id, "open").replacing("{}", with: "[7]"), sent(id, "open").replacing("{}", with: "null"),
    ]
    for refused in odd {
      let files = try recorded(accepted + [Call(method: "PUT", path: "/a", status: 422, sent: refused)])
      let test = try #require(files["ShopTests.swift"])
      #expect(test.contains("func putA() async") && !test.contains("func putA422() async"))
    }
  }

  @Test func whatMayBeMissingOrNullIsAnArgument() throws {
    let files = try recorded([
      Call(method: "PUT", path: "/a", sent: #"{"a": 1, "b": null}"#),
      Call(method: "PUT", path: "/a", sent: #"{"b": "x", "c": {"d": null}}"#),
      Call(method: "PUT", path: "/a", status: 422, sent: #"{"a": null, "b": null, "c": {"d": null}}"#),
    ])
    let test = try #require(files["ShopTests.swift"])
    #expect(test.contains("PutA(body: .init(b: nil, c: .init(d: nil)))"))
  }

  @Test(arguments: ["", #"{"id": "#])
  func aResponseThatWasNotRecordedAsAWholeIsNoStub(body: String) throws {
    let files = try recorded([Call(path: "/a", body: body), Call(path: "/a", body: #"{"id": 7}"#)])
    let test = try #require(files["ShopTests.swift"])
    #expect(test.contains(#""id": 7"#) && !test.contains("Stub(GetA.self, .status(200"))
  }

  @Test(arguments: [
    ("Cookie", "theme=x; sid=abcdef123456; a=b"), ("Authorization", #"Token token="abcdef123456", a="b""#),
    ("Authorization", #"Digest username="ada", response="abcdef123456""#),
    ("Authorization", "Basic \(Data("ada:abcdef123456".utf8).base64EncodedString())"),
    ("X-Api-Key", "abcdef123456"),
  ])
  func aValueWithinAFieldIsACredential(name: String, value: String) throws {
    let files = try recorded([Call(path: "/a", body: #"{"id": "abcdef123456"}"#, fields: [name: value])])
    #expect(!files.values.joined().contains("abcdef123456"))
  }

  @Test(arguments: [
    "page_token", "pageToken", "next_token", "nextPageToken", "continuation_token", "$skiptoken", "syncToken",
  ])
  func aTokenOfAPageIsNoCredential(name: String) throws {
    let files = try recorded([
      Call(path: "/files", body: #"{"a": "s3cret-page"}"#), Call(path: "/files?\(name)=s3cret-page"),
    ])
    let all = files.values.joined()
    #expect(all.contains("\"\(name)\": ") && !all.contains(".apiKey"))
    #expect(all.contains(#""a": "s3cret-page""#))
    let signed = try recorded([Call(path: "/files?access_token=s3cret")]).values.joined()
    #expect(signed.contains(#".apiKey(key, query: "access_token")"#))
  }

  @Test func aTokenOfAPageIsHiddenInATest() throws {
    let files = try recorded([Call(path: "/files?page_token=s3cret")])
    let test = try #require(files["ShopTests.swift"])
    #expect(test.contains(#"(pageToken: "***")"#))
  }

  @Test func aParameterCalledBodyIsBesideTheBody() throws {
    let files = try recorded([Call(method: "POST", path: "/a?body=x", sent: #"{"n": 1}"#)])
    let test = try #require(files["ShopTests.swift"])
    #expect(test.contains(#"CreateA(body: "x", bodyValue: .init(n: 1))"#))
  }

  @Test func theCredentialOfEachCallIsHidden() throws {
    let tokens = (0..<8).map { "\($0)-s3cret-" + String(repeating: "x", count: 9 * $0 % 8) }
    let calls = tokens.enumerated().map { number, token in
      Call(
        path: "/a", status: 200 + number, body: #"{"id": "of \#(token)", "by": [{"of": "\#(token)"}]}"#,
        fields: ["Authorization": "Bearer \(token)"])
    }
    #expect(try !recorded(calls).values.joined().contains("s3cret"))
  }

  @Test(.timeLimit(.minutes(5)))
  func shortTextsAreNotComparedWithLongCredentials() {
    let known = (0..<200_000).map { "a-token-that-is-long-\(100_000 + $0)" }
    let found = (0..<20_000).contains { Secrets.isCredential("user \($0)", known) }
    #expect(!found && Secrets.isCredential("of a-token-that-is-long-299999", known))
  }

  // MARK: Paths

  @Test func aTrailingSlashIsPartOfThePath() throws {
    let all = try recorded([
      Call(path: "/users/7/"), Call(path: "/users/"), Call(path: "/users"), Call(path: "/"),
    ]).values.joined()
    for path in [#"/users/\(userID)/"#, "/users/", "/users", "/"] {
      #expect(all.contains(".get(\"\(path)\")"), "\(path)")
    }
  }

  /// As `Redaction` finds them, by their shape or by a name that makes only long values secret.
  @Test(arguments: [
    (#"{"object": "key", "value": "@"}"#, "sk-admin-1234abcd5678efgh"),
    (#"{"access": "@"}"#, "0123456789abcdef01234"),
    (#"{"refresh": "@", "id": 1}"#, "0123456789abcdef01234"), (#"{"pan": "@"}"#, "4111111111111111"),
    (#"{"pan": @}"#, "4111111111111111"), (#"{"backup_codes": ["@", "87654321"]}"#, "12345678"),
    (#"{"pem": "@"}"#, "-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"),
    (#"{"a": {"b": ["@"]}}"#, "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
  ])
  func secretsOfEverydayNamesAndShapesAreNotWritten(body: String, secret: String) throws {
    let files = try recorded([Call(path: "/a", body: body.replacing("@", with: secret))])
    #expect(!files.values.joined().contains(secret))
    let sent = try recorded([Call(method: "POST", path: "/a", sent: body.replacing("@", with: secret))])
    #expect(!sent.values.joined().contains(secret))
  }

  @Test(arguments: [
    "[Bug] crash at start", "{name} is here", #"\"Hello\" he said"#, "[ ] milk", "[link](https://a.example)",
  ])
  func textThatBeginsLikeJSONIsNoSecret(text: String) throws {
    let files = try recorded([
      Call(path: "/a", body: #"{"title": "@", "tags": ["@", "b"]}"#.replacing("@", with: text))
    ])
    #expect(try #require(files["ShopTests.swift"]).contains(text))
  }

  @Test func anObjectOfAListKeepsWhatIsNoSecret() throws {
    let body = #"{"webhook": [{"id": 7, "token": "hunter2"}]}"#
    let test = try #require(recorded([Call(path: "/a", body: body)])["ShopTests.swift"])
    #expect(test.contains("\"id\": 7") && !test.contains("hunter2"))
  }

  @Test func onlyTheSecretsOfAListAreHidden() throws {
    let body =
      #"{"links": ["https://a.example/?token=hunter2", "https://b.example/x"], "backup_codes": ["12345678", "-"]}"#
    let test = try #require(recorded([Call(path: "/a", body: body)])["ShopTests.swift"])
    #expect(test.contains("https://b.example/x") && test.contains("\"-\""))
    #expect(!test.contains("hunter2") && !test.contains("12345678"))
  }

  @Test func aLinkToTheNextPageIsNoSecret() throws {
    let files = try recorded([
      Call(path: "/a", body: #"{"next": "https://shop.example/a?page_token=abcdefgh12345678"}"#)
    ])
    #expect(try #require(files["ShopTests.swift"]).contains("page_token=abcdefgh12345678"))
  }
}
