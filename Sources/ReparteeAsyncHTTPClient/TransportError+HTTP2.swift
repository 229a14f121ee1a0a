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
    default: self.init(.protocolViolation, underlying: error)
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
