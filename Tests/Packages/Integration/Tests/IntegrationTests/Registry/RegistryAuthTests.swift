import Foundation
import Repartee
import Testing

/// The registry that asks for a token, where REPARTEE_REGISTRYAUTH says that it is. Its challenge says where tokens
/// are, and for what: at the project's own authorization server.
@Suite(
  .enabled(
    if: RegistryAuth.baseURL != nil && OAuthd.isRunning,
    "REPARTEE_REGISTRYAUTH or REPARTEE_OAUTHD is not set; Scripts/integration starts them"),
  .timeLimit(.minutes(1)))
struct RegistryAuthTests {
  let repository = ["repartee", UUID().uuidString.lowercased()]

  @Test(arguments: Wire.allCases) func aChallengeIsAnsweredWithTheTokenItAsksFor(over wire: Wire) async throws
  {
    let (client, session) = RegistryAuth.client(over: wire)
    let reply = try await client.response(to: BeginUpload(repository: repository))
    #expect(reply.attempts.map(\.status) == [401, 202])
    #expect(reply.attempts.map(\.cause) == [.first, .refresh])
    #expect(session.credential != nil)

    let asked = try await tokenRequests()
    let name = repository.joined(separator: "/")
    #expect(asked.count == 1)
    #expect(asked.first?.query["service"] == "registry.example")
    #expect(asked.first?.query["scope"] == "repository:\(name):pull repository:\(name):push")
    #expect(asked.first?.authorization == nil)

    // The next call has the token at once; the upload's URL is of the same origin.
    let stored = try await client.response(
      to: FinishUpload(upload: reply.value, digest: Self.digest, body: .bytes(Data())))
    #expect(stored.attempts.map(\.status) == [201])
    #expect(try await client.send(FindBlob(repository: repository, digest: Self.digest))?.length == 0)
    #expect(try await tokenRequests().count == 1)
  }

  @Test(arguments: Wire.allCases) func callsThatAreRefusedTogetherShareTheToken(over wire: Wire) async throws
  {
    let (client, _) = RegistryAuth.client(over: wire)
    let upload = BeginUpload(repository: repository)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<30 { group.addTask { _ = try await client.send(upload) } }
      try await group.waitForAll()
    }
    #expect(try await tokenRequests().count == 1)
  }

  @Test func withoutASessionTheChallengeIsInTheError() async throws {
    let client = Wire.asyncHTTPClient.client(of: RegistryAuth.baseURL)
    let error = await client.result(of: BeginUpload(repository: repository)).failure
    #expect(error?.status == .unauthorized)
    #expect(error?.declared?.codes == [.unknown("UNAUTHORIZED")])
    let challenge = try #require(error?.response?.challenges.first)
    #expect(challenge.scheme == "bearer")
    #expect(challenge.realm == "\(OAuthd.baseURL ?? "")/registry/token")
  }

  /// The requests for a token that are about this repository.
  private func tokenRequests() async throws -> [OAuthd.Visit] {
    try await OAuthd.visits().filter {
      $0.path == "/registry/token"
        && $0.query["scope"]?.contains(repository.joined(separator: "/")) == true
    }
  }

  /// Of nothing.
  private static let digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
}

enum RegistryAuth {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_REGISTRYAUTH"]

  /// A client whose session gets its token where the challenge says.
  static func client(over wire: Wire) -> (Client, Session<BearerToken>) {
    let session = Session<BearerToken>.obtaining { _, refresh in
      guard let challenge = refresh.challenges.first(where: { $0.scheme == "bearer" }),
        let realm = challenge.realm
      else { throw AuthenticationError(.refused) }
      let request = Request(
        .get, url: realm, query: ["service": challenge["service"], "scope": challenge["scope"]])
      let token = Resource<String, Never>(request, [.code(200, .decode(at: "token"))])
      return BearerToken(try await refresh.client.send(token))
    }
    var client = wire.client(of: baseURL)
    client.authentication = .session(ifSignedIn: session)
    return (client, session)
  }
}
