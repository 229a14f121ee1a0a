#if AsyncHTTPClient
import AsyncHTTPClient
import Repartee
import ReparteeTesting
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportTests {
  @Test(arguments: ConformanceClaim<any Transport>.all)
  func conforms(_ claim: ConformanceClaim<any Transport>) async throws {
    try await claim.run(.asyncHTTPClient)
  }

  @Test func repeatedFieldsOfAResponseStayApart() async throws {
    try await LoopbackServer.run {
      $0.head("HTTP/1.1 302 Found", "Location: /a", "Set-Cookie: a=1", "Location: /b", "Content-Length: 0")
    } _: { server in
      let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
      let response = try await AsyncHTTPClientTransport.asyncHTTPClient.send(TransportRequest(head: head))
      #expect(response.head.headerFields[values: .location] == ["/a", "/b"])
      #expect(
        response.head.headerFields.map(\.name.rawName) == [
          "Location", "Set-Cookie", "Location", "Content-Length",
        ])
    }
  }
}
#endif
