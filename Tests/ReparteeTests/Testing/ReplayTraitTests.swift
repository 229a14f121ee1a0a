import Foundation
import Repartee
import ReparteeSwiftTesting
import ReparteeTesting
import Testing

/// Tests that replay a recording, which lies beside them.
struct ReplayTraitTests {
  /// What stands for the server when it is recorded, and is down when it is replayed.
  private var client: Client {
    Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        guard ProcessInfo.processInfo.environment["REPARTEE_RECORD"] == "1" else {
          throw TransportError(.offline)
        }
        return request.head.path == "/users/7" ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(404)
      })
  }

  @Test(.replaying("users.har"), arguments: 1...3) func whatWasRecordedIsThere(run: Int) async throws {
    let client = client.replayed()
    #expect(try await client.send(GetUser(id: 7)).name == "Ada")
    #expect(await client.result(of: GetUser(id: 8)).error?.declared == .notFound)
  }

  @Test(.replaying("users.har", .lenient)) func aLenientReplayGoesOn() async throws {
    let client = client.replayed()
    for _ in 0..<3 { #expect(try await client.send(GetUser(id: 7)).name == "Ada") }
  }

  @Test(.replaying("users.har", .lenient)) func anotherRequestIsAnIssue() async {
    await withKnownIssue {
      _ = await client.replayed().result(of: GetUser(id: 9))
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("no entry was recorded for GET https://api.example.com/users/9")
      }
    }
  }

  @Test func withoutTheTraitNothingIsReplayed() async {
    await withKnownIssue { _ = await client.replayed().result(of: GetUser(id: 7)) }
  }

  @Test func stubsCanRecordIssues() async {
    await withKnownIssue {
      let stubs = Stubs.recordingIssues { Stub(GetUser.self, .status(500)) }
      _ = await client.stubbed(by: stubs).result(of: GetUser(id: 7)) { $0.retry = .off }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("GetUser can't read the response of its stub") }
    }
  }

  @Test func aReportIsAttached() throws {
    try ContractCoverage(GetUser.self).report.attach()
  }
}
