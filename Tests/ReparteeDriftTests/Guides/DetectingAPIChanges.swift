// The example of "Detecting API changes", which is a test.
import Foundation
import Repartee
import ReparteeDrift
import ReparteeTesting
import TestSupport
import Testing

struct DetectingAPIChangesTests {
  @Test func whatIsNewFails() async throws {
    let server = Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(#"{"id": 7, "name": "Ada", "city": "Bonn"}"#) })
    let newer = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .json(#"{"id": 7, "name": "Ada", "city": "Bonn", "zip": "53111"}"#)
      })
    try await withFolder { folder in
      let file = folder.appending(path: "drift.json")
      try await check(server, file)
      let recorder = DriftRecorder()
      _ = try await server.recorded(by: recorder).send(GetUser(id: 7))
      var baseline = recorder.baseline
      try baseline.json.write(to: file)
      try await check(server, file)
      await #expect(throws: DriftRecorder.NewDrift.self) { try await check(newer, file) }
      baseline.known.insert(Drift(.unreadKey, endpoint: "GetUser", status: 200, place: "zip"))
      try baseline.json.write(to: file)
      try await check(newer, file)
    }
  }

  private func check(_ client: Client, _ file: URL) async throws {
    let recorder = DriftRecorder(try DriftBaseline(contentsOf: file))
    let client = client.recorded(by: recorder)
    _ = try await client.send(GetUser(id: 7))

    if ProcessInfo.processInfo.environment["REPARTEE_RECORD"] == "1" {
      try recorder.baseline.json.write(to: file)
    }
    try recorder.requireNothingNew()
  }
}
