import Foundation
import Repartee
import ReparteeDrift
import ReparteeTesting
import Testing

/// What a real server says beyond the declarations of these tests.
@Suite(.timeLimit(.minutes(1)))
struct DriftTests {
  /// A note of which only the text is read.
  private struct Text: Decodable, Sendable {
    struct Data: Decodable, Sendable { var text: String }
    var data: Data
  }

  private struct GetText: Endpoint {
    var bucket: String
    var id: String
    var request: Request { .get("/buckets/\(bucket)/collections/notes/records/\(id)") }
    static let responses: ResponseMap<Text, Never> = [.code(200, .decode)]
  }

  @Test(.needsKinto) func whatIsLeftOutIsNewOnceAndThenKnown() async throws {
    let notebook = try await Notebook()
    for id in ["n1", "n2"] {
      _ = try await notebook.client.send(SaveNote(bucket: notebook.bucket, id: id, text: "a text"))
    }
    func run(_ baseline: DriftBaseline, ids: [String]) async -> DriftRecorder {
      let recorder = DriftRecorder(baseline, reportsAllUnreadKeys: true)
      let client = notebook.client.recorded(by: recorder)
      for id in ids { _ = await client.result(of: GetText(bucket: notebook.bucket, id: id)) }
      return recorder
    }
    let first = await run(DriftBaseline(), ids: ["n1", "none"])
    let new = first.new.map { "\($0)" }
    for line in [
      "DriftTests.GetText, 200: unread key: data.last_modified",
      "DriftTests.GetText, 200: unread key: permissions",
      "DriftTests.GetText, 404: the status is not declared",
    ] {
      #expect(new.contains(line), "\(new)")
    }
    #expect(!new.joined().contains("a text"))
    let baseline = try DriftBaseline(first.baseline.json)
    try await run(baseline, ids: ["n1", "n2", "none"]).requireNothingNew()
    // Declared as they are, the notes have nothing more.
    let declared = DriftRecorder(reportsAllUnreadKeys: true)
    _ = try await notebook.client.recorded(by: declared).send(GetNote(bucket: notebook.bucket, id: "n1"))
    #expect(!declared.new.contains { $0.place.hasPrefix("data.last") }, "\(declared.new)")
  }
}
