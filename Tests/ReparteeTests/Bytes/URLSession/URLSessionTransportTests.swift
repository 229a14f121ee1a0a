#if canImport(Darwin) || URLSession
import Repartee
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct URLSessionTransportTests {
  @Test(arguments: try ConformanceClaim<any Transport>.all(except: exceptions))
  func conforms(_ claim: ConformanceClaim<any Transport>) async throws {
    // A session of its own: a head of many fields keeps Foundation busy, and others would wait.
    try await claim.run(URLSessionTransport())
  }

  @Test func aThousandStreamsLeftInTheMiddleLeaveNothingBehind() async throws {
    try await AbandonedStreams.check(.urlSession)
  }

  /// What Foundation doesn't do, and why; the documentation of `URLSessionTransport` says all of it.
  static var exceptions: [String: String] {
    #if canImport(Darwin)
    var exceptions = ["br and zstd are not requested": "the system asks for br, and undoes it"]
    #else
    var exceptions = [
      "trailer fields are ignored":
        "they end the process",
      "a connection closed inside the head is lost":
        "it ends the process",
      "dot segments are sent":
        "libcurl removes them, and Foundation has no switch for it",
      "a stream of unknown length is sent with its own chunks":
        "a stream is collected first",
      "the server sends only as fast as the body is read":
        "it can't pause a transfer",
      "two different Content-Lengths are a protocol violation":
        "libcurl takes the last one",
      "a body that never ends can be dropped":
        "its cancellation has to wait until the transfer has nothing to do",
      "a name that is no content coding is ignored":
        "libcurl refuses names that it does not know",
      "a request with its own Accept-Encoding gets the body undecoded":
        "libcurl undoes what it knows, whoever asked for it",
      "a request that gets no response is not sent again":
        "libcurl does that, on a connection that was used before",
    ]
    #endif
    exceptions["header fields are sent in their order, including repeated ones"] =
      "it has its header fields in a dictionary"
    return exceptions
  }
}
#endif
