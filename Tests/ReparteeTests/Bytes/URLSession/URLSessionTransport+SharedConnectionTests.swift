#if canImport(Darwin) || URLSession
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif
import Repartee
import ReparteeBase
import ReparteeTesting
import Testing

/// HTTP/1.1: a server that sends more than the response, to sixteen workers over two connections.
@Suite(.timeLimit(.minutes(5)), .serialized) struct URLSessionTransportSharedConnectionTests {
  private final class Counts: Sendable {
    let all = Mutex((right: 0, lost: 0))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
  ]) func noCallGetsWhatFollowsAnotherResponse(head: String) async throws {
    try await LoopbackServer.run { exchange in
      let number = Int(exchange.request.target.dropFirst()) ?? 0
      let text = String(number + 1_000)
      let body = head.contains("chunked") ? "4\r\n\(text)\r\n0\r\n\r\n" : text
      let surplus = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother"
      exchange.send(head + body + (number.isMultiple(of: 40) ? surplus : ""))
    } _: { server in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = 2
      let transport = URLSessionTransport(configuration: configuration)
      let counts = Counts()
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<16 {
          group.addTask {
            for number in stride(from: worker, to: 800, by: 16) {
              let head = HTTPRequest(
                method: .get, scheme: "http", authority: server.authority, path: "/\(number)")
              guard let response = try? await transport.send(TransportRequest(head: head)),
                let bytes = try? await response.body.collect(upTo: 100)
              else {
                counts.all.withLock { $0.lost += 1 }
                continue
              }
              #expect(String(decoding: bytes, as: UTF8.self) == String(number + 1_000))
              counts.all.withLock { $0.right += 1 }
            }
          }
        }
      }
      // A call may be lost with the connection that the surplus ends.
      let (right, lost) = counts.all.withLock { $0 }
      #expect(right + lost == 800 && lost <= 40, "\(lost) lost")
    }
  }
}
#endif
