import AsyncHTTPClient
import Foundation
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient
import Synchronization

/// What is counted while many calls are made, where REPARTEE_LOAD is set: nothing else may run beside them.
enum ManyCalls {
  static let isOn = ProcessInfo.processInfo.environment["REPARTEE_LOAD"] != nil

  enum Version: CaseIterable {
    case http1, http2

    var baseURL: String? { self == .http1 ? Nginx.baseURL : NginxTLS.baseURL }
  }

  enum ShuttingDown {
    case body, end
  }

  /// Runs with a client that has connections of its own, which are closed at the end, or before that by `body`.
  static func withClient(
    of version: Version, isShutDownBy shuttingDown: ShuttingDown = .end,
    _ body: (Client, HTTPClient) async throws -> Void
  ) async throws {
    var configuration = AsyncHTTPClientTransport.configuration
    configuration.httpVersion = version == .http1 ? .http1Only : .automatic
    var tls = configuration.tlsConfiguration ?? .makeClientConfiguration()
    tls.trustRoots = .file(ProcessInfo.processInfo.environment["REPARTEE_NGINXTLS_CERTIFICATE"] ?? "")
    configuration.tlsConfiguration = tls
    let connections = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    var client = Client(baseURL: version.baseURL ?? "", transport: AsyncHTTPClientTransport(connections))
    client.timeout = .minutes(10)
    let result: Result<Void, any Error>
    do { result = .success(try await body(client, connections)) } catch { result = .failure(error) }
    if shuttingDown == .end { try await connections.shutdown() }
    try result.get()
  }

  /// The number of open descriptors of this process.
  static func descriptorCount() throws -> Int {
    #if os(Linux)
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
    try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    #endif
  }

  #if os(Linux)
  /// The bytes of memory that this process has in use.
  static func memory() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (pages.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
  #endif

  /// Waits for what nothing tells when it is so, half a minute at the most.
  static func eventually(_ isSo: () throws -> Bool) async throws -> Bool {
    for _ in 0..<3_000 {
      if try isSo() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

/// Lives as long as a task that was made under it, also one that outlives its call.
final class TaskWitness: Sendable {
  @TaskLocal static var current: TaskWitness?

  private static let living = Mutex(0)

  static var livingCount: Int { living.withLock(\.self) }

  init() { Self.living.withLock { $0 += 1 } }
  deinit { Self.living.withLock { $0 -= 1 } }
}
