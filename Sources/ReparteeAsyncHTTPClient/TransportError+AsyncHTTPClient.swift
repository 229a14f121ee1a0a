#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Repartee

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension TransportError {
  /// If the connection is about to close, AsyncHTTPClient reports a cancellation or a closed channel. With a body, the
  /// latter may also mean that part of it was sent.
  static func beforeHead(_ error: any Error, hasBody: Bool) -> TransportError {
    let wasCancelled = (error as? HTTPClientError) == .cancelled && !Task.isCancelled
    let wasClosed = (error as? ChannelError) == .ioOnClosedChannel && !hasBody
    guard wasCancelled || wasClosed else { return TransportError(asyncHTTPClient: error) }
    return TransportError(
      .connectionLost, message: "the connection closed before it took the request",
      mayHaveBeenProcessed: false,
      underlying: error)
  }

  static func afterHead(_ error: any Error) -> TransportError {
    TransportError(asyncHTTPClient: error).with(mayHaveBeenProcessed: true)
  }

  func with(mayHaveBeenProcessed: Bool) -> TransportError {
    if self.mayHaveBeenProcessed == mayHaveBeenProcessed { return self }
    return TransportError(
      kind, message: message, mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }

  init(asyncHTTPClient error: any Error) {
    switch error {
    case let error as TransportError: self = error
    case is CancellationError: self.init(.cancelled, underlying: error)
    case let error as HTTPClientError: self.init(error)
    case let error as NIOConnectionError: self.init(error)
    case let error as HTTPParserError:
      self.init(parser: error)
    case let error as PinnedKeys.Mismatch:
      self.init(.tls, message: error.description, underlying: error)
    case let error as RefusedResponse:
      self.init(.protocolViolation, message: error.description, underlying: error)
    case let error as ConnectionGuard.UnprocessedStream: self.init(refused: error)
    case let error as ConnectionGuard.LostConnection: self.init(lost: error)
    case is NIOHTTPDecoderError:
      self.init(
        .protocolViolation, message: "the server sent a response that belongs to no request",
        underlying: error)
    case let error as any NIOHTTP2Error: self.init(http2: error)
    case let error as IOError:
      self.init(errno: error.errnoCode, underlying: error)
    case let error as ChannelError:
      if case .connectTimeout = error {
        self.init(.timedOut(.connect), underlying: error)
      } else {
        self.init(.connectionLost, underlying: error)
      }
    case let error as NIOSSLError:
      switch error {
      case .uncleanShutdown: self.init(.connectionLost, underlying: error)
      case .handshakeFailed: self.init(handshake: error)
      default: self.init(.tls, mayHaveBeenProcessed: true, underlying: error)
      }
    case let error as NIOSSLExtraError: self.init(certificate: error)
    case is BoringSSLError: self.init(.tls, mayHaveBeenProcessed: true, underlying: error)
    case is SocketAddressError: self.init(.hostNotFound, underlying: error)
    default: self.init(networkFramework: error)
    }
  }

  private init(errno code: CInt, underlying: any Error) {
    // Only these two show that connecting failed.
    let isConnecting = [ECONNREFUSED, EADDRNOTAVAIL].contains(code)
    self.init(Kind(errno: code), mayHaveBeenProcessed: !isConnecting, underlying: underlying)
  }

  private init(_ error: HTTPClientError) {
    switch error {
    case .cancelled, .requestStreamCancelled: self.init(.cancelled, underlying: error)
    case .connectTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .tlsHandshakeTimeout:
      self.init(.timedOut(.connect), underlying: error)
    case .getConnectionFromPoolTimeout:
      self.init(.timedOut(.connectionPool), underlying: error)
    case .readTimeout, .writeTimeout: self.init(.timedOut(.idle), underlying: error)
    case .deadlineExceeded: self.init(.timedOut(.total), underlying: error)
    case .remoteConnectionClosed, .uncleanShutdown: self.init(.connectionLost, underlying: error)
    case .bodyLengthMismatch:
      self.init(
        .requestBody, message: "the body of the request is shorter or longer than its declared length",
        underlying: error)
    case .traceRequestWithBody:
      self.init(.requestBody, message: "a TRACE request can't have a body", underlying: error)
    case .invalidProxyResponse:
      self.init(.cannotConnect, message: "the proxy refused to connect to the server", underlying: error)
    case .proxyAuthenticationRequired:
      self.init(
        .cannotConnect, message: "the proxy requires credentials, or refused the given ones",
        underlying: error)
    case .alreadyShutdown:
      self.init(
        .shutDown, message: "the HTTPClient of the transport was shut down", mayHaveBeenProcessed: false,
        underlying: error)
    default:
      switch error.shortDescription {
      case "Invalid header field values":
        // The error's description quotes the values.
        self.init(.other, message: "the value of a header field has a control character in it")
      case "Server offered unsupported application protocol": self.init(.tls, underlying: error)
      default: self.init(.other, underlying: error)
      }
    }
  }

  private init(_ error: NIOConnectionError) {
    if let telling = TransportError(connecting: error.connectionErrors.map(\.error), underlying: error) {
      self = telling
    } else if error.dnsAError != nil || error.dnsAAAAError != nil {
      self.init(.hostNotFound, underlying: error)
    } else {
      self.init(.cannotConnect, underlying: error)
    }
  }

  /// The error that says most about the server, among those of a host's addresses: a missing IPv6 network says nothing.
  init?(connecting errors: [any Error], underlying: any Error) {
    let errors = errors.map(TransportError.init(asyncHTTPClient:))
    let known = errors.filter { $0.kind != .other }
    guard let telling = known.first(where: { $0.kind != .offline }) ?? known.first ?? errors.first else {
      return nil
    }
    let kind = [.other, .connectionLost].contains(telling.kind) ? .cannotConnect : telling.kind
    self.init(
      kind, message: kind == .tls ? telling.message : nil, mayHaveBeenProcessed: false, underlying: underlying
    )
  }

  #if canImport(Network)
  private init(networkFramework error: any Error) {
    switch error {
    case let error as HTTPClient.NWPOSIXError: self.init(errno: error.errorCode.rawValue, underlying: error)
    case is HTTPClient.NWTLSError: self.init(.tls, mayHaveBeenProcessed: true, underlying: error)
    default: self.init(other: error)
    }
  }
  #else
  private init(networkFramework error: any Error) {
    self.init(other: error)
  }
  #endif

  /// For types that are not public.
  private init(other error: any Error) {
    switch String(describing: type(of: error)) {
    case "HTTP2ReceivedGoAwayBeforeSettingsError":
      self.init(
        .cannotConnect, message: "the server closed the connection (GOAWAY) before it took a request",
        underlying: error)
    default: self.init(.other, underlying: error)
    }
  }
}

extension TransportError.Kind {
  init(errno code: CInt) {
    switch code {
    case ECONNREFUSED, EHOSTUNREACH, EADDRNOTAVAIL, EACCES, EPERM: self = .cannotConnect
    case ENETDOWN, ENETUNREACH: self = .offline
    case ETIMEDOUT: self = .timedOut(.connect)
    case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN, EBADF, ESHUTDOWN: self = .connectionLost
    default: self = .other
    }
  }
}
#endif
