import Foundation
import Repartee
import Testing

/// Tokens that the server refuses: what is refreshed, and how often.
@Suite(.needsFaultd, .timeLimit(.minutes(1)))
struct FaultdSessionTests {
  @Test(arguments: Wire.allCases) func aHundredRefusedCallsAreOneRefresh(over wire: Wire) async throws {
    let (reader, session) = try await signedIn(over: wire)
    let (client, call) = (reader.client, reader.get("need_t"))
    let attempts = try await withThrowingTaskGroup(of: [Attempt].self) { group in
      for _ in 0..<100 { group.addTask { try await client.response(to: call).attempts } }
      return try await group.reduce(into: [[Attempt]]()) { $0.append($1) }
    }
    #expect(attempts.count == 100)
    #expect(attempts.allSatisfy { [[.first], [.first, .refresh]].contains($0.map(\.cause)) })
    #expect(try await reader.visits("token").count == 1)
    let visits = try await reader.visits("need_t")
    #expect(visits.count == attempts.reduce(0) { $0 + $1.count })
    #expect(visits.filter { $0.authorization == "Bearer t1" }.count == 100)
    #expect(visits.allSatisfy { ["Bearer t0", "Bearer t1"].contains($0.authorization) })
    #expect(session.credential == BearerToken("t1"))
  }

  @Test(arguments: Wire.allCases) func whatIsRefusedAgainIsReadByTheMap(over wire: Wire) async throws {
    let (reader, _) = try await signedIn(over: wire)
    let error = await reader.client.result(of: reader.get("always401")).failure
    guard case .undeclared = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.status == .unauthorized)
    #expect(error?.attempts.map(\.cause) == [.first, .refresh])
    #expect(try await reader.visits("always401").map(\.authorization) == ["Bearer t0", "Bearer t1"])
    #expect(try await reader.visits("token").count == 1)
  }

  private enum Refusal: Error { case signedOut }

  @Test(arguments: Wire.allCases) func aDeclared401IsRefreshedAsWell(over wire: Wire) async throws {
    let (reader, _) = try await signedIn(over: wire)
    let map: ResponseMap<Void, Refusal> = [.success(.noContent), .code(401, .error(.signedOut))]
    let error = await reader.client.result(of: Resource(reader.get("always401").request, map)).failure
    #expect(error?.declared == .signedOut)
    #expect(try await reader.visits("always401").count == 2)
    #expect(try await reader.visits("token").count == 1)
  }

  @Test(arguments: Wire.allCases) func aPermanent401IsNotRefreshed(over wire: Wire) async throws {
    let (reader, _) = try await signedIn(over: wire)
    let map: ResponseMap<Void, Refusal> = [
      .success(.noContent), .code(401, .error(.signedOut).permanent),
    ]
    let error = await reader.client.result(of: Resource(reader.get("always401").request, map)).failure
    #expect(error?.declared == .signedOut)
    #expect(try await reader.visits("always401").count == 1)
    #expect(try await reader.visits("token").count == 0)
  }

  /// Each call that is refused after the refresh would otherwise begin the next one.
  @Test(arguments: Wire.allCases) func manyCallsThatAreAlwaysRefusedAreNoStormOfRefreshes(
    over wire: Wire
  ) async throws {
    let (reader, _) = try await signedIn(over: wire)
    let (client, call) = (reader.client, reader.get("always401"))
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 { group.addTask { await client.result(of: call).failure?.status?.code } }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(statuses.count == 100)
    #expect(try await reader.visits("always401").count <= 200)
    // Those that begin a second or more later refresh again.
    #expect(try await reader.visits("token").count <= 3)
  }

  /// A session whose first token the server does not take.
  private func signedIn(over wire: Wire) async throws -> (FaultdReader, Session<BearerToken>) {
    var reader = FaultdReader(over: wire)
    let token = reader.token
    let session = Session<BearerToken> { _, refresh in
      BearerToken(try await refresh.client.send(token))
    }
    try await session.signIn(BearerToken("t0"), as: "ada")
    reader.client.authentication = .session(session)
    return (reader, session)
  }
}
