#if AsyncHTTPClient
import Repartee
import ReparteeTesting
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// What every transport has to do, over HTTP/2.
@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportHTTP2Tests {
  @Test(arguments: try ConformanceClaim<any Transport>.all(except: exceptions))
  func conforms(_ claim: ConformanceClaim<any Transport>) async throws {
    try await Localhost.withTransport { transport in
      try await HTTP2Gateway.run(over: transport) { try await claim.run($0) }
    }
  }

  /// What is not the same over HTTP/2, or behind a gateway.
  static let exceptions: [String: String] = [
    "header fields are sent in their order, including repeated ones":
      "they are sent in lower case (RFC 9113, section 8.2)",
    "connecting to a closed port fails at once":
      "it is the gateway that is connected to",
    "a request that was not sent is reported as not processed":
      "it is the gateway that is connected to",
    "a connection is used again after the body was read":
      "the gateway makes a connection for each request",
  ]
}
#endif
