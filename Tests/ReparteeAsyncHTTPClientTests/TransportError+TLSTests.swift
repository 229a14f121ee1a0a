#if AsyncHTTPClient
import AsyncHTTPClient
import HTTPTypes
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient
import Testing

struct TransportErrorTLSTests {
  @Test func tls12IsTheLeast() {
    #expect(AsyncHTTPClientTransport.configuration.tlsConfiguration?.minimumTLSVersion == .tlsv12)
  }

  @Test func aCertificateThatIsNotTrustedIsTheReason() async throws {
    try await HTTP2Server.run(script: { $0.head("200", end: true) }) { server in
      let head = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
      let error = await #expect(throws: TransportError.self) {
        try await AsyncHTTPClientTransport.asyncHTTPClient.send(TransportRequest(head: head))
      }
      #expect(error?.message.contains("certificate") == true, "\(String(describing: error))")
    }
  }
}
#endif
