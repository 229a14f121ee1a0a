import Foundation
import Repartee
import ReparteeJSON
import Testing

/// Names of secrets that are everyday words elsewhere: what their values are decides.
struct SecrecyTests {
  private func json(_ text: String) -> String { Redaction().masked(body: text, as: .json, limit: 10_000) }

  @Test(arguments: [
    #"{"state":"open","code":404,"access":"public","sign":true,"seed":42,"refresh":30,"private":true}"#,
    #"{"code":"not_found","state":"closed","message":"no such user"}"#,
    #"{"code":"card_declined","state":"requires_action"}"#, #"{"code":"RATE_LIMITED","state":"PROCESSING"}"#,
    #"{"pan":"left","pw":null,"otp":true,"totp":false,"mfa_code":null,"user_code":12,"sid":7}"#,
    #"{"state":"Massachusetts","zip":"02139"}"#, #"{"backup_codes":10,"nonce":5,"hmac":false}"#,
    #"{"access":["read","write"],"webhook":{"id":1,"active":true},"refresh":{"every":"ten minutes"}}"#,
    #"{"pan":"left to right and back","design":"something long","access_level":"administrator"}"#,
    #"{"key":"page_size","value":50}"#, #"[{"v":"x","key":"some.longer.setting"},{"key":"a","val":null}]"#,
    "a=1&state=processing&access=public&sign=1&code=404&page=2", "code=US&pan=left&otp=true",
  ])
  func ordinaryBodiesStayAsTheyAre(body: String) {
    #expect(json(body) == body)
    #expect(Redaction().masked(body: body, as: .text, limit: 10_000) == body)
    #expect(Redaction().masked(whole: Array(body.utf8), as: .json).secrets.isEmpty)
    if body.contains("&") { #expect(Redaction().masked(form: body) == body) }
  }

  @Test(arguments: [
    "sid", "hmac", "sign", "signature", "pw", "pat", "refresh", "access", "private", "seed", "mnemonic",
    "backup_codes", "dsn", "webhook", "nonce",
  ])
  func longStringsAreSecret(name: String) {
    #expect(json(#"{"\#(name)":"planted-1","a":1}"#) == #"{"\#(name)":"***","a":1}"#)
    #expect(Redaction().masked(form: "\(name)=planted-1&a=1") == "\(name)=***&a=1")
    #expect(Redaction().masked(url: "https://h/x?\(name)=planted-1&a=1") == "https://h/x?\(name)=***&a=1")
    #expect(
      Redaction().masked(text: "GET /x?a=1&\(name)=planted-1 HTTP/1.1") == "GET /x?a=1&\(name)=*** HTTP/1.1"
        || name == "signature")
  }

  @Test(arguments: ["mfa_code", "otp", "otp_code", "totp", "user_code", "mfaCode", "sms_otp"])
  func codesOfSixCharactersAreSecret(name: String) {
    #expect(json(#"{"\#(name)":"123456","a":1}"#) == #"{"\#(name)":"***","a":1}"#)
    #expect(json(#"{"\#(name)":123456,"a":1}"#) == #"{"\#(name)":"***","a":1}"#)
    #expect(Redaction().masked(form: "\(name)=123456&a=1") == "\(name)=***&a=1")
    #expect(json(#"{"\#(name)":"12345"}"#) == #"{"\#(name)":"12345"}"#)
    #expect(Redaction().isSecret(name), "a header field has no other values")
  }

  @Test func aCardNumberIsDigits() {
    #expect(json(#"{"pan":"4111 1111 1111 1111","a":1}"#) == #"{"pan":"***","a":1}"#)
    #expect(json(#"{"pan":4111111111111111}"#) == #"{"pan":"***"}"#)
    #expect(Redaction().masked(form: "pan=4111-1111-1111-1111") == "pan=***")
  }

