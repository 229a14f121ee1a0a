import AsyncHTTPClient
import Foundation
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient

/// nginx over TLS, with HTTP/2, where REPARTEE_NGINXTLS says that it is: sixteen streams at a time, a GOAWAY after
/// fifty requests, and nothing taken that is larger than a kilobyte.
enum NginxTLS {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_NGINXTLS"]

  static let isRunning = baseURL != nil

  /// A client that trusts the server's certificate.
  static let client = {
    var configuration = AsyncHTTPClientTransport.configuration
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .file(ProcessInfo.processInfo.environment["REPARTEE_NGINXTLS_CERTIFICATE"] ?? "")
    configuration.tlsConfiguration = tls
    let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    return Client(baseURL: baseURL ?? "", transport: AsyncHTTPClientTransport(client))
  }()
}
