import Foundation
import Repartee
import ReparteeTesting
import Testing

/// What was recorded against a real server gives the same results with the server down.
@Suite(.timeLimit(.minutes(1)))
struct RecordingTests {
  /// The same client, whose server can't be reached: a replay stands before it.
  private func replayed(_ client: Client, _ recording: Recording) throws -> (Client, Replay) {
    let replay = Replay(try HAR(recording.har.json)) { _ in }
    return (client.replaying(replay), replay)
  }

  @Test(.needsKinto) func kinto() async throws {
    let notebook = try await Notebook()
    func results(_ client: Client) async throws -> [String] {
      var results: [String] = []
      for id in 1...3 {
        let saved = await client.result(
          of: SaveNote(bucket: notebook.bucket, id: "n\(id)", text: "note \(id)"))
        results.append("\(saved.map(\.note.text))")
      }
      results.append(
        "\(await client.result(of: SaveNote(bucket: notebook.bucket, id: "n1", text: "x", condition: .absent)).failure?.declared as Any)"
      )
      results.append(
        "\(await client.result(of: GetNote(bucket: notebook.bucket, id: "none")).failure?.status as Any)")
      for try await page in client.pages(of: ListNotes(bucket: notebook.bucket, limit: 2)) {
        results.append(page.value.notes.map(\.text).joined(separator: ", "))
      }
      return results
    }
    let recording = Recording()
    let recorded = try await results(notebook.client.recorded(by: recording))
    #expect(!String(decoding: try recording.har.json, as: UTF8.self).contains("Basic "))
    let (client, replay) = try replayed(notebook.client, recording)
    let again = try await results(client)
    #expect(again == recorded)
    #expect(replay.problems.isEmpty && replay.unusedEntries.isEmpty)
  }

  /// Rows in one document, in lines while they are read, compressed, and as CSV.
  @Test(.needsInfluxDB) func influxDB() async throws {
    let database = try await Database()
    _ = try await database.fill(20)
    func results(_ client: Client) async throws -> [String] {
      var results = [try await client.send(Ping())]
      results.append("\(try await client.send(SelectRows<Load>(question: database.ask())).flatMap(\.values))")
      for try await line in try await client.send(SelectLines<Load>(question: database.ask(), rowsPerLine: 6))
      {
        results.append("\(try line.series.map { $0.flatMap(\.values) }.get())")
      }
      for format in [ExportLoad.Format.csv, .json] {
        results.append("\(try await client.send(ExportLoad(question: database.ask(), format: format)))")
      }
      let refused = await client.result(of: SelectRows<Load>(question: database.ask("SELECT nothing")))
      results.append("\(refused.failure?.declared as Any)")
      return results
    }
    let recording = Recording()
    let recorded = try await results(InfluxDB.client.recorded(by: recording))
    #expect(recorded.count == 9)
    let (client, replay) = try replayed(InfluxDB.client, recording)
    let again = try await results(client)
    #expect(again == recorded)
    #expect(replay.problems.isEmpty && replay.unusedEntries.isEmpty)
  }
}
