#if canImport(Darwin) || URLSession
import Repartee
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct URLSessionTransportTests {
  @Test(arguments: try TransportConformance.all(except: exceptions))
  func conforms(_ claim: TransportConformance) async throws {
    try await claim.check(.urlSession)
  }

  @Test func aThousandStreamsLeftInTheMiddleLeaveNothingBehind() async throws {
    try await AbandonedStreams.check(.urlSession)
  }

  /// What Foundation doesn't do, and why; the documentation of `URLSessionTransport` says all of it.
  static var exceptions: [String] {
    var names = [
      // It has its header fields in a dictionary.
      "header fields are sent in their order, and repeated ones repeated"
    ]
    #if !canImport(Darwin)
    names += [
      // These end the process: a server can do that to URLSession on Linux.
      "trailer fields do no harm",
      "a connection closed inside the head is lost",
      // libcurl removes them, and Foundation has no switch for it.
      "dot segments are sent",
      // A stream is collected first.
      "a stream of unknown length is sent in chunks, as they come",
      // It can't pause a transfer.
      "the reader sets the pace",
      // libcurl takes the last one.
      "two different Content-Lengths are a protocol violation",
      // Its cancellation has to wait until the transfer has nothing to do.
      "a body that never ends can be left",
    ]
    #endif
    return names
  }
}
#endif
