import Foundation
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeRedaction

/// The secrets of a body are masked by what the body is, whatever its Content-Type says it is.
@Suite(.timeLimit(.minutes(5))) struct BodyFormatTests {
  private static let secret = "planted-7f3a9"

  /// Each has the secret under a name that is secret there, and a value that is shown.
  private static let bodies: [String] = [
    #"{"name":"Ada","password":"S","n":1}"#,
    #"[{"name":"Ada"},{"user":{"api_key":"S","n":[1]}}]"#,
    "{\"name\":\"Ada\"}\n{\"access_token\":\"S\"}\n{\"n\":1}\n",
    "\u{1E}{\"name\":\"Ada\"}\n\u{1E}{\"refresh\":\"S\"}\n",
    #"{"query":"a=Ada&b=1","sid":"S"}"#,
    #""Ada {\"password\":\"S\"}""#,
    "\u{FEFF}{\"name\":\"Ada\",\"pin\":\"S\"}",
    "<user><name>Ada</name><password>S</password></user>",
    #"<?xml version="1.0"?><user name="Ada" password="S" n="1"/>"#,
    "<a:user>\n  <a:name>Ada</a:name>\n  <a:token type=\"x\">S</a:token>\n</a:user>",
    "name: Ada\npassword: S\nn: 1\n",
    "user:\n  name: Ada\n  client_secret: \"S\"\n  n: 1\n",
    "name=Ada&password=S&n=1",
    "name=Ada&user[api_key]=S",
    "sid=S",
    "name=Ada&refresh=S\n",
    "name=Ada Lovelace&sid=S&n=1",
    "%7B%22name%22%3A%22Ada%22%2C%22password%22%3A%22S%22%7D",
    "payload=%7B%22password%22%3A%22S%22%7D&name=Ada",
    "--b1\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAda\r\n"
      + "--b1\r\nContent-Disposition: form-data; name=\"sid\"\r\n\r\nS\r\n--b1--\r\n",
    "--b1\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAda\r\n"
      + "--b1\r\nContent-Type: application/json\r\n\r\n{\"password\":\"S\"}\r\n--b1--\r\n",
    "data: {\"name\":\"Ada\"}\n\ndata: {\"token\":\"S\"}\n\n",
    ")]}',\n{\"name\":\"Ada\",\"password\":\"S\"}",
  ]

  private static let types: [String?] = [
    nil, "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=UTF-8",
    "application/json", "application/problem+json", "application/xml", "text/xml", "application/yaml",
    "text/plain", "text/html", "text/csv", "application/x-ndjson", "application/octet-stream", "image/png",
    "multipart/form-data", "multipart/form-data; boundary=other", "text/event-stream", "no type",
  ]

  @Test(arguments: bodies)
  func itsSecretsAreShownNowhere(_ body: String) async throws {
    let body = body.replacing("S", with: Self.secret)
    for type in Self.types {
      let recording = Recording()
      let client = Client(
        baseURL: api, transport: InMemoryTransport { _ in .text(body, contentType: type, status: 400) })
      let request = Request.post("/x", body: .bytes(Data(body.utf8), contentType: type ?? ""))
      let resource = Resource<User, Never>(request, [])
      let error = try #require(await client.recorded(by: recording).result(of: resource).error)
      let entry = try #require(recording.har.entries.first)
      for bytes in [entry.request.body, entry.response?.body ?? Data()] {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(Self.secret), "\(type ?? "none"): \(text)")
      }
      #expect(!error.report.contains(Self.secret), "\(type ?? "none"): \(error.report)")
      let curl = try client.curl(for: resource)
      #expect(!curl.contains(Self.secret), "\(type ?? "none"): \(curl)")
    }
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded", #"{"a":"b=c&d","password":"S","n":1}"#),
    ("application/x-www-form-urlencoded", "name: Ada\npassword: S\nn: 1\n"),
    ("application/x-www-form-urlencoded", "<r><name>a=b&amp;c</name><pin>S</pin><n>1</n></r>"),
    ("application/x-www-form-urlencoded", "{\"name\":\"Ada\"}\n{\"token\":\"S\"}\n{\"n\":1}\n"),
    ("application/json", "name=Ada&sid=S&n=1"), ("text/plain", "sid=S&name=Ada"),
    (
      "multipart/form-data",
      "--b\r\nContent-Disposition: form-data; name=\"sid\"\r\n\r\nS\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n1\r\n--b--\r\n"
    ),
  ])
  func theRestIsRecorded(_ type: String, _ body: String) async throws {
    let recording = Recording()
    let sent = body.replacing("S", with: Self.secret)
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .text(sent, contentType: type) })
    _ = try await client.recorded(by: recording).send(Resource<Data, Never>(.get("/x"), [.any(.decode)]))
    let shown = recording.har.entries.first?.response.map { String(decoding: $0.body, as: UTF8.self) }
    // Of an element, the tag's attributes are masked too.
    #expect(shown == body.replacing(">S", with: "***").replacing("S", with: "***"))
  }
}
