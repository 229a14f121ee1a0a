#if AsyncHTTPClient
import NIOHTTP1
import Repartee

extension TransportError {
  init(parser error: HTTPParserError) {
    if error == .invalidEOFState || error == .closedConnection {
      self.init(.connectionLost, underlying: error)
    } else {
      self.init(
        .protocolViolation, message: error.fault.map { "the response is not HTTP: \($0)" }, underlying: error)
    }
  }
}

extension HTTPParserError {
  /// Nil if the parser does not know.
  fileprivate var fault: String? {
    switch self {
    case .invalidCharactersUsed: "it has a character that can't be there"
    case .trailingGarbage: "bytes follow it that are no response"
    case .headerOverflow: "its head is too large"
    case .invalidVersion: "its status line has no valid version"
    case .invalidStatus: "its status line has no valid status code"
    case .invalidConstant: "its status line does not begin with HTTP/"
    case .lfExpected: "a line does not end with CR and LF"
    case .invalidHeaderToken: "the name or the value of a header field has a character that can't be there"
    case .invalidContentLength: "its Content-Length is not a number, or is too large"
    case .unexpectedContentLength: "it has several Content-Lengths, or one beside a Transfer-Encoding"
    case .invalidChunkSize: "the size of a chunk is not a number"
    case .strictModeAssertion: "it breaks a rule of HTTP/1.1"
    default: nil
    }
  }
}
#endif
