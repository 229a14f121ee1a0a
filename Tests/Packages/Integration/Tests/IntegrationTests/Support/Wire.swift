import AsyncHTTPClient
import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// What the bytes go over.
enum Wire: CaseIterable {
  case asyncHTTPClient, urlSession

  func client(of baseURL: String?) -> Client {
    switch self {
    case .asyncHTTPClient: Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient)
    case .urlSession: Client(baseURL: baseURL ?? "", transport: .urlSession)
    }
  }

  /// Runs with a client whose connections no other test uses.
  func withOwnConnections(to baseURL: String?, _ body: (Client) async throws -> Void) async throws {
    switch self {
    case .asyncHTTPClient:
      let connections = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: AsyncHTTPClientTransport.configuration)
      let client = Client(baseURL: baseURL ?? "", transport: AsyncHTTPClientTransport(connections))
      let result: Result<Void, any Error>
      do { result = .success(try await body(client)) } catch { result = .failure(error) }
      try await connections.shutdown()
      try result.get()
    case .urlSession:
      try await body(Client(baseURL: baseURL ?? "", transport: URLSessionTransport()))
    }
  }

  /// Whether a POST on a connection that is closed at that moment may wait for its time limit, as Foundation's on
  /// Linux do.
  var missesEvents: Bool { !sendsInChunks }

  /// Whether a body without a known length goes in chunks. Foundation on Linux collects it first.
  var sendsInChunks: Bool {
    #if os(Linux)
    self != .urlSession
    #else
    true
    #endif
  }
}
