// The examples of "Choosing a transport" that need AsyncHTTPClient.
#if AsyncHTTPClient
import AsyncHTTPClient
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient

func throughAProxy(password: String) -> AsyncHTTPClientTransport {
  AsyncHTTPClientTransport {
    $0.proxy = .server(
      host: "proxy.example.com", port: 3128,
      authorization: .basic(username: "ada", password: password))
  }
}

func trusting(rootCertificate path: String) -> AsyncHTTPClientTransport {
  AsyncHTTPClientTransport {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .file(path)
    $0.tlsConfiguration = tls
  }
}

func withClientCertificate(at path: String, key: String) throws -> AsyncHTTPClientTransport {
  try AsyncHTTPClientTransport {
    var tls = TLSConfiguration.makeClientConfiguration()
    let chain = try NIOSSLCertificate.fromPEMFile(path)
    tls.certificateChain = chain.map { .certificate($0) }
    tls.privateKey = .privateKey(
      try NIOSSLPrivateKey(file: key, format: .pem))
    $0.tlsConfiguration = tls
  }
}

func withPinnedKeys() -> AsyncHTTPClientTransport {
  AsyncHTTPClientTransport(pinnedKeys: [
    // The one in use, and the next one.
    "sha256/ntJDm4abAKEqEFyYZGVgib0AGF1nS+HKg366bd29k38=",
    "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  ])
}

func withHTTP1Only() -> AsyncHTTPClientTransport {
  AsyncHTTPClientTransport { $0.httpVersion = .http1Only }
}

func withFourConnections() -> AsyncHTTPClientTransport {
  AsyncHTTPClientTransport {
    $0.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4
  }
}

func once() async throws {
  let transport = AsyncHTTPClientTransport()
  let client = Client(
    baseURL: "https://api.example.com", transport: transport)
  print(
    try await client.send(
      Resource<String, Never>(.get("/motd"), [.code(200, .decode)])))
  await transport.shutdown(within: .seconds(10))
}
#endif
