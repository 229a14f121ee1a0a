import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient

extension Options {
  /// The transport, which is not shut down before the process ends.
  func makeTransport() throws(UsageError) -> any Transport {
    if let rootCertificate, !FileManager.default.isReadableFile(atPath: rootCertificate) {
      throw UsageError(message: "--root-certificate: \(rootCertificate) can't be read")
    }
    switch transport {
    case .asyncHTTPClient: return try makeAsyncHTTPClient()
    case .urlSession:
      if rootCertificate != nil {
        throw UsageError(
          message: "--root-certificate goes with async-http-client: URLSession takes the system's")
      }
      return .urlSession
    }
  }

  private func makeAsyncHTTPClient() throws(UsageError) -> AsyncHTTPClientTransport {
    var configuration = AsyncHTTPClientTransport.configuration
    configuration.httpVersion = usesHTTP2 ? .automatic : .http1Only
    if let rootCertificate {
      var tls = configuration.tlsConfiguration ?? .makeClientConfiguration()
      do {
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(rootCertificate))
      } catch {
        throw UsageError(message: "--root-certificate: \(rootCertificate) holds no certificate")
      }
      configuration.tlsConfiguration = tls
    }
    let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    // It may not be released before it is shut down.
    _ = Unmanaged.passRetained(client)
    return AsyncHTTPClientTransport(client)
  }

  func makeClient(_ transport: any Transport) async -> Client {
    // A URL that is not valid is the request's fault then, not the base URL's.
    let base = Client(baseURL: url, transport: transport).baseURLError == nil ? url : "http://localhost"
    var client = Client(baseURL: base, transport: transport)
    for (name, value) in headers where !belongsToRequest(name) { client.headers.append(name, value) }
    if let refresh {
      client.authentication = .session(ifSignedIn: await makeSession(refreshing: refresh))
    } else if let bearer {
      client.headers["Authorization"] = "Bearer \(bearer)"
    }
    if isObserved { client.observers.append(.handler(CallEvent.write)) }
    if let deadline { client.timeout = .seconds(deadline) }
    if let idle { client.idleTimeout = .seconds(idle) }
    if let maximumBodySize { client.maximumBodySize = maximumBodySize }
    client.retry.maximumAttempts = 1 + retries
    applyRedirects(to: &client)
    return client
  }

  /// A session that gets its tokens, also the first one, when the API asks for them.
  private func makeSession(refreshing url: String) async -> Session<BearerToken> {
    let token = Resource<String, Never>(.init(.get, url: url), [.success(.decode(at: "access_token"))])
    let session = Session<BearerToken>.obtaining { _, refresh in
      BearerToken(try await refresh.client.send(token))
    }
    // It has no store that could fail.
    if let bearer { try? await session.signIn(BearerToken(bearer)) }
    return session
  }

  private func applyRedirects(to client: inout Client) {
    switch redirects {
    case .byDefault: break
    case .off: client.redirects = .off
    case .atMost(let limit): client.redirects = .follow(limit: limit)
    }
  }

  var request: Request {
    var request = Request(method: method ?? (hasBody ? "POST" : "GET"), "")
    request.url = url
    request.idempotency = idempotency
    if let body { request.body = .text(body, contentType: "application/json") }
    if hasStalledBody { request.body = .stream(once: Self.stalled, length: nil) }
    for (name, value) in headers where belongsToRequest(name) { request.headers.append(name, value) }
    return request
  }

  private var hasBody: Bool { body != nil || hasStalledBody }

  private func belongsToRequest(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "accept" || ["accept-", "content-", "if-"].contains { name.hasPrefix($0) }
  }

  /// Some bytes, and then none until the task is cancelled.
  private static let stalled = AsyncStream<Data> { continuation in
    continuation.yield(Data(count: 100_000))
  }
}
