import Foundation
import Repartee
import Testing

@Suite(
  .enabled(if: NginxFaults.isRunning, "REPARTEE_NGINXFAULTS is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct TLSTests {
  private static let get = Resource<Void, Never>(.get("/"), [.success(.noContent)])

  @Test func aServerWhoseCertificateHoldsIsTrusted() async throws {
    try await NginxFaults.valid.client(over: .asyncHTTPClient).send(Self.get)
  }

  @Test(
    arguments: Wire.allCases,
    [NginxFaults.otherHost, .expired, .selfSigned, .tls10, .tls11])
  func whatIsNotToBeTrustedFailsAndSaysWhy(over wire: Wire, server: NginxFaults) async throws {
    let error = try #require(await server.client(over: wire).result(of: Self.get).failure)
    let cause = try #require(error.transportError)
    #expect(cause.kind == .tls, "\(cause): \(String(describing: cause.underlying))")
    #expect(error.response == nil)
    #expect(!cause.mayHaveBeenProcessed)
    #expect(!error.isRetryable)
    let words: [String] =
      // To URLSession all of these are signed by a stranger, and libcurl looks at that first.
      switch wire == .urlSession ? .expired : server {
      case .tls10, .tls11: ["version", "protocol"]
      case .otherHost: ["host"]
      default: ["certificate"]
      }
    #expect(words.contains { cause.message.contains($0) }, "\(cause.message)")
  }

  /// No certificate of the system is trusted for these hosts.
  @Test(arguments: Wire.allCases) func theSystemsRootsDoNotTrustTheTestsRoot(over wire: Wire) async throws {
    let client = wire.client(of: try NginxFaults.valid.baseURL)
    let error = try #require(await client.result(of: Self.get).failure)
    #expect(error.transportError?.kind == .tls)
  }

  /// nginx asks, goes on without, and says with a status that it wants one.
  @Test func aClientCertificateThatIsMissingIsAStatus() async throws {
    let error = try #require(
      await NginxFaults.clientCertificate.client(over: .asyncHTTPClient).result(of: Self.get).failure)
    #expect(error.status == .badRequest)
    #expect(error.text?.contains("No required SSL certificate was sent") == true)
  }

  @Test func aClientCertificateIsSent() async throws {
    try await NginxFaults.clientCertificate.client(over: .asyncHTTPClient, withCertificate: true).send(
      Self.get)
  }
}
