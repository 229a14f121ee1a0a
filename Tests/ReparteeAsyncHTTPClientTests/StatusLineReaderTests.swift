#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// NIO's parser drops what stands behind the status.
@Suite(.timeLimit(.minutes(5))) struct StatusLineReaderTests {
  static let phrases = [
    ("308 Resume Incomplete", "Resume Incomplete"), ("200 Fine  by me ", "Fine  by me "), ("200 OK", "OK"),
    ("404 \tgone\t", "\tgone\t"), ("299 ", ""), ("299 Odd", "Odd"),
    ("503 " + String(repeating: "x", count: 900), String(repeating: "x", count: 900)),
  ]

  @Test(arguments: phrases)
  func theReasonPhraseIsAsItCame(status: String, phrase: String) async throws {
    try await check(phrase) { $0.answer(status) }
  }

  @Test(arguments: phrases)
  func theReasonPhraseIsAsItCameHoweverItIsCut(status: String, phrase: String) async throws {
    try await check(phrase) { exchange in
      for byte in "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8.prefix(200) {
        exchange.send(String(decoding: [byte], as: UTF8.self))
      }
      if status.utf8.count > 150 {
        exchange.send(String("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".dropFirst(200)))
      }
    }
  }

  @Test func theReasonPhraseIsThatOfTheFinalResponse() async throws {
    try await check("Late") { exchange in
      exchange.head("HTTP/1.1 103 Hints", "Link: </a>")
      exchange.send("HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 200 Late\r\nContent-Length: 0\r\n\r\n")
    }
  }

  @Test func aPhraseThatIsNoneIsNotHandedOver() async throws {
    try await check("") { $0.answer("200 caf\u{E9}") }
  }

  /// Two responses on one connection.
  private func check(_ phrase: String, _ handler: @escaping LoopbackServer.Handler) async throws {
    try await LoopbackServer.run(handler) { server in
      let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
      for _ in 0..<2 {
        let response = try await AsyncHTTPClientTransport.asyncHTTPClient.send(TransportRequest(head: head))
        #expect(response.head.status.reasonPhrase == phrase)
        _ = try await response.body.collect(upTo: 10)
      }
    }
  }
}
#endif
