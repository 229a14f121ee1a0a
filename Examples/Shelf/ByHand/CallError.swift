import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Why a call failed, as a sentence without secrets: it has no header fields and no queries.
struct CallError: Error, CustomStringConvertible {
  let description: String
  /// Why a retry may succeed; nil if it would fail again.
  let retryability: Retryability?
  /// Whether the server refuses the call permanently.
  var isRefusal = false

  init(_ request: HTTPClientRequest, _ message: String, _ retryability: Retryability? = nil) {
    description = printable("\(request.method.rawValue) \(request.url.prefix { $0 != "?" }): \(message)")
    self.retryability = retryability
  }

  /// Creates the error for a call without a complete response. AsyncHTTPClient's own descriptions may quote header
  /// fields.
  init(_ error: any Error, of request: HTTPClientRequest) {
    switch error {
    case is NIOConnectionError: self.init(request, "it can't be reached: \(error)", .neverSent)
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      self.init(request, "it can't be reached: nobody listens there", .neverSent)
    case let error as HTTPClientError where [.connectTimeout, .tlsHandshakeTimeout].contains(error):
      self.init(request, "it can't be reached: connecting took too long", .neverSent)
    case let error as HTTPClientError where [.remoteConnectionClosed, .readTimeout].contains(error):
      self.init(request, "the connection was lost", .passing)
    case is HTTPParserError, is ChannelError, is IOError:
      self.init(request, "the connection was lost", .passing)
    case is NIOTooManyBytesError: self.init(request, "the body is larger than 64 MiB")
    case let error as HTTPClientError: self.init(request, error.shortDescription)
    default: self.init(request, "\(error)")
    }
  }

  /// Creates the error for a response that reports a failure, or is not expected.
  init(_ response: Response, _ message: String) {
    self.init(response.request, message, response.retryability)
    isRefusal = (400...499).contains(response.head.status.code) && retryability == nil
  }
}
