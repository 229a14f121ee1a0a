#if AsyncHTTPClient
import AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct AsyncHTTPClientTransportTests {
  @Test(arguments: TransportConformance.all)
  func conforms(_ claim: TransportConformance) async throws {
    try await claim.check(.asyncHTTPClient)
  }
}
#endif
