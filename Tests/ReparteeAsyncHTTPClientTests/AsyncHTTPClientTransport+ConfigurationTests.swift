#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import Repartee
import ReparteeBase
import TestSupport
import Testing
@testable import ReparteeAsyncHTTPClient

/// Transports with a configuration of one's own.
@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportConfigurationTests {
  private static let credentials = "Basic \(Data("ada:s3cret".utf8).base64EncodedString())"

  @Test(arguments: [false, true])
  func aProxyIsAskedToConnectWithTheCredentials(isSecure: Bool) async throws {
    try await withServers { plain, secure in
      try await ConnectProxy.run(authorization: Self.credentials) { proxy in
        let transport = AsyncHTTPClientTransport {
          $0.proxy = .server(
            host: "127.0.0.1", port: proxy.port,
            authorization: .basic(username: "ada", password: "s3cret"))
          $0.tlsConfiguration = Self.trusting
        }
        let authority = isSecure ? secure.authority : plain.authority
        let body = try await get(isSecure ? "https" : "http", authority, over: transport)
        #expect(body == (isSecure ? "HTTP/1.1" : "plain"))
        #expect(proxy.requests.map(\.first) == ["CONNECT \(authority) HTTP/1.1"])
        // The server gets none of it.
        #expect(plain.requests.allSatisfy { $0.values("Proxy-Authorization") == [] })
        await transport.shutdown()
      }
    }
  }

  @Test(arguments: ["407 Proxy Authentication Required", "403 Forbidden", "502 Bad Gateway"])
  func aProxyThatRefusesIsNotPassed(refusal: String) async throws {
    try await withServers { plain, _ in
      try await ConnectProxy.run(authorization: "Basic other", refusal: refusal) { proxy in
        let transport = AsyncHTTPClientTransport {
          $0.proxy = .server(
            host: "127.0.0.1", port: proxy.port,
            authorization: .basic(username: "ada", password: "s3cret"))
        }
        let error = await failure { try await get("http", plain.authority, over: transport) }
        #expect(error?.kind == .cannotConnect && error?.mayHaveBeenProcessed == false)
        #expect(error?.message.contains("proxy") == true)
        #expect(plain.requests.isEmpty)
        await transport.shutdown()
      }
    }
  }

  @Test func aRootCertificateOfOnesOwnIsTrusted() async throws {
    try await withServers { _, secure in
      let transport = AsyncHTTPClientTransport { $0.tlsConfiguration = Self.trusting }
      let body = try await get("https", secure.authority, over: transport)
      #expect(body == "HTTP/1.1")
      await transport.shutdown()
    }
  }

  @Test func aClientCertificateIsSentToAServerThatWantsOne() async throws {
    var server = try Localhost.serverConfiguration(protocols: ["http/1.1"])
    server.certificateVerification = .noHostnameVerification
    server.trustRoots = .certificates([try ClientCertificate.certificate()])
    try await SecureServer.run(server) { secure in
      let transport = try AsyncHTTPClientTransport {
        var tls = Self.trusting
        tls.certificateChain = [.certificate(try ClientCertificate.certificate())]
        tls.privateKey = .privateKey(try ClientCertificate.key())
        $0.tlsConfiguration = tls
      }
      let body = try await get("https", secure.authority, over: transport)
      #expect(body == "HTTP/1.1")
      await transport.shutdown()

      let without = AsyncHTTPClientTransport { $0.tlsConfiguration = Self.trusting }
      let error = await failure { try await get("https", secure.authority, over: without) }
      #expect(error?.kind == .tls, "\(String(describing: error?.underlying))")
      await without.shutdown()
    }
  }

  @Test(arguments: [false, true])
  func aServerWithThePinnedKeyIsTrusted(isHTTP2: Bool) async throws {
    try await withSecureServer(isHTTP2: isHTTP2) { authority in
      for pin in ["sha256/" + Localhost.pin, Localhost.pin] {
        let other = "sha256/" + Data(repeating: 1, count: 32).base64EncodedString()
        let transport = AsyncHTTPClientTransport(pinnedKeys: [other, pin]) {
          $0.tlsConfiguration = Self.trusting
        }
        let body = try await get("https", authority, over: transport)
        #expect(body == (isHTTP2 ? "h2" : "HTTP/1.1"))
        await transport.shutdown()
      }
    }
  }

  @Test(arguments: [false, true])
  func aServerWithAnotherKeyThanThePinnedOneGetsNoRequest(isHTTP2: Bool) async throws {
    try await withSecureServer(isHTTP2: isHTTP2) { authority in
      let other = Data(repeating: 1, count: 32).base64EncodedString()
      let transport = AsyncHTTPClientTransport(pinnedKeys: [other, "no hash"]) {
        $0.tlsConfiguration = Self.trusting
      }
      for _ in 0..<3 {
        let error = await failure { try await get("https", authority, over: transport) }
        #expect(error?.kind == .tls && error?.mayHaveBeenProcessed == false)
        #expect(error?.message.contains("sha256/\(Localhost.pin)") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("1 more can't be read") == true)
      }
      await transport.shutdown()
    }
  }

  @Test func manyCallsToAServerWithAnotherKeyAllFail() async throws {
    try await withSecureServer(isHTTP2: true) { authority in
      let transport = AsyncHTTPClientTransport(pinnedKeys: [Data(count: 32).base64EncodedString()]) {
        $0.tlsConfiguration = Self.trusting
      }
      let failures = await withTaskGroup(of: TransportError.Kind?.self) { group in
        for _ in 0..<100 {
          group.addTask { await failure { try await get("https", authority, over: transport) }?.kind }
        }
        return await group.reduce(into: 0) { $0 += $1 == .tls ? 1 : 0 }
      }
      #expect(failures == 100)
      await transport.shutdown()
    }
  }

  @Test func aPinnedTransportMakesNoConnectionWithoutTLS() async throws {
    try await withServers { plain, _ in
      let transport = AsyncHTTPClientTransport(pinnedKeys: [Localhost.pin])
      let error = await failure { try await get("http", plain.authority, over: transport) }
      #expect(error?.kind == .tls && error?.mayHaveBeenProcessed == false)
      #expect(plain.requests.isEmpty)
      await transport.shutdown()
    }
  }

  @Test func aPinnedKeyDoesNotReplaceAValidCertificate() async throws {
    try await withServers { _, secure in
      let transport = AsyncHTTPClientTransport(pinnedKeys: [Localhost.pin])
      let error = await failure { try await get("https", secure.authority, over: transport) }
      #expect(error?.kind == .tls && error?.mayHaveBeenProcessed == false)
      #expect(error?.underlying is PinnedKeys.Mismatch == false)
      await transport.shutdown()
    }
  }

  @Test func onlyHTTP1IsSpokenWhereThatIsWanted() async throws {
    let configuration = try Localhost.serverConfiguration(protocols: ["h2", "http/1.1"])
    try await SecureServer.run(configuration) { secure in
      let transport = AsyncHTTPClientTransport {
        $0.httpVersion = .http1Only
        $0.tlsConfiguration = Self.trusting
      }
      let body = try await get("https", secure.authority, over: transport)
      #expect(body == "HTTP/1.1")
      await transport.shutdown()
    }
  }

  @Test func noMoreConnectionsAreMadeThanTheLimit() async throws {
    try await withServers { _, secure in
      let transport = AsyncHTTPClientTransport {
        $0.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 2
        $0.tlsConfiguration = Self.trusting
      }
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<50 {
          group.addTask { try await get("https", secure.authority, over: transport) }
        }
        for try await body in group { #expect(body == "HTTP/1.1") }
      }
      #expect(secure.connectionCount <= 2)
      await transport.shutdown()
    }
  }

  @Test func theShownTransportHasNoSecret() throws {
    let transport = try AsyncHTTPClientTransport(pinnedKeys: ["pinned-secret"]) {
      $0.proxy = .server(
        host: "proxy.invalid", port: 3128, authorization: .basic(username: "ada", password: "s3cret"))
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.privateKey = .privateKey(try ClientCertificate.key())
      $0.tlsConfiguration = tls
    }
    var dumped = ""
    dump(transport, to: &dumped)
    let client = Client(baseURL: "https://api.example.com", transport: transport)
    dump(client, to: &dumped)
    for shown in ["\(transport)", String(reflecting: transport), dumped] {
      for secret in [
        "s3cret", "ada", Data("ada:s3cret".utf8).base64EncodedString(), "BoringSSL", "NIOSSL",
        "proxy.invalid",
      ] {
        #expect(!shown.contains(secret))
      }
    }
  }

  static var trusting: TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates((try? Localhost.certificate()).map { [$0] } ?? [])
    return tls
  }

  private func withServers(_ body: (LoopbackServer, SecureServer) async throws -> Void) async throws {
    try await LoopbackServer.run {
      $0.answer(body: "plain")
    } _: { plain in
      try await SecureServer.run(try Localhost.serverConfiguration(protocols: ["http/1.1"])) { secure in
        try await body(plain, secure)
      }
    }
  }

  private func withSecureServer(isHTTP2: Bool, _ body: (String) async throws -> Void) async throws {
    if isHTTP2 {
      try await HTTP2Server.run(script: { stream in
        stream.head("200")
        stream.data("h2", end: true)
      }) { try await body($0.authority) }
    } else {
      try await SecureServer.run(try Localhost.serverConfiguration(protocols: ["http/1.1"])) {
        try await body($0.authority)
      }
    }
  }
}

/// Sends a GET, and returns the body of the response.
func get(_ scheme: String, _ authority: String, over transport: some Transport) async throws -> String {
  let head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
  let response = try await transport.send(TransportRequest(head: head))
  return String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
}

/// What it fails with; nil, and an issue, if it doesn't.
func failure(_ body: () async throws -> some Sendable) async -> TransportError? {
  do {
    Issue.record("\(try await body())")
    return nil
  } catch {
    return error as? TransportError
  }
}
#endif
