#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import Repartee
@testable import ReparteeAsyncHTTPClient
import Testing

/// What each error of AsyncHTTPClient and NIO is to a caller, and whether the request may be sent again after it.
struct TransportErrorAsyncHTTPClientTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var error: any Error
    var kind: TransportError.Kind
    var mayHaveBeenProcessed: Bool
    var testDescription: String { "\(error)" }

    init(_ error: any Error, _ kind: TransportError.Kind, mayHaveBeenProcessed: Bool) {
      (self.error, self.kind, self.mayHaveBeenProcessed) = (error, kind, mayHaveBeenProcessed)
    }
  }

  private static func reset(_ code: NIOHTTP2.HTTP2ErrorCode) -> any Error {
    NIOHTTP2Errors.streamClosed(streamID: 1, errorCode: code)
  }

  static let cases = common + networkFramework

  private static let common = [
    // Before a connection is there nothing can have been processed.
    Case(HTTPClientError.connectTimeout, .timedOut(.connect), mayHaveBeenProcessed: false),
    Case(HTTPClientError.tlsHandshakeTimeout, .timedOut(.connect), mayHaveBeenProcessed: false),
    Case(
      HTTPClientError.getConnectionFromPoolTimeout, .timedOut(.connectionPool), mayHaveBeenProcessed: false),
    Case(ChannelError.connectTimeout(.seconds(1)), .timedOut(.connect), mayHaveBeenProcessed: false),
    Case(SocketAddressError.unsupported, .hostNotFound, mayHaveBeenProcessed: false),
    Case(HTTPClientError.invalidProxyResponse, .cannotConnect, mayHaveBeenProcessed: false),
    Case(HTTPClientError.proxyAuthenticationRequired, .cannotConnect, mayHaveBeenProcessed: false),
    Case(HTTPClientError.alreadyShutdown, .shutDown, mayHaveBeenProcessed: false),
    Case(NIOSSLExtraError.failedToValidateHostname, .tls, mayHaveBeenProcessed: false),
    Case(NIOSSLExtraError.serverHostnameImpossibleToMatch, .tls, mayHaveBeenProcessed: false),
    Case(NIOSSLError.handshakeFailed(.zeroReturn), .tls, mayHaveBeenProcessed: false),
    // On a connection it may have been.
    Case(HTTPClientError.readTimeout, .timedOut(.idle), mayHaveBeenProcessed: true),
    Case(HTTPClientError.deadlineExceeded, .timedOut(.total), mayHaveBeenProcessed: true),
    Case(HTTPClientError.remoteConnectionClosed, .connectionLost, mayHaveBeenProcessed: true),
    Case(HTTPClientError.bodyLengthMismatch, .requestBody, mayHaveBeenProcessed: true),
    Case(HTTPParserError.invalidEOFState, .connectionLost, mayHaveBeenProcessed: true),
    Case(HTTPParserError.invalidStatus, .protocolViolation, mayHaveBeenProcessed: true),
    Case(ChannelError.eof, .connectionLost, mayHaveBeenProcessed: true),
    Case(NIOSSLError.uncleanShutdown, .connectionLost, mayHaveBeenProcessed: true),
    Case(NIOSSLError.unableToValidateCertificate, .tls, mayHaveBeenProcessed: true),
    Case(BoringSSLError.zeroReturn, .tls, mayHaveBeenProcessed: true),
    Case(CancellationError(), .cancelled, mayHaveBeenProcessed: true),
    // System calls: only those of connecting tell that nothing was sent.
    Case(IOError(errnoCode: ECONNREFUSED, reason: "connect"), .cannotConnect, mayHaveBeenProcessed: false),
    Case(IOError(errnoCode: EHOSTUNREACH, reason: "write"), .cannotConnect, mayHaveBeenProcessed: true),
    Case(IOError(errnoCode: ENETDOWN, reason: "write"), .offline, mayHaveBeenProcessed: true),
    Case(IOError(errnoCode: ETIMEDOUT, reason: "read"), .timedOut(.connect), mayHaveBeenProcessed: true),
    Case(IOError(errnoCode: ECONNRESET, reason: "read"), .connectionLost, mayHaveBeenProcessed: true),
    Case(IOError(errnoCode: ENOMEM, reason: "read"), .other, mayHaveBeenProcessed: true),
    // HTTP/2 says what it did not process (RFC 9113, section 8.7).
    Case(reset(.refusedStream), .connectionLost, mayHaveBeenProcessed: false),
    Case(NIOHTTP2Errors.createdStreamAfterGoaway(), .connectionLost, mayHaveBeenProcessed: false),
    Case(NIOHTTP2Errors.noStreamIDAvailable(), .connectionLost, mayHaveBeenProcessed: false),
    Case(NIOHTTP2Errors.ioOnClosedConnection(), .connectionLost, mayHaveBeenProcessed: true),
    Case(NIOHTTP2Errors.noSuchStream(streamID: 3), .connectionLost, mayHaveBeenProcessed: true),
    Case(NIOHTTP2Errors.contentLengthViolated(), .protocolViolation, mayHaveBeenProcessed: true),
    Case(NIOHTTP2Errors.badClientMagic(), .protocolViolation, mayHaveBeenProcessed: true),
    Case(reset(.inadequateSecurity), .tls, mayHaveBeenProcessed: true),
    Case(reset(.protocolError), .protocolViolation, mayHaveBeenProcessed: true),
    Case(reset(.http11Required), .protocolViolation, mayHaveBeenProcessed: true),
    Case(reset(.internalError), .connectionLost, mayHaveBeenProcessed: true),
  ]

  #if canImport(Network)
  /// It reports a failed connection attempt and a failed connection alike.
  private static let networkFramework = [
    Case(HTTPClient.NWPOSIXError(.ECONNREFUSED, reason: ""), .cannotConnect, mayHaveBeenProcessed: false),
    Case(HTTPClient.NWPOSIXError(.EADDRNOTAVAIL, reason: ""), .cannotConnect, mayHaveBeenProcessed: false),
    Case(HTTPClient.NWPOSIXError(.EHOSTUNREACH, reason: ""), .cannotConnect, mayHaveBeenProcessed: true),
    Case(HTTPClient.NWPOSIXError(.ENETDOWN, reason: ""), .offline, mayHaveBeenProcessed: true),
    Case(HTTPClient.NWPOSIXError(.ETIMEDOUT, reason: ""), .timedOut(.connect), mayHaveBeenProcessed: true),
    Case(HTTPClient.NWPOSIXError(.ECONNRESET, reason: ""), .connectionLost, mayHaveBeenProcessed: true),
    Case(HTTPClient.NWTLSError(-9806, reason: ""), .tls, mayHaveBeenProcessed: true),
  ]
  #else
  private static let networkFramework: [Case] = []
  #endif

  @Test(arguments: cases)
  func eachErrorSaysWhatItWasAndWhetherTheRequestMayBeSentAgain(_ example: Case) {
    let error = TransportError(asyncHTTPClient: example.error)
    #expect(error.kind == example.kind)
    #expect(error.mayHaveBeenProcessed == example.mayHaveBeenProcessed)
    #expect(error.underlying != nil)
  }

  @Test(arguments: [
    (HTTPParserError.invalidStatus, "the response is not HTTP: its status line has no valid status code"),
    (.headerOverflow, "the response is not HTTP: its head is too large"),
    (
      .invalidContentLength,
      "the response is not HTTP: its Content-Length is not a number, or is too large"
    ),
    (.invalidChunkSize, "the response is not HTTP: the size of a chunk is not a number"),
    (.unknown, "the HTTP protocol was violated"), (.closedConnection, "the connection was lost"),
  ])
  func theParserSaysWhatIsWrong(_ error: HTTPParserError, message: String) {
    #expect(TransportError(asyncHTTPClient: error).message == message)
  }

  @Test(arguments: cases)
  func afterTheHeadTheRequestWasProcessedWhateverIsSaid(_ example: Case) {
    let error = TransportError.afterHead(example.error)
    #expect(error.kind == example.kind)
    #expect(error.mayHaveBeenProcessed)
  }

  @Test(arguments: cases)
  func beforeTheRequestWasWrittenNothingWasProcessedWhateverIsSaid(_ example: Case) async throws {
    let transport = AsyncHTTPClientTransport()
    let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/")
    let call = try Call(head, upload: nil, over: transport.engine)
    #expect(!call.failure(example.error, hasBody: true).mayHaveBeenProcessed)
    transport.engine.calls.sent(try #require(call.ticket), isStream: false)
    #expect(call.failure(example.error, hasBody: true).mayHaveBeenProcessed == example.mayHaveBeenProcessed)
    call.end()
    await transport.shutdown()
  }

  @Test(
    arguments: [
      ([EAFNOSUPPORT, ECONNREFUSED], .cannotConnect), ([ENETUNREACH, ECONNREFUSED], .cannotConnect),
      ([EAFNOSUPPORT, ENETUNREACH], .offline), ([ENETUNREACH, ENETUNREACH], .offline),
      ([ENETUNREACH, ETIMEDOUT], .timedOut(.connect)), ([ECONNREFUSED, ETIMEDOUT], .cannotConnect),
      ([EAFNOSUPPORT], .cannotConnect), ([ECONNRESET], .cannotConnect), ([], nil),
    ] as [([CInt], TransportError.Kind?)])
  func ofAHostsAddressesTheMostTellingErrorCounts(_ codes: [CInt], kind: TransportError.Kind?) {
    let error = TransportError(
      connecting: codes.map { IOError(errnoCode: $0, reason: "connect") },
      underlying: IOError(errnoCode: 0, reason: "all"))
    #expect(error?.kind == kind)
    #expect(error?.mayHaveBeenProcessed != true)
  }

  @Test(arguments: [
    NIOHTTP2Errors.forbiddenHeaderField(name: "connection", value: "hunter2") as any Error,
    NIOHTTP2Errors.invalidHTTP2HeaderFieldValue(name: "x", value: "hunter2"),
    NIOHTTP2Errors.invalidHTTP2HeaderFieldName("hunter2"),
    HTTPClientError.invalidHeaderFieldValues(["hunter2"]),
  ])
  func aFieldThatCantBeSentIsNotQuoted(_ error: any Error) {
    let error = TransportError(asyncHTTPClient: error)
    #expect(!"\(error) \(error.message) \(String(reflecting: error))".contains("hunter2"))
    #expect(error.underlying == nil)
  }

  @Test func aConnectionThatClosesBeforeItTookTheRequestHasProcessedNothing() {
    for error in [HTTPClientError.cancelled as any Error, ChannelError.ioOnClosedChannel] {
      let mapped = TransportError.beforeHead(error, hasBody: false)
      #expect(mapped.kind == .connectionLost && !mapped.mayHaveBeenProcessed)
    }
    // A body may have been on its way.
    let mapped = TransportError.beforeHead(ChannelError.ioOnClosedChannel, hasBody: true)
    #expect(mapped.kind == .connectionLost && mapped.mayHaveBeenProcessed)
  }
}
#endif
