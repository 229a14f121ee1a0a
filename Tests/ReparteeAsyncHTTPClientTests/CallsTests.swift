#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized) struct CallsTests {
  @Test func aThousandStreamsLeftInTheMiddleLeaveNothingBehind() async throws {
    try await AbandonedStreams.check(.asyncHTTPClient)
  }

  /// A server of NIO's closes a connection after 200 streams that were reset.
  @Test func streamsOfHTTP2LeftInTheMiddleLeaveNothingBehind() async throws {
    try await Versions.withTransport(isHTTP2: true) { try await AbandonedStreams.check($0, count: 160) }
  }
}
#endif
