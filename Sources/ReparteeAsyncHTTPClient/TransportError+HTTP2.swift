#if AsyncHTTPClient
import NIOHTTP2
import Repartee

extension TransportError {
  init(http2 error: any NIOHTTP2Error) {
    switch error {
    case let error as NIOHTTP2Errors.StreamClosed: self.init(error)
    case is NIOHTTP2Errors.CreatedStreamAfterGoaway, is NIOHTTP2Errors.NoStreamIDAvailable:
      self.init(.connectionLost, mayHaveBeenProcessed: false, underlying: error)
    // The server did not violate the protocol: in swift-nio-http2, a stream that is cancelled before its head is
    // written can close the connection, with the calls that share it.
    case is NIOHTTP2Errors.IOOnClosedConnection, is NIOHTTP2Errors.NoSuchStream:
      self.init(.connectionLost, underlying: error)
    case is NIOHTTP2Errors.ContentLengthViolated:
      self.init(
        .protocolViolation, message: "the body has another length than its Content-Length says",
        underlying: error)
    case is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName, is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue,
      is NIOHTTP2Errors.ForbiddenHeaderField:
      // Their descriptions quote the field's value.
      self.init(.protocolViolation, message: "a header field is not one of HTTP/2")
    default:
      self.init(
        .protocolViolation, message: Self.excess(named: "\(type(of: error))"), underlying: error)
    }
  }

  /// Another response, or the connection, was at fault.
  init(lost connection: ConnectionGuard.LostConnection) {
    let fault = TransportError(asyncHTTPClient: connection.fault)
    self.init(
      .connectionLost, message: "the connection ended, for a fault of another response: \(fault.message)",
      underlying: fault.underlying)
  }

  /// The limits of swift-nio-http2 (1.46). The types are newer than the oldest version that is supported.
  private static func excess(named type: String) -> String? {
    switch type {
    case "ExcessiveControlFrames": "the server sent more than 200 PING and SETTINGS frames in 30 seconds"
    case "ExcessiveRSTFrames": "the server reset more than 200 streams in 30 seconds"
    case "ExcessiveStreamErrors": "the server sent more than 200 malformed responses in 30 seconds"
    case "ExcessiveEmptyDataFrames": "the server sent empty DATA frames in a row"
    case "ExcessiveContinuationFrames": "the server sent a header block of too many frames"
    case "ExcessivelyLargeHeaderBlock": "the server sent a header block that is too large"
    case "ExcessiveNumberOfGlitches": "the server violated HTTP/2 too often"
    default: nil
    }
  }

  /// RST_STREAM (RFC 9113, sections 6.4 and 7).
  private init(_ error: NIOHTTP2Errors.StreamClosed) {
    switch error.errorCode {
    case .refusedStream: self.init(refused: error)
    case .inadequateSecurity:
      self.init(.tls, mayHaveBeenProcessed: true, underlying: error)
    case .protocolError, .streamClosed, .frameSizeError, .flowControlError, .compressionError,
      .http11Required:
      self.init(.protocolViolation, message: Self.reset(error.errorCode.networkCode), underlying: error)
    default:
      self.init(.connectionLost, message: Self.reset(error.errorCode.networkCode), underlying: error)
    }
  }

  /// The server did not process the request.
  init(refused error: any Error) {
    self.init(
      .connectionLost, message: "the server refused the request before it processed it",
      mayHaveBeenProcessed: false, underlying: error)
  }

  private static func reset(_ code: Int) -> String {
    "the server reset the stream, with the error code \(code) of HTTP/2"
  }
}
#endif
