#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized) struct AbandonedStreamTests {
  @Test func aThousandStreamsLeftInTheMiddleLeaveNothingBehind() async throws {
    try await AbandonedStreams.check(.asyncHTTPClient)
  }
}
#endif
