import Foundation
@testable import Repartee
import TestSupport
import Testing

struct SecretTextTests {
  private func shown(_ body: String, _ contentType: String? = "application/json") async -> String {
    let error = await failure(
      .text(body, contentType: contentType, status: 500), [] as ResponseMap<User, Never>)
    let report = error?.report ?? ""
    return report.split(separator: "\n").last.map { String($0.dropFirst(2)) } ?? ""
  }

  @Test(arguments: [
    (#"{"token":"a\"b","x":"y"}"#, #"{"token":"***","x":"y"}"#),
    (#"{"x":{"refresh_token" : 12 , "y":[1]}}"#, #"{"x":{"refresh_token" : "***" , "y":[1]}}"#),
    (#"{"credentials":{"a":["}",1],"b":{}},"c":1}"#, #"{"credentials":"***","c":1}"#),
    (#"{"secrets":["a","b"]}"#, #"{"secrets":"***"}"#), (#"{"secret":null}"#, #"{"secret":"***"}"#),
    (#"["token","hunter2"]"#, #"["token","***"]"#), (#"{"a":"token:x"}"#, #"{"a":"token:***"}"#),
    (#"{"token":"cut of"#, #"{"token":"***""#), (#"{"token":"#, #"{"token":"#),
    (#"{"token"#, #"{"***""#), (#"{"code":"rate_limited"}"#, #"{"code":"rate_limited"}"#),
    (#"{"token":"\"#, #"{"token":"***""#), ("<html>\"", "<html>\""), ("<b>password=x</b>", "<b>password=***"),
    (#"{"pin":1,"key":true,"jwt":null,"a":2}"#, #"{"pin":"***","key":"***","jwt":"***","a":2}"#),
    (#"{"auth":{"a":1},"cvc":[1],"pwd":"x","ok":1}"#, #"{"auth":"***","cvc":"***","pwd":"***","ok":1}"#),
    (
      #"{"card":{"user_pin":1,"userPin":2,"shipping":3}}"#,
      #"{"card":{"user_pin":"***","userPin":"***","shipping":3}}"#
    ),
    (#"{"pass\u0077ord":"x","a":1}"#, #"{"pass\u0077ord":"***","a":1}"#),
    (#"{"name":"Authorization","value":"x","a":1}"#, #"{"name":"Authorization","value":"***","a":1}"#),
    (
      #"[{"value":"x","name":"token"},{"value":"y","name":"page"}]"#,
      #"[{"value":"***","name":"token"},{"value":"y","name":"page"}]"#
    ),
    (#"{"a":"{\"password\":\"hunter2\",\"b\":1}"}"#, #"{"a":"{\"password\":***,\"b\":1}"}"#),
    (#"{"a":"x=1&token=hunter2&y=2"}"#, #"{"a":"x=1&token=***&y=2"}"#),
    (
      #"{"a":"see https://u:p@h.example/x?sig=abc&b=1"}"#, #"{"a":"see https://***@h.example/x?sig=***&b=1"}"#
    ),
    (#"{"a":"Bearer abc.def"}"#, #"{"a":"Bearer ***"}"#),
    (#"{"a":"eyJhbGciOiJIUzI1NiJ9.e30.c2ln"}"#, #"{"a":"***"}"#),
    (#"{'password': 'hunter2'}"#, "{… (rest is not shown: not JSON from here)"),
    (#"{"a":"b"x","password":"hunter2"}"#, #"{"a":"b"… (rest is not shown: not JSON from here)"#),
    (#"{"password" "hunter2"}"#, "{… (rest is not shown: not JSON from here)"),
    (#"{"password":"hunter2" "x"}"#, #"{"password":"***" … (rest is not shown: not JSON from here)"#),
    (#""password" "hunter2""#, #""password" … (rest is not shown: not JSON from here)"#),
    (#"{"a":1} "hunter2""#, #"{"a":1} … (rest is not shown: not JSON from here)"#),
    (#":"password","hunter2"}"#, ":\"password… (rest is not shown: it may be secret)"),
    ("upstream connect error, password=hunter2", "upstream connect error, password=***"),
    ("no healthy upstream", "no healthy upstream"), ("404 page not found", "404 page not found"),
    (#"{"a":1}{"token":2}"#, #"{"a":1}{"token":"***"}"#),
  ])
  func membersAreMaskedByTheirNames(body: String, masked: String) async {
    #expect(await shown(body) == masked)
  }

  @Test(arguments: [
    ("password=hunter2", "password=***"), ("password: hunter2", "password: ***"),
    ("a=1&password=hunter2&b=2", "a=1&password=***&b=2"), ("Authorization: Bearer x y", "Authorization: ***"),
    ("the Bearer hunter2 is bad", "the Bearer *** is bad"), ("key='a b' c", "key=*** c"),
    ("key='a'b c", "key=***"),
    ("sort_key=a", "sort_key=a"), ("filter[key]=a", "filter[key]=***"),
    ("<r><a>1</a><password>hunter2</password><b>2</b></r>", "<r><a>1</a><password***</password><b>2</b></r>"),
    (#"<a><w:Secret t="x">h<i>hunter2</i></w:Secret>b</a>"#, "<a><w:Secret***</w:Secret>b</a>"),
    (
      #"<input name="password" value="hunter2">"#,
      #"<input name="password… (rest is not shown: it may be secret)"#
    ),
    ("<key>password</key><string>x</string>", "<key***… (rest is not shown: it may be secret)"),
    ("GET /x?code=abcdef&b=1", "GET /x?code=***&b=1"), ("code=404", "code=404"),
    ("the token has expired", "the token has expired"), ("the 'token' is bad", "the 'token' is bad"),
    ("got ghp_16C7e42F292c6912E7 there", "got *** there"),
    ("-----BEGIN KEY-----", "… (rest is not shown: it may be secret)"),
    ("redirect=https%3A%2F%2Fh%2F%3Ftoken%3Dabc ok", "redirect=*** ok"),
    (#"data: {"password": "hunter2", "a": 1}"#, #"data: {"password": "***", "a": 1}"#),
    (#"data: {"a" 1, "password": "hunter2"}"#, "data: {… (rest is not shown: not JSON from here)"),
  ])
  func secretsInTextAreMasked(body: String, masked: String) async {
    #expect(await shown(body, "text/plain") == masked)
  }

  @Test func aValueOnTheNextLineIsNotShown() async {
    let report = await failure(
      .text("a: 1\npassword:\n  - hunter2\nb: 2", contentType: "text/yaml", status: 500),
      [] as ResponseMap<User, Never>)?
      .report
    #expect(report?.contains("a: 1\n  password:… (rest") == true && report?.contains("hunter2") == false)
  }

  @Test func aQuotedNameAtTheEndOfALineHidesWhatFollows() async {
    let report = await failure(
      .text("x \"cvc\n:hunter2", contentType: "text/plain", status: 500), [] as ResponseMap<User, Never>)?
      .report
    #expect(report?.contains("hunter2") == false)
  }

  @Test func aBodyThatIsNoTextIsNotShown() async {
    let bytes = Data([0x50, 0, 0xFF, 0x68, 0x75])
    let report = await failure(
      .bytes(bytes, contentType: "image/png", status: 500), [] as ResponseMap<User, Never>)?.report
    #expect(report?.hasSuffix("  (5 bytes that are no text)") == true)
    let wide = "p\u{0}w\u{0}d\u{0}=\u{0}x\u{0}"
    #expect(await shown(wide, "text/plain") == "(10 bytes that are no text)")
    let utf16 = "pwd=hunter2".data(using: .utf16LittleEndian) ?? Data()
    let decoded = await failure(
      .bytes(utf16, contentType: "text/plain; charset=utf-16le", status: 500), [] as ResponseMap<User, Never>)?
      .report
    #expect(decoded?.hasSuffix("  pwd=***") == true)
  }

  @Test func aTextOfOnesOwnIsMaskedWhole() {
    let redaction = Redaction()
    for text in [
      "[Bug] crash at start", "{name} is here", #""Hello" he said"#, "[open]", "{{name}}", "", "{\"a\": 1}",
    ] {
      #expect(redaction.masked(text) == text)
    }
    #expect(redaction.masked(#"[info] sent {"password": "hunter2", "id": 1}"#).contains("hunter2") == false)
    #expect(redaction.masked(#"{"password": "hunter2", "id": 1}"#) == #"{"password": "***", "id": 1}"#)
    #expect(
      redaction.masked("GET https://a.example/?token=hunter2&a=1") == "GET https://a.example/?token=***&a=1")
    let long = String(repeating: #"{"a": ["token=x", 1]}, "#, count: 20_000)
    #expect(redaction.masked("[\(long)0]").utf8.count > 400_000)
  }

  // Were it proportional to the body, it would take minutes.
  @Test(.timeLimit(.minutes(5))) func aReportCostsNoTimeForTheRestOfTheBody() async throws {
    let body = #"{"a":[""# + String(repeating: "x\",\"", count: 3_500_000) + "hunter2"
    let error = try #require(
      await failure(.text(body, contentType: "application/json", status: 500), [] as ResponseMap<User, Never>)
    )
    for _ in 0..<30 { #expect(error.report.utf8.count < 2_000) }
  }

  @Test func aReportHasItsLimitWhateverTheServerSends() async throws {
    let fields = try (0..<60).map { index in
      HTTPField(
        name: try #require(HTTPField.Name("X-\(index)")), value: String(repeating: "v ", count: 4_000))
    }
    let transport = InMemoryTransport { request in
      let step = request.head.path?.split(separator: "/").last.flatMap { Int($0) } ?? 0
      var head = HTTPResponse(status: step < 30 ? .found : .badRequest)
      head.headerFields = HTTPFields(fields)
      head.headerFields[.location] = "/\(String(repeating: "a/", count: 900))\(step + 1)"
      return TransportResponse(head: head, body: ByteStream(Data()))
    }
    var client = Client(baseURL: api, transport: transport)
    client.redirects = .follow(limit: 40)
    let map: ResponseMap<User, Never> = [.code(200, .decode)]
    let error = try #require(await client.result(of: Resource(.get("/0"), map)).error)
    let report = error.report
    #expect(report.unicodeScalars.count <= 60_000 && report.hasSuffix("…"))
    #expect(report.contains("attempt 31") && report.contains("/30"))
  }

  // Were it quadratic, it would take minutes.
  @Test(.timeLimit(.minutes(5))) func maskingIsLinear() {
    for piece in ["<token>", "{\"a\":\"", "token=", "[[", "%41", "a:", "\"token\"", "://", "key='"] {
      let text = String(repeating: piece, count: 50_000 / piece.utf8.count)
      #expect(Redaction().masked(text: text).utf8.count < 100_000)
      #expect(Redaction().masked(url: text).utf8.count < 100_000)
      #expect(Redaction().masked(form: text).utf8.count < 100_000)
    }
  }

  @Test func aBodyCanForgeNoLineOfALog() async {
    let error = await failure(
      .text("ok\r\n2026 admin\u{1B}[2Kin\u{2028}x", contentType: "text/plain", status: 500),
      [] as ResponseMap<User, Never>
    )
    let lines = error?.report.split(separator: "\n").suffix(3).map(String.init)
    #expect(lines == ["  ok", "  2026 admin\\u{1b}[2Kin", "  x"])
  }

  @Test func fieldsOfAFormAreMaskedByTheirNames() async {
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    #expect(await shown("access%5Ftoken=a&scope=b&token", type) == "access%5Ftoken=***&scope=b&token")
  }

  @Test func garbageNeverCrashesAndShowsNoSecret() async {
    await forAll { generator in
      let shape = #"{"a":{"token" : "hunter2", "b":[1,"\""]},"password":{"c":"hunter2"}}"#
      _ = await shown(generator.mangled(shape))
      let secret = "s3cr3t" + generator.text(1...4)
      let json = try? JSONSerialization.data(withJSONObject: ["a": 1, "Api-Key": secret, "z": [secret.count]])
      let text = String(decoding: json ?? Data(), as: UTF8.self)
      #expect(await !shown(text).contains("s3cr3t"))
    }
  }
}
