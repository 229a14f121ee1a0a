#if AsyncHTTPClient
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ContentCodingsTests {
  @Test(arguments: [false, true])
  func neitherBrotliNorZstdIsAskedFor(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await ContentCodingClaims.neitherBrotliNorZstdIsAskedFor($0)
    }
  }

  @Test(arguments: [false, true]) func aRangeIsAskedForWithoutACoding(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await ContentCodingClaims.aRangeIsAskedForWithoutACoding($0)
    }
  }

  @Test(arguments: [false, true])
  func aCodingThatWasAskedForIsUndoneHoweverItIsWritten(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await ContentCodingClaims.aCodingThatWasAskedForIsUndone($0)
    }
  }

  @Test(arguments: [false, true]) func aNameThatIsNoCodingIsIgnored(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await ContentCodingClaims.aNameThatIsNoCodingIsIgnored($0)
    }
  }

  @Test(arguments: [false, true]) func anErrorKeepsABodyThatCannotBeDecoded(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await ContentCodingClaims.anErrorKeepsABodyThatCannotBeDecoded($0)
      try await ContentCodingClaims.aDeclaredFailureUnderANameThatIsNoCodingIsDecoded($0)
    }
  }

  @Test(arguments: [false, true])
  func anotherCodingIsRefused(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await ContentCodingClaims.anotherCodingIsRefused($0)
    }
  }

  @Test(arguments: [false, true])
  func aRequestThatAsksForACodingGetsTheBodyInIt(isHTTP2: Bool) async throws {
    try await Versions.withTransport(
      isHTTP2: isHTTP2
    ) { try await ContentCodingClaims.aRequestThatAsksForACodingGetsTheBodyInIt($0) }
  }
}
#endif
