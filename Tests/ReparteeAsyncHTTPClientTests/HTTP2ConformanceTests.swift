#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// What every transport has to do, over HTTP/2.
@Suite(.timeLimit(.minutes(5))) struct HTTP2ConformanceTests {
  @Test(arguments: try TransportConformance.all(except: exceptions))
  func conforms(_ claim: TransportConformance) async throws {
    try await Localhost.withTransport { transport in
      try await HTTP2Gateway.run(over: transport) { try await claim.check($0) }
    }
  }

  /// What is not the same over HTTP/2, or behind a gateway.
  static let exceptions = [
    // They are sent in lower case (RFC 9113, section 8.2).
    "header fields are sent in their order, and repeated ones repeated",
    // The gateway is connected to.
    "a port nobody listens on can't be connected to, and that is known at once",
  ]
}
#endif
