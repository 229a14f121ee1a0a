import Repartee
import Testing

struct TransportErrorKindTests {
  /// What is certain, and what is not (RFC 9110, section 9.2.2).
  @Test(arguments: [
    (TransportError.Kind.hostNotFound, false), (.cannotConnect, false), (.offline, false), (.tls, false),
    (.timedOut(.connect), false), (.timedOut(.connectionPool), false),
    (.timedOut(.head), true), (.timedOut(.idle), true), (.timedOut(.total), true), (.cancelled, true),
    (.connectionLost, true), (.protocolViolation, true), (.unsupportedContentCoding, true),
    (.bodyTooLarge(limit: 1), true), (.bodyConsumed, true), (.requestBody, true), (.other, true),
  ])
  func theKindSaysWhetherTheServerMayHaveProcessedTheRequest(kind: TransportError.Kind, may: Bool) {
    #expect(TransportError(kind).mayHaveBeenProcessed == may)
  }

  @Test func aTransportThatKnowsBetterSaysSo() {
    #expect(TransportError(.tls, mayHaveBeenProcessed: true).mayHaveBeenProcessed)
    #expect(!TransportError(.connectionLost, mayHaveBeenProcessed: false).mayHaveBeenProcessed)
  }

  @Test func waitingForAFreeConnectionIsATimeoutButNotOffline() {
    let error = TransportError(.timedOut(.connectionPool))
    #expect(error.isTimeout && error.isRetryable && !error.isOffline)
    #expect(error.message == "waiting for a free connection took too long")
  }

  @Test func anUnsupportedContentCodingIsNotRetryable() {
    #expect(!TransportError(.unsupportedContentCoding).isRetryable)
  }
}
