#if canImport(Darwin) || URLSession
import Repartee
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct URLSessionTransportTests {
  @Test(arguments: try TransportConformance.claims(except: exceptions))
  func conforms(_ claim: TransportConformance.Claim) async throws {
    // A session of its own: a head of many fields keeps Foundation busy, and others would wait.
    try await claim.run(URLSessionTransport())
  }

  @Test func aThousandStreamsLeftInTheMiddleLeaveNothingBehind() async throws {
    try await AbandonedStreams.check(.urlSession)
  }

  /// What Foundation doesn't do, and why; the documentation of `URLSessionTransport` says all of it.
  static var exceptions: [TransportConformance.Exception] {
    var exceptions: [TransportConformance.Exception] = [
      .init(
        "header fields are sent in their order, and repeated ones repeated",
        because: "it has its header fields in a dictionary")
    ]
    #if canImport(Darwin)
    exceptions.append(
      .init("br and zstd are not asked for", because: "the system asks for br, and undoes it"))
    #else
    exceptions += [
      .init("trailer fields do no harm", because: "they end the process"),
      .init("a connection closed inside the head is lost", because: "it ends the process"),
      .init("dot segments are sent", because: "libcurl removes them, and Foundation has no switch for it"),
      .init(
        "a stream of unknown length is sent in chunks, as they come", because: "a stream is collected first"),
      .init("the reader sets the pace", because: "it can't pause a transfer"),
      .init("two different Content-Lengths are a protocol violation", because: "libcurl takes the last one"),
      .init(
        "a body that never ends can be left",
        because: "its cancellation has to wait until the transfer has nothing to do"),
      .init(
        "a name that is no content coding is ignored", because: "libcurl refuses names that it does not know"),
      .init(
        "a request with an Accept-Encoding of its own gets the body as it came",
        because: "libcurl undoes what it knows, whoever asked for it"),
      .init(
        "a request that gets no response is not sent again",
        because: "libcurl does that, on a connection that was used before"),
    ]
    #endif
    return exceptions
  }
}
#endif
