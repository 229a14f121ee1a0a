import Foundation
import Repartee
import Testing

@Suite(
  .enabled(if: NginxFaults.isRunning, "REPARTEE_NGINXFAULTS is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct TLSTests {
  private static let get = Resource<Void, Never>(.get("/"), [.success(.noContent)])

  @Test(arguments: Wire.allCases) func aServerWhoseCertificateHoldsIsTrusted(over wire: Wire) async throws {
    try await NginxFaults.valid.client(over: wire).send(Self.get)
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
      switch server {
      case .tls10, .tls11: ["version", "protocol"]
      case .otherHost: ["host"]
      default: ["certificate"]
      }
    #expect(words.contains { cause.message.contains($0) }, "\(cause.message)")
  }

  /// No certificate of the system is trusted for these hosts.
  @Test func theSystemsRootsDoNotTrustTheTestsRoot() async throws {
    let client = Wire.asyncHTTPClient.client(of: try NginxFaults.valid.baseURL)
    let error = try #require(await client.result(of: Self.get).failure)
    #expect(error.transportError?.kind == .tls)
  }

  /// nginx asks, goes on without, and says with a status that it wants one.
  @Test(arguments: Wire.allCases) func aClientCertificateThatIsMissingIsAStatus(over wire: Wire) async throws
  {
    let error = try #require(
      await NginxFaults.clientCertificate.client(over: wire).result(of: Self.get).failure)
    #expect(error.status == .badRequest)
    #expect(error.text?.contains("No required SSL certificate was sent") == true)
  }

  @Test func aClientCertificateIsSent() async throws {
    try await NginxFaults.clientCertificate.client(over: .asyncHTTPClient, withCertificate: true).send(
      Self.get)
  }
}
