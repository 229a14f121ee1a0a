import Foundation
import Repartee
import ReparteeDrift
import SampleAPI
import Support

/// What it costs to look for drift in a list of a thousand users: processor time of the same calls in turn, and the
/// ratio of the medians.
struct DriftCost {
  private struct Way {
    let name: String
    let call: @Sendable () async throws -> Void
    var seconds: [Double] = []
  }

  private var ways: [Way]

  init(documents: Documents) throws {
    let documents = documents.users
    let base = Client(
      baseURL: "http://api.example",
      transport: InMemoryTransport { _ in
        .status(200, headers: [.contentType: "application/json"], body: documents)
      })
    func watching(
      _ baseline: DriftBaseline? = nil, reportsAllUnreadKeys: Bool = false
    ) -> Client {
      var client = base
      client.drift = DriftDetector(
        sampling: 1, reportsAllUnreadKeys: reportsAllUnreadKeys, baseline: baseline)
      client.observers.append(.handler { _ in })
      return client
    }
    let baseline = try DriftBaseline(Data(Self.baseline.utf8))
    func list(_ client: Client) -> @Sendable () async throws -> Void {
      { _ = try await client.send(ListUsers()) }
    }
    func slim(_ client: Client) -> @Sendable () async throws -> Void {
      let users = Resource<[SlimUser], Never>(.get("/users"), [.success(.decode)])
      return { _ = try await client.send(users) }
    }
    ways = [
      Way(name: "off", call: list(base)), Way(name: "on", call: list(watching())),
      Way(name: "on, all unread keys", call: list(watching(reportsAllUnreadKeys: true))),
      Way(name: "on, with a baseline", call: list(watching(baseline))),
      Way(name: "off, six keys unread", call: slim(base)),
      Way(name: "on, six keys unread", call: slim(watching())),
      Way(name: "on, six keys unread, all of them told", call: slim(watching(reportsAllUnreadKeys: true))),
    ]
  }

  mutating func measure(rounds: Int = 15, calls: Int = 60) async throws {
    for round in 0...rounds {
      for index in ways.indices {
        let before = Usage.processorSeconds()
        for _ in 0..<calls { try await ways[index].call() }
        // The first warms up.
        if round > 0 { ways[index].seconds.append((Usage.processorSeconds() - before) / Double(calls)) }
      }
    }
    for (index, way) in ways.enumerated() {
      let base = ways[index < 4 ? 0 : 4]
      let line = [
        way.name, String(format: "%.1f µs", median(way.seconds) * 1e6),
        String(format: "%.3f", median(way.seconds) / median(base.seconds)),
      ]
      print(line.joined(separator: "\t"))
    }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private struct SlimUser: Decodable, Sendable {
    var id: Int
    var login: String
    var name: String
    var email: String
  }

  private static let baseline = #"""
    {"version": 1, "known": [], "responses": {"ListUsers 200": {"": "array", "[]": "object", "[].id": "number",
      "[].login": "string", "[].name": "string", "[].email": "string", "[].active": "boolean", "[].score": "number",
      "[].createdAt": "string", "[].bio": "string|null, optional", "[].tags": "array", "[].addresses": "array",
      "[].addresses[]": "object", "[].addresses[].street": "string", "[].addresses[].city": "string",
      "[].addresses[].zip": "string"}}}
    """#
}
