import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

@testable import ReparteeSwiftTesting

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

  /// The cases share the recording: each takes one of its two entries.
  @Test(.replaying("users.har"), arguments: [7, 8]) func whatWasRecordedIsThere(id: Int) async throws {
    let result = await client.replayed().result(of: GetUser(id: id))
    if id == 7 {
      #expect(try result.get().name == "Ada")
    } else {
      #expect(result.error?.declared == .notFound)
    }
  }

  @Test func aRecordingIsWrittenAndThenReplayed() async throws {
    let test = try #require(Test.current)
    try await withFolder { folder in
      let file = folder.appending(path: "new/users.har")
      let recorded = Client(
        baseURL: api, transport: InMemoryTransport { _ in .json(#"{"id": 7, "name": "Ada"}"#) })
      let down = Client(baseURL: api, transport: InMemoryTransport { _ in throw TransportError(.offline) })
      let trait = { ReplayTrait(file: file, matching: .strict, isRecording: $0) }
      try await trait(true).provideScope(for: test, testCase: nil) {
        for id in [7, 8] { _ = try await recorded.replayed().send(GetUser(id: id)) }
      }
      try await trait(false).provideScope(for: test, testCase: nil) {
        for id in [7, 8] {
          let user = try await down.replayed().send(GetUser(id: id))
          #expect(user.name == "Ada")
        }
      }
      try await withKnownIssue {
        try await trait(false).provideScope(for: test, testCase: nil) {
          _ = try await down.replayed().send(GetUser(id: 7))
        }
      } matching: { issue in
        issue.comments.contains {
          $0.rawValue.contains(
            "no call requested the recorded response to GET https://api.example.com/users/8")
        }
      }
      try FileManager.default.removeItem(at: file)
      await #expect(throws: ReplayFault.self) {
        try await trait(false).provideScope(for: test, testCase: nil) {}
      }
    }
  }

  @Test(.replaying("users.har", matching: .lenient)) func aLenientReplayGoesOn() async throws {
    let client = client.replayed()
    for _ in 0..<3 { #expect(try await client.send(GetUser(id: 7)).name == "Ada") }
  }

  @Test(.replaying("users.har", matching: .lenient)) func anotherRequestIsAnIssue() async {
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
