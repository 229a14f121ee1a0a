#if AsyncHTTPClient
import Repartee
import ReparteeTesting
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// What every transport has to do, over HTTP/2.
@Suite(.timeLimit(.minutes(5))) struct HTTP2ConformanceTests {
  @Test(arguments: try TransportConformance.claims(except: exceptions))
  func conforms(_ claim: TransportConformance.Claim) async throws {
    try await Localhost.withTransport { transport in
      try await HTTP2Gateway.run(over: transport) { try await claim.run($0) }
    }
  }

  /// What is not the same over HTTP/2, or behind a gateway.
  static let exceptions: [TransportConformance.Exception] = [
    .init(
      "header fields are sent in their order, and repeated ones repeated",
      because: "they are sent in lower case (RFC 9113, section 8.2)"),
    .init(
      "a port nobody listens on can't be connected to, and that is known at once",
      because: "it is the gateway that is connected to"),
    .init(
      "what is not sent says that it can't have been processed",
      because: "it is the gateway that is connected to"),
    .init(
      "connections are used again once a body was read",
      because: "the gateway makes a connection for each request"),
  ]
}
#endif
