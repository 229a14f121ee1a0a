import AsyncHTTPClient
import Foundation
import NIOSSL
import Repartee
import ReparteeAsyncHTTPClient

/// nginx over TLS, with what a client must not trust, where REPARTEE_NGINXFAULTS says that it is;
/// REPARTEE_NGINXFAULTS_FILES is the folder of its certificates.
enum NginxFaults: String, CaseIterable {
  case valid
  case otherHost = "other_host"
  case expired
  case selfSigned = "self_signed"
  case tls10 = "tls_1_0"
  case tls11 = "tls_1_1"
  case clientCertificate = "client_certificate"

  static let isRunning = ProcessInfo.processInfo.environment["REPARTEE_NGINXFAULTS"] != nil

  static let files = URL(filePath: ProcessInfo.processInfo.environment["REPARTEE_NGINXFAULTS_FILES"] ?? "")

  static var root: URL { files.appending(path: "root.pem") }

  var baseURL: String {
    get throws {
      let urls = try String(contentsOf: Self.files.appending(path: "data/urls"), encoding: .utf8)
      let line = urls.split(separator: "\n").first { $0.hasPrefix("\(rawValue) ") }
      return line.map { String($0.dropFirst(rawValue.count + 1)) } ?? ""
    }
  }

  /// A client that trusts the root, with a certificate of its own or without. URLSession trusts what the system does,
  /// which is nothing here.
  func client(over wire: Wire, withCertificate: Bool = false) throws -> Client {
    switch wire {
    case .asyncHTTPClient:
      return Client(
        baseURL: try baseURL,
        transport: withCertificate ? try Self.identified.get() : try Self.transport.get())
    case .urlSession:
      return wire.client(of: try baseURL)
    }
  }

  private static let transport = Result { try makeTransport { _ in } }

  private static let identified = Result {
    try makeTransport { tls in
      tls.certificateChain = try NIOSSLCertificate.fromPEMFile(files.appending(path: "client.pem").path)
        .map { .certificate($0) }
      tls.privateKey = .privateKey(
        try NIOSSLPrivateKey(file: files.appending(path: "client.key").path, format: .pem))
    }
  }

  private static func makeTransport(
    _ change: (inout TLSConfiguration) throws -> Void
  ) throws -> AsyncHTTPClientTransport {
    var configuration = AsyncHTTPClientTransport.configuration
    var tls = configuration.tlsConfiguration ?? .makeClientConfiguration()
    tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(root.path))
    try change(&tls)
    configuration.tlsConfiguration = tls
    return AsyncHTTPClientTransport(
      HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration))
  }
}