  @Test func theStringsOfAnArrayAreSecretToo() {
    #expect(
      json(#"{"backup_codes":["12ab","34cd",5678],"a":1}"#) == #"{"backup_codes":["***","***","***"],"a":1}"#)
    #expect(json(#"{"mnemonic":["legal","winner"]}"#) == #"{"mnemonic":["***","***"]}"#)
    #expect(json(#"{"access":["planted-1","read"]}"#) == #"{"access":["***","read"]}"#)
    #expect(json(#"{"seed":[1,2,3]}"#) == #"{"seed":[1,2,3]}"#)
  }

  @Test func theCodeAndTheStateOfACallbackAreSecret() {
    let query = "https://app/cb?code=SplxlOBeZQ&state=af0ifjsldkj&page=2"
    #expect(Redaction().masked(url: query) == "https://app/cb?code=***&state=***&page=2")
    #expect(
      Redaction().masked(text: "GET /cb?state=af0ifjsldkj&code=SplxlO HTTP/1.1").contains(
        "state=***&code=***"))
    let request = "response_type=code&client_id=app&state=af0ifjsldkj"
    #expect(Redaction().masked(form: request) == "response_type=code&client_id=app&state=***")
    #expect(
      json(#"{"state":"af0ifjsldkj","code":"SplxlO","a":1}"#) == #"{"state":"***","code":"***","a":1}"#)
    #expect(json(#"{"code":"SplxlOBeZQ","a":1}"#) == #"{"code":"SplxlOBeZQ","a":1}"#)
  }

  // MARK: Escaped text

  @Test(arguments: [
    (
      #"<a href="/cb?state=af0ifjsldkj&amp;code=SplxlOBeZQQYbYS6WxSbIA">"#,
      #"<a href="/cb?state=***&amp;code=***">"#
    ),
    ("/x?lang=en&amp;sid=planted-1", "/x?lang=en&amp;sid=***"),
    ("/x?a=1&#38;sid=planted-1&#x26;ticket=ST-1", "/x?a=1&#38;sid=***&#x26;ticket=***"),
    ("/x?a&#x3D;1&amp;sid&#x3D;planted-1", "/x?a&#x3D;1&amp;sid&#x3D;***"),
    (#"url = "/cb?lang=en\u0026code=SplxlOBeZQ""#, #"url = "/cb?lang=en\u0026code=***""#),
    (#"url = "/x?a=1\x26sid=planted-1""#, #"url = "/x?a=1\x26sid=***""#),
    ("Redirecting to /cb#code=SplxlOBeZQ&state=af0ifjsldkj", "Redirecting to /cb#code=***&state=***"),
    ("/cb?lang=en#state=af0ifjsldkj&code=SplxlOBeZQ", "/cb?lang=en#state=***&code=***"),
    (
      #"{"request":"code=SplxlOBeZQ&client_secret=x&grant_type=authorization_code"}"#,
      #"{"request":"code=***&client_secret=***&grant_type=authorization_code"}"#
    ),
    ("sent [code=SplxlOBeZQ&state=af0ifjsldkj]", "sent [code=***&state=***"),
    ("body: 'ticket=ST-8670-abc&a=1'", "body: 'ticket=***&a=1'"),
    ("/x?next=code%3DSplxlOBeZQ%26a%3D1", "/x?next=***"),
    ("https://app/cb?state=af0ifjsldkj&amp;code=SplxlOBeZQ", "https://app/cb?state=***&amp;code=***"),
    ("https://app/cb?a=1&amp;ticket=ST-8670-abc", "https://app/cb?a=1&amp;ticket=***"),
    (
      #"<div data-page="{&quot;sid&quot;:&quot;planted-1&quot;,&quot;a&quot;:1}">"#,
      #"<div data-page="{&quot;sid&quot;:***,&quot;a&quot;:1}">"#
    ),
    ("<b>&quot;password&quot;=&gt;&quot;x y&quot;, a</b>", "<b>&quot;password&quot;=&gt;***, a</b>"),
    ("&lt;password&gt;hunter2&lt;/password&gt; a", "&lt;password***&lt;/password&gt; a"),
  ])
  func escapesHideNoNames(text: String, masked: String) {
    #expect(Redaction().masked(text: text) == masked)
    #expect(Redaction().masked(body: text, as: .text, limit: 1_000) == masked)
    let whole = Redaction().masked(whole: Array(text.utf8), as: .text)
    #expect(String(decoding: whole.bytes, as: UTF8.self) == masked)
  }

  @Test(arguments: [
    "issue #code: 404", "Tom &amp; Jerry&#39;s #state=open", "/x?a=1&amp;code=404&amp;state=processing",
    "<p>The &quot;code&quot; is &lt;b&gt;, C:\\users\\x41</p>", "code=US&amp;b=1",
    "&#0;&#x;&;&amp &#99999999;",
  ])
  func ordinaryMarkupStaysAsItIs(text: String) {
    #expect(Redaction().masked(text: text) == text)
  }

  @Test(arguments: [
    ("<p>&lt;token&gt;</p><p>More</p>", "<p>&lt;token***</p><p>More</p>"),
    ("--user &lt;password&gt;hunter2&lt;b&gt; a\nMore", "--user &lt;password***&lt;b&gt; a\nMore"),
    ("&lt;token&gt; a\n&lt;token&gt; b\nMore", "&lt;token***\n&lt;token***\nMore"),
  ])
  func aRecordingKeepsWhatIsAfterAPlaceholder(page: String, masked: String) {
    let whole = Redaction().masked(whole: Array(page.utf8), as: .text)
    #expect(String(decoding: whole.bytes, as: UTF8.self) == masked && whole.isComplete)
  }

  @Test(.timeLimit(.minutes(5))) func placeholdersAreReadOnce() {
    for page in [
      String(repeating: "&lt;token&gt;", count: 20_000),
      (0..<20_000).map { "&lt;a\($0)token&gt;" }.joined(),
    ] {
      #expect(Redaction().masked(whole: Array(page.utf8), as: .text).bytes.count < 500_000)
    }
  }

  @Test func itemsOfAnEscapedURLAreMasked() {
    let url = "https://app/cb?state=af0ifjsldkj&amp;code=SplxlOBeZQ&amp;ticket=ST-1"
    #expect(Redaction().masked(url: url) == "https://app/cb?state=***&amp;code=***&amp;ticket=***")
    #expect(Redaction(except: ["sid"]).masked(url: "/x?a&amp;sid=planted-1") == "/x?a&amp;sid=planted-1")
  }

  @Test func anExceptionIsShownAndAWordOfYourOwnIsNot() {
    let excepting = Redaction(except: ["sid"])
    #expect(excepting.masked(form: "sid=planted-1") == "sid=planted-1")
    let adding = Redaction(adding: ["state"])
    #expect(adding.masked(body: #"{"state":"on"}"#, as: .json, limit: 100) == #"{"state":"***"}"#)
  }

  // MARK: Pairs

  @Test(arguments: [
    (#"{"key":"my-secret-key"}"#, #"{"key":"***"}"#),
    (#"{"key":"abc","a":{"value":1}}"#, #"{"key":"***","a":{"value":1}}"#),
    (#"{"key":12345,"name":"x"}"#, #"{"key":"***","name":"x"}"#), (#"{"key":["a"]}"#, #"{"key":"***"}"#),
    (#"{"key":"password","value":"x"}"#, #"{"key":"password","value":"***"}"#),
    (#"{"v":"x","key":"password"}"#, #"{"v":"***","key":"password"}"#),
    (#"{"key":"sid","value":"planted-1"}"#, #"{"key":"sid","value":"***"}"#),
    (#"{"key":"sid","value":"short"}"#, #"{"key":"sid","value":"short"}"#),
    (#"{"key":"page","val":"2"}"#, #"{"key":"page","val":"2"}"#),
    (#"{"key":"a","key":"b","value":1}"#, #"{"key":"***","key":"b","value":1}"#),
    (#"{"key":"my-secret-key""#, #"{"key":"***""#),
    (#"[{"key":"abc"},{"value":1}]"#, #"[{"key":"***"},{"value":1}]"#),
  ])
  func aKeyIsSecretUnlessAValueIsBesideIt(body: String, masked: String) {
    #expect(json(body) == masked)
  }

  @Test func aKeyFarFromItsValueIsDecidedByIt() {
    let long = String(repeating: "x", count: 3_000)
    let body = #"{"key":"my-secret-key","note":"\#(long)","value":1}"#
    #expect(Redaction().masked(body: body, as: .json, limit: 50).contains("my-secret-key"))
    let error = #expect(throws: JSONError.self) {
      try JSONCoder().decode([String: Int].self, from: Data(#"{"a":1,"key":"my-secret-key"}"#.utf8))
    }
    #expect(error?.report.contains("my-secret-key") == false)
  }

  // MARK: Markup

  @Test(arguments: [
    ("<input type=hidden name=csrf_token value=planted>", "<input type=hidden name=csrf_token value=***>"),
    ("<input value=planted name=authenticity_token><p>Hi", "<input value=*** name=authenticity_token><p>Hi"),
    ("<meta content='planted' name=csrf-token>", "<meta content=*** name=csrf-token>"),
    ("<input name=page value=2>", "<input name=page value=2>"),
  ])
  func hiddenInputsWithoutQuotesAreMasked(page: String, masked: String) {
    #expect(Redaction().masked(text: page) == masked)
    #expect(Redaction().masked(body: page, as: .json, limit: 1_000) == masked)
  }

  @Test func aValueBeforeItsQuotedNameIsMasked() {
    let page = #"<input value="planted" type="hidden" name="csrf_token">"#
    #expect(!Redaction().masked(text: page).contains("planted"))
  }

  // Were it quadratic, it would take minutes.
  @Test(.timeLimit(.minutes(5))) func tagsAndQueriesAreReadOnce() {
    for piece in [
      "<a name=token ", "<a name=token value=x ", "&state=aaaaaaaaa", "?state=aaaaaaaaa", "?pan=4",
      "\"key\":1,", "#state=aaaaaaaaa", "&amp;state=aaaaaaaaa", "state=", "code=\u{301}", "&amp;",
      "&amp;amp;",
      "&#x26;sid=%26amp;", "\\u0026code=", "://a:b#", "://a:b^", "://h;a=", ";a=://h?b=",
    ] {
      let text = String(repeating: piece, count: 50_000 / piece.utf8.count)
      #expect(Redaction().masked(text: text).utf8.count < 500_000)
      #expect(Redaction().masked(text: "{" + text).utf8.count < 500_000)
    }
  }
}
