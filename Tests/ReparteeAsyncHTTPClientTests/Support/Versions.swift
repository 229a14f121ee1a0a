#if AsyncHTTPClient
import AsyncHTTPClient
import NIOHTTP2
import Repartee
import ReparteeAsyncHTTPClient

/// One test over HTTP/1.1 and over HTTP/2.
enum Versions {
  /// A transport of its own to servers of HTTP/1.1: directly, or over HTTP/2 to a gateway before them.
  static func withTransport<Value>(
    isHTTP2: Bool, settings: HTTP2Settings = nioDefaultSettings,
    _ configure: (inout HTTPClient.Configuration) -> Void = { _ in },
    _ body: (any Transport) async throws -> Value
  ) async throws -> Value {
    let transport = AsyncHTTPClientTransport {
      $0.tlsConfiguration = AsyncHTTPClientTransportConfigurationTests.trusting
      configure(&$0)
    }
    let result: Result<Value, any Error>
    do {
      if isHTTP2 {
        result = .success(
          try await HTTP2Gateway.run(over: transport, settings: settings) { try await body($0) })
      } else {
        result = .success(try await body(transport))
      }
    } catch {
      result = .failure(error)
    }
    await transport.shutdown(within: .seconds(0))
    return try result.get()
  }
}
#endif
