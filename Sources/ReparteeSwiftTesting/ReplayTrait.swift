#if canImport(Testing)
import Foundation
public import Repartee
public import ReparteeTesting
public import Testing

/// Replays a recording in a test, or makes it; see `.replaying(_:matching:in:)`.
public struct ReplayTrait: TestTrait, TestScoping {
  let file: URL
  let matching: Replay.Matching
  let isRecording: Bool

  /// All cases of a test share one recording.
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
      for orphan in replay.orphans {
        Issue.record("\(file.lastPathComponent): nobody asked for \(orphan.request)")
      }
    }
  }

  /// The environment variable that asks for a recording.
  static let variable = "REPARTEE_RECORD"
}

extension Trait where Self == ReplayTrait {
  /// Replays a recording: what `Client.replayed()` gives in the test has it in the place of the server.
  ///
  /// ```swift
  /// @Test(.replaying("users.har"))
  /// func theUsersAreListed() async throws {
  ///   let client = client.replayed()
  ///   …
  /// }
  /// ```
  ///
  /// A request that was not recorded is an issue of the test, and so is an entry that nobody asked for, where each
  /// entry is used once. With `REPARTEE_RECORD=1` in the environment the requests go to the server instead, and the
  /// recording is written, in the place of the last one. The cases of a test with arguments share the recording.
  ///
  /// - Parameters:
  ///   - name: The file, in the folder `Recordings` beside that of the test.
  ///   - matching: Which entry is the response to a request.
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
  /// This client with the recording of the test's trait `.replaying(_:matching:in:)` in the place of the server, or
  /// recorded for it. Without the trait it is an issue, and each of its calls fails.
  public func replayed() -> Client {
    switch ReplayScope.current {
    case .recording(let recording): return recording.watching(self)
    case .replaying(let replay): return replaying(replay)
    case nil:
      Issue.record(
        "the test has no trait .replaying(…), or the client was made in a task that knows nothing of the test"
      )
      return replaying(Replay(HAR()) { _ in })
    }
  }
}

/// What the trait of the running test says.
enum ReplayScope: Sendable {
  case recording(Recording)
  case replaying(Replay)

  @TaskLocal static var current: ReplayScope?
}

/// A recording that is not there.
struct ReplayFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
#endif
