import Repartee
import ReparteeJSON
import Testing

@testable import probe

struct OptionsTests {
  private func options(_ text: String) throws -> Options {
    try Options(text.split(separator: " ").map(String.init))
  }

  @Test func aURLAloneHasTheDefaults() throws {
    let options = try options("http://localhost/")
    #expect(options.transport == .asyncHTTPClient)
    #expect(options.format == .json)
    #expect(options.callCount == 1)
    #expect(options.parallel == 1)
    #expect(options.redirects == .byDefault)
    #expect(options.deadline == nil)
    #expect(options.refresh == nil)
    #expect(options.retries == 0)
    #expect(options.idempotency == .byMethod)
    #expect(!options.isObserved)
  }

  @Test func everyOptionIsRead() throws {
    let options = try options(
      "--transport url-session --method PATCH --header A:1 --header A:\u{A0}2 --body {} --deadline 0.5 http://localhost/ --idle 2"
        + " --max-body 10 --redirects 3 --bearer t --as ndjson --at a[2].b --declare 404 --declare 409 --count 5"
        + " --parallel 2 --root-certificate root.pem --http2"
        + " --refresh http://localhost/token --retries 4 --idempotency-key k-1 --observe")
    #expect(options.url == "http://localhost/")
    #expect(options.transport == .urlSession)
    #expect(options.method == "PATCH")
    #expect(options.headers.map(\.name) == ["A", "A"])
    #expect(options.headers.map(\.value) == ["1", "\u{A0}2"])
    #expect(options.body == "{}")
    #expect(options.deadline == 0.5)
    #expect(options.idle == 2)
    #expect(options.maximumBodySize == 10)
    #expect(options.redirects == .atMost(3))
    #expect(options.bearer == "t")
    #expect(options.format == .ndjson)
    #expect(options.place == [.key("a"), .index(2), .key("b")])
    #expect(options.declared == [404, 409])
    #expect(options.callCount == 5)
    #expect(options.parallel == 2)
    #expect(options.rootCertificate == "root.pem")
    #expect(options.usesHTTP2)
    #expect(options.refresh == "http://localhost/token")
    #expect(options.retries == 4)
    #expect(options.idempotency == .key("k-1"))
    #expect(options.isObserved)
  }

  @Test(arguments: [
    "--idempotency-key http://localhost/", "--idempotency-key --observe http://localhost/",
    "http://localhost/ --idempotency-key",
  ])
  func anIdempotencyKeyIsRandomUnlessItIsGiven(arguments: String) throws {
    let options = try options(arguments)
    #expect(options.url == "http://localhost/")
    #expect(options.idempotency == .key())
  }

  @Test func redirectsCanBeOff() throws {
    #expect(try options("http://localhost/ --redirects off").redirects == .off)
  }

  @Test func asManyCallsAsAtATimeUnlessTheirNumberIsGiven() throws {
    #expect(try options("http://localhost/ --parallel 7").callCount == 7)
    #expect(try options("http://localhost/ --parallel 7 --count 3").callCount == 3)
  }

  @Test(arguments: [
    "", "http://a/ http://b/", "http://a/ --nothing", "http://a/ --deadline", "http://a/ --deadline -1",
    "http://a/ --deadline nan", "http://a/ --deadline soon", "http://a/ --max-body -1",
    "http://a/ --max-body 99999999999999999999", "http://a/ --redirects on", "http://a/ --redirects -1",
    "http://a/ --count 0", "http://a/ --parallel 0", "http://a/ --declare 99", "http://a/ --declare 1000",
    "http://a/ --as xml", "http://a/ --transport curl", "http://a/ --header none",
    "http://a/ --as text --at a",
    "http://a/ --at a.b.c.d.e.f", "http://a/ --as array --at a[0]", "http://a/ --body a --stalled-body",
    "http://a/ --count 2 --then http://a/", "http://a/ --refresh", "http://a/ --retries -1",
  ])
  func whatCanNotBeUsedIsAnError(arguments: String) {
    #expect(throws: UsageError.self) { try options(arguments) }
  }

  @Test func everyOptionHasItsLineOfHelp() throws {
    for option in Options.names.union(Options.flags) {
      #expect(Usage.text.contains("\n  \(option)"), "\(option)")
    }
  }

  @Test func aValueWithControlCharactersIsOneLineOfASCIIControls() {
    let text = "a\u{0}\u{1B}[31m\n\u{7F}\u{9B}\u{2028}\u{202E}\u{E0001}é"
    let line = JSONValue.string(text).printable
    #expect(line == #""a\u0000\u001b[31m\n\u007f\u009b\u2028\u202e\udb40\udc01é""#)
  }
}
