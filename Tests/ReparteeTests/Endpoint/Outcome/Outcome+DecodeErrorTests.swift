import Foundation
import Repartee
import TestSupport
import Testing

/// An error body that was declared and not received.
struct OutcomeDecodeErrorTests {
  private let map: ResponseMap<User, Problem> = [.success(.decode), .any(.decodeError)]

  @Test func theErrorNamesHTMLFromAProxy() async throws {
    let html = "<html>" + String(repeating: " ", count: 99_994)
    let error = try #require(await failure(.text(html, contentType: "text/html", status: 502), map))
    let start = "502 Bad Gateway, text/html, 100 kB, where `Problem` was declared"
    #expect(error.summary.hasPrefix(start))
    #expect(error.description.hasPrefix("GET /x → \(start): "))
    #expect(error.report.contains(start))
    #expect(error.response?.text == html)
  }

  @Test(arguments: [
    ("no!", "text/plain", "400 Bad Request, text/plain, 3 bytes, where `Problem` was declared: "),
    ("", nil, "400 Bad Request, no body, where `Problem` was declared: the body is empty"),
    ("{}", "application/json", "400 Bad Request, application/json, 2 bytes, where `Problem` was declared: "),
  ])
  func theErrorNamesABodyThatIsTextEmptyOrOtherJSON(body: String, contentType: String?, start: String)
    async throws
  {
    let error = try #require(await failure(.text(body, contentType: contentType, status: 400), map))
    #expect(error.summary.hasPrefix(start), "\(error.summary)")
    #expect(error.response?.text == body && error.status == .badRequest)
  }
}
