#if canImport(Darwin) || URLSession
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TransportError {
  init(urlSession error: any Error, hasHead: Bool) {
    guard let error = error as? URLError else {
      self.init(.other, underlying: error)
      return
    }
    let kind = Kind(error, hasHead: hasHead)
    if kind == .tls, !hasHead {
      let reason = Kind.words(of: error)
      let message = reason.isEmpty ? nil : "no secure connection could be made: \(reason)"
      self.init(kind, message: message, underlying: error)
      return
    }
    // URLSession does not say what took too long.
    let mayHaveBeenProcessed = error.code == .timedOut || hasHead ? true : nil
    self.init(kind, mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: error)
  }
}

extension TransportError.Kind {
  fileprivate init(_ error: URLError, hasHead: Bool) {
    switch error.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut(hasHead ? .idle : .connect)
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: self = .offline
    case .cannotFindHost, .dnsLookupFailed: self = .hostNotFound
    case .cannotConnectToHost: self = .cannotConnect
    case .networkConnectionLost: self = .connectionLost
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .tls
    case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData: self = .protocolViolation
    case .dataLengthExceedsMaximum, .requestBodyStreamExhausted: self = .requestBody
    case .badServerResponse: self = .badServerResponse
    default: self = Self.other(error, hasHead: hasHead)
    }
  }

  #if canImport(Darwin)
  private static let badServerResponse = TransportError.Kind.protocolViolation

  private static func other(_ error: URLError, hasHead: Bool) -> TransportError.Kind { .other }
  #else
  // libcurl's CURLE_GOT_NOTHING.
  private static let badServerResponse = TransportError.Kind.connectionLost

  /// Foundation on Linux has the code -1 for most errors of libcurl; -1002 is a response in another protocol.
  private static func other(_ error: URLError, hasHead: Bool) -> TransportError.Kind {
    if error.code == .unsupportedURL { return .protocolViolation }
    let words = words(of: error)
    // Handshakes only: messages of later errors contain `SSL_read` or `SSL_write`.
    let handshake = [
      "SSL certificate problem", "SSL: ", "SSL connect", "TLS connect", "SSL routines", "SSL_connect",
    ]
    if !words.contains("SSL_read"), !words.contains("SSL_write"), handshake.contains(where: words.contains) {
      return .tls
    }
    // A connection that is reset before anything was sent counts as not made.
    if words.contains("Failed to connect") { return .cannotConnect }
    let losses = ["transfer closed with", "Recv failure", "Send failure", "Connection reset"]
    if losses.contains(where: words.contains) { return .connectionLost }
    if words.contains("content encoding type") { return .unsupportedContentCoding }
    // The error for a line of the head of more than 100 KB.
    if !hasHead, words.contains("Out of memory") { return .protocolViolation }
    let violations = [
      "hexadecimal", "content encoding", "content unencoding", "Content-Length", "response headers",
      "writing header", "in header", "without colon", "bad HTTP Content", "grew larger",
    ]
    return violations.contains(where: words.contains) ? .protocolViolation : .other
  }
  #endif

  fileprivate static func words(of error: URLError) -> String {
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription ?? ""
    let words = error.localizedDescription
    return words == cause || cause.isEmpty ? words : "\(words) \(cause)"
  }
}
#endif
