#if AsyncHTTPClient
import AsyncHTTPClient
import NIOSSL
import ReparteeAsyncHTTPClient

/// A certificate for `localhost`, signed by itself and valid until 2120. Nothing but these tests trusts it.
enum Localhost {
  static func serverConfiguration(protocols: [String] = ["h2"]) throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try certificate())],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem)))
    configuration.applicationProtocols = protocols
    return configuration
  }

  /// The transport's configuration, for a client that trusts it.
  static func clientConfiguration() throws -> HTTPClient.Configuration {
    var configuration = AsyncHTTPClientTransport.configuration
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([try certificate()])
    configuration.tlsConfiguration = tls
    return configuration
  }

  /// Sends over a client of its own, which is shut down at the end.
  static func withTransport<Value>(
    _ configuration: HTTPClient.Configuration? = nil,
    _ body: (AsyncHTTPClientTransport) async throws -> Value
  ) async throws -> Value {
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: try configuration ?? clientConfiguration())
    do {
      let value = try await body(AsyncHTTPClientTransport(client))
      try await client.shutdown()
      return value
    } catch {
      try? await client.shutdown()
      throw error
    }
  }

  static func certificate() throws -> NIOSSLCertificate {
    try NIOSSLCertificate(bytes: Array(certificateText.utf8), format: .pem)
  }

  /// The SHA-256 of its public key, as `openssl` says it.
  static let pin = "ntJDm4abAKEqEFyYZGVgib0AGF1nS+HKg366bd29k38="

  private static let certificateText = """
    -----BEGIN CERTIFICATE-----
    MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
    c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
    CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABL1wCYONveuFJ5DK
    3OjiI/5gzl8gFYWUMgdVTTplxHeCAhpXI6Pca8WNJpVbH+223q6Mdr9OvxVqCNqm
    Lgd8/sGjTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
    BTADAQH/MB0GA1UdDgQWBBSan2G5UScZzdmjYkB7dnYpfF/VTzAKBggqhkjOPQQD
    AgNHADBEAiALEq01nyTLXbzLXQj5TGXpdZc2s53lU5k6C0JQ95A6uAIgFtyldIdp
    RNJqafcWtRcUPBC9hAxIK9vEk1h/v8QGaqc=
    -----END CERTIFICATE-----
    """

  private static let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZ222KOL0B61BKgw+
    e+TxjBmDzyvOFVWaUMDfsg48IIehRANCAAS9cAmDjb3rhSeQytzo4iP+YM5fIBWF
    lDIHVU06ZcR3ggIaVyOj3GvFjSaVWx/ttt6ujHa/Tr8Vagjapi4HfP7B
    -----END PRIVATE KEY-----
    """
}
#endif
