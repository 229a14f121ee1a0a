import Repartee
import Testing

struct MediaTypeTests {
  @Test func typeAndSubtypeAreLowerCase() throws {
    let type = try #require(MediaType("Application/Problem+JSON"))
    #expect(type.type == "application" && type.subtype == "problem+json")
    #expect(type.description == "application/problem+json")
    #expect(type.parameters.isEmpty && type.charset == nil)
  }

  @Test(arguments: [
    ("text/html;charset=utf-8", ["charset": "utf-8"]),
    ("text/html ; charset = UTF-8 ", ["charset": "UTF-8"]),
    ("text/html; Charset=\"utf-8\"", ["charset": "utf-8"]),
    ("text/html; charset=\"a;b\"; x=1", ["charset": "a;b", "x": "1"]),
    ("text/html; a=\"q\\\"u;o\\\\te\"; b=2", ["a": "q\"u;o\\te", "b": "2"]),
    ("text/html; a=1; a=2", ["a": "1"]),
    ("text/html; a=\"x\\\\\"; b=2", ["a": "x\\", "b": "2"]),
    ("text/html; a=x\\\"; b=2", ["a": "x\\\"; b=2"]),
    ("text/html;;; =x; y; z=\"", ["z": "\""]),
    ("text/html; a=", ["a": ""]),
    ("text/html; a=b=c", ["a": "b=c"]),
    ("text/html; bad name=1; ok=2", ["ok": "2"]),
  ])
  func parametersAreReadWithoutTheirQuotes(text: String, parameters: [String: String]) throws {
    let type = try #require(MediaType(text))
    #expect(type.parameters == parameters)
    #expect(type.description == "text/html")
  }

  @Test func theCharsetIsLowerCase() {
    #expect(MediaType("text/plain; charset=\"ISO-8859-1\"")?.charset == "iso-8859-1")
  }

  @Test(arguments: [
    "", " ", "/", "text", "text/", "/html", "text/html/x", "text html", "te xt/html", "text/ht ml",
    "text/html, text/csv",
    ";charset=utf-8", "text/\u{E4}", "text\\/html", "\"text/html\"", "text/html\u{0}", "(a)/b", "a@b/c",
  ])
  func whatIsNoContentTypeIsNil(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test func typesAreEqualByWhatTheySay() {
    #expect(MediaType("Text/HTML;A=1") == MediaType("text/html; a=1"))
    #expect(MediaType("text/html;a=1") != MediaType("text/html;a=2"))
  }

  @Test func garbageNeverCrashesAndWhatIsReadIsAToken() async {
    await forAll(runs: 2_000) { generator in
      let text = generator.mangled("text/html; charset=\"utf\\\"-8\"; q=1")
      guard let type = MediaType(text) else { return }
      let again = MediaType(type.description)
      #expect(again?.type == type.type && again?.subtype == type.subtype)
      #expect(again?.parameters.isEmpty == true)
    }
  }
}

struct MediaRangeTests {
  private func range(_ range: MediaRange, contains text: String) throws -> Bool {
    range.contains(try #require(MediaType(text)))
  }

  @Test func aTypeHoldsItselfWhateverTheParametersAndCase() throws {
    #expect(try range("application/json", contains: "Application/JSON; charset=utf-8"))
    #expect(try range("APPLICATION/JSON", contains: "application/json"))
    #expect(try range("text/html; level=1", contains: "text/html"))
    #expect(try range(" text / html ", contains: "text/html"))
    #expect(try !range("application/json", contains: "application/problem+json"))
    #expect(try !range("application/json", contains: "application/jsonp"))
    #expect(try !range("application/json", contains: "text/json"))
  }

  @Test func aWildcardSubtypeHoldsItsType() throws {
    #expect(try range("text/*", contains: "text/csv"))
    #expect(try !range("text/*", contains: "application/csv"))
  }

  @Test func aSuffixHoldsEverySubtypeWithIt() throws {
    #expect(try range("application/*+json", contains: "application/problem+json"))
    #expect(try range("*/*+json", contains: "model/gltf+json"))
    #expect(try !range("application/*+json", contains: "application/json"))
    #expect(try !range("application/*+json", contains: "application/xjson"))
    #expect(try !range("application/*+json", contains: "text/x+json"))
    #expect(try !range("application/*+json", contains: "application/x+json2"))
  }

  @Test func anyHoldsAll() throws {
    #expect(try MediaRange.any.contains(#require(MediaType("x/y+z"))))
    #expect(MediaRange.any.description == "*/*")
  }

  @Test func rangesAreEqualByWhatTheyHold() {
    #expect("Application/JSON" as MediaRange == "application/json")
    #expect(("Application/JSON" as MediaRange).hashValue == ("application/json" as MediaRange).hashValue)
    #expect("text/*" as MediaRange != "text/csv")
  }
}
