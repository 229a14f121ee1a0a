#if canImport(Darwin) || URLSession
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif
import Repartee
import TestSupport
import Testing

/// What URLSession makes of limits, codings and cancellation; what it does not do is in its documentation.
@Suite(.timeLimit(.minutes(5)), .serialized) struct URLSessionTransportLimitTests {
  #if !canImport(Darwin)
  // On Apple platforms the system asks for br, and decodes it.
  @Test func neitherBrotliNorZstdIsAskedFor() async throws {
    try await ContentCodingClaims.neitherBrotliNorZstdIsAskedFor(.urlSession)
  }

  @Test func aRangeIsAskedForWithoutACoding() async throws {
    try await ContentCodingClaims.aRangeIsAskedForWithoutACoding(.urlSession)
  }

  @Test func anotherCodingIsRefused() async throws {
    try await ContentCodingClaims.anotherCodingIsRefused(.urlSession)
  }
  #endif

  @Test func aCodingThatWasAskedForIsUndoneHoweverItIsWritten() async throws {
    try await ContentCodingClaims.aCodingThatWasAskedForIsUndone(.urlSession)
  }

  @Test func aHeadThatNeverEndsIsRefused() async throws {
    try await HeadLimitClaims.aHeadThatNeverEndsIsRefused(.urlSession)
  }

  @Test func aFieldThatNeverEndsIsRefused() async throws {
    try await HeadLimitClaims.aFieldThatNeverEndsIsRefused(.urlSession)
  }

  @Test func aStatusLineThatNeverEndsIsRefused() async throws {
    try await HeadLimitClaims.aStatusLineThatNeverEndsIsRefused(.urlSession)
  }

  @Test func interimResponsesThatNeverEndAreRefused() async throws {
    try await HeadLimitClaims.interimResponsesThatNeverEndAreRefused(.urlSession)
  }

  @Test func aHeadOfTooManyFieldsIsRefused() async throws {
    try await HeadLimitClaims.aHead(of: 1000, fieldsOf: 100, isRefused: false, by: .urlSession)
    try await HeadLimitClaims.aHead(of: 5000, fieldsOf: 100, isRefused: true, by: .urlSession)
  }

  @Test func eachTimeoutSaysWhatTookTooLong() async throws {
    try await TimeoutClaims.eachTimeoutSaysWhatTookTooLong(.urlSession)
  }

  @Test func cancellingDuringTheHandshake() async throws {
    try await CancellationPhases.whileTheHandshakeIsUnderWay(URLSessionTransport())
  }

  #if os(Linux)
  @Test func cancellingWhileItConnects() async throws {
    try await CancellationPhases.whileItConnects(URLSessionTransport())
  }
  #endif

  @Test func cancellingWhileTheServerDoesNotRead() async throws {
    try await CancellationPhases.whileTheServerDoesNotRead(URLSessionTransport())
  }

  @Test func cancellingWhileAStreamIsRead() async throws {
    try await CancellationPhases.whileAStreamIsRead(URLSessionTransport())
  }

  @Test func cancellingManyCallsAtAnyStage() async throws {
    try await CancellationPhases.whereverTheyAre(URLSessionTransport())
  }

  @Test func theShownTransportHasNoSecret() {
    let configuration = URLSessionTransport.configuration
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer s3cret"]
    configuration.connectionProxyDictionary = ["HTTPProxyPassword": "s3cret"]
    let transport = URLSessionTransport(configuration: configuration)
    var dumped = ""
    dump(transport, to: &dumped)
    dump(Client(baseURL: "https://api.example.com", transport: transport), to: &dumped)
    for shown in ["\(transport)", String(reflecting: transport), dumped] {
      #expect(!shown.contains("s3cret") && !shown.contains("URLSessionConfiguration"))
    }
  }
}
#endif
