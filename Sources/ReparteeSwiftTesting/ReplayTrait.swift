#if canImport(Testing)
import Foundation
public import Repartee
public import ReparteeTesting
public import Testing

/// A trait that replays or makes a recording in a test; see `.replaying(_:matching:in:)`.
public struct ReplayTrait: TestTrait, TestScoping {
  let file: URL
  let matching: Replay.Matching
  let isRecording: Bool

  /// This trait for the test, nil for its cases: they share a recording.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ReplayTrait? {
    testCase == nil ? self : nil
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if isRecording {
      let recording = Recording()
      try await ReplayScope.$current.withValue(.recording(recording)) { try await function() }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try recording.har.json.write(to: file, options: .atomic)
      return
    }
    let har: HAR
    do { har = try HAR(contentsOf: file) } catch {
      throw ReplayFault(
        "\(file.lastPathComponent) can't be read; set \(ReplayTrait.variable)=1 to record it: \(error)")
    }
    let replay = Replay(har, matching: matching) { Issue.record(Comment(rawValue: $0)) }
    try await ReplayScope.$current.withValue(.replaying(replay)) { try await function() }
    if matching.usesEntriesOnce {
      for entry in replay.unusedEntries {
        Issue.record("\(file.lastPathComponent): no call requested the recorded response to \(entry.request)")
      }
    }
  }

  static let variable = "REPARTEE_RECORD"
}

extension Trait where Self == ReplayTrait {
  /// Replays a recording to the client that `Client.replayed()` returns in the test.
  ///
  /// ```swift
  /// @Test(.replaying("users.har"))
  /// func theUsersAreListed() async throws {
  ///   let client = client.replayed()
  ///   …
  /// }
  /// ```
  ///
  /// A request without an entry is an issue of the test; so is an unused entry if each is used once. With
  /// `REPARTEE_RECORD=1` in the environment, requests go to the server, and the recording replaces the file. The cases
  /// of a test share a recording.
  ///
  /// - Parameters:
  ///   - name: The name of the file, in the folder `Recordings` beside the test's.
  ///   - matching: How the entry for a request is found.
  ///   - test: The file of the test.
  public static func replaying(
    _ name: String, matching: Replay.Matching = .strict, in test: String = #filePath
  ) -> ReplayTrait {
    let folder = URL(filePath: test).deletingLastPathComponent().appending(path: "Recordings")
    let isRecording = ProcessInfo.processInfo.environment[ReplayTrait.variable] == "1"
    return ReplayTrait(file: folder.appending(path: name), matching: matching, isRecording: isRecording)
  }
}

extension Client {
  /// Returns this client with the recording of the trait `.replaying(_:matching:in:)` in place of the server; while
  /// recording, a recorded client.
  ///
  /// Without the trait an issue is recorded, and each call fails.
  public func replayed() -> Client {
    switch ReplayScope.current {
    case .recording(let recording): return self.recorded(by: recording)
    case .replaying(let replay): return replaying(replay)
    case nil:
      Issue.record(
        "the test has no trait .replaying(…), or the client was created in a detached task"
      )
      return replaying(Replay(HAR()) { _ in })
    }
  }
}

enum ReplayScope: Sendable {
  case recording(Recording)
  case replaying(Replay)

  @TaskLocal static var current: ReplayScope?
}

struct ReplayFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
#endif
