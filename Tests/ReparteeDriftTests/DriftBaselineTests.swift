import Foundation
import ReparteeBase
import ReparteeDrift
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// What was seen before, and what is new against it.
struct DriftBaselineTests {
  private struct Person: Codable, Sendable {
    var name: JSONValue?
    var nickname: JSONValue?
    var address: Address?
    var tags: [Tag]?
  }

  private struct Address: Codable, Sendable {
    var city: JSONValue?
    var zip: JSONValue?
  }

  private struct Tag: Codable, Sendable {
    var id: JSONValue?
  }

  private struct GetPerson: Endpoint {
    var request: Request { .get("/people/\(7)") }
    static let responses: ResponseMap<Person, Never> = [.code(200, .decode)]
  }

  private func client(_ body: String) -> Client {
    Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
  }

  /// What is new in a body, and the next baseline, through a file.
  private func run(
    _ body: String, after baseline: DriftBaseline = DriftBaseline(),
    reportsAllUnreadKeys: Bool = false
  ) async throws -> (new: [String], next: DriftBaseline) {
    let recorder = DriftRecorder(baseline, reportsAllUnreadKeys: reportsAllUnreadKeys)
    _ = await client(body).recorded(by: recorder).result(of: GetPerson())
    let next = recorder.baseline
    #expect(try DriftBaseline(next.json) == next)
    return (recorder.new.map { "\($0)" }, next)
  }

  private let first = #"{"name": "Ada", "address": {"city": "Bonn", "zip": "1"}, "tags": [{"id": 1}]}"#

  @Test func theSameBodyIsNoNewDrift() async throws {
    let (new, baseline) = try await run(first)
    #expect(new == [])
    #expect(try await run(first, after: baseline).new == [])
    #expect(try await run(first, after: baseline).next == baseline)
  }

  @Test(arguments: [
    (#"{"address": {"city": "Bonn", "zip": "1"}, "tags": []}"#, ["name is missing"]),
    (#"{"name": "Ada", "address": {"city": "Bonn"}, "tags": []}"#, ["address.zip is missing"]),
    (#"{"name": "Ada", "tags": []}"#, ["address is missing"]),
    (#"{"name": null, "address": {"city": "Bonn", "zip": "1"}, "tags": []}"#, ["name is null"]),
    (
      #"{"name": 7, "address": {"city": "Bonn", "zip": "1"}, "tags": []}"#,
      ["name is of another type: number, not string"]
    ),
    (
      #"{"name": "Ada", "address": {"city": "Bonn", "zip": "1"}, "tags": [{"id": 1}, {}, {"id": "x"}]}"#,
      ["tags[].id is missing", "tags[].id is of another type: string, not number"]
    ),
    (
      #"{"name": "Ada", "address": {"city": "Bonn", "zip": "1"}, "tags": [], "age": 1}"#, ["unread key: age"]
    ),
    (#"{"name": "Ada", "nickname": "A", "address": {"city": "Bonn", "zip": "1"}, "tags": []}"#, []),
  ])
  func changesAreNewDrift(body: String, changes: [String]) async throws {
    let baseline = try await run(first).next
    let (new, next) = try await run(body, after: baseline)
    #expect(new.sorted() == changes.map { "DriftBaselineTests.GetPerson, 200: \($0)" }.sorted())
    // Then it is known.
    #expect(try await run(body, after: next).new == [])
    #expect(try await run(first, after: next).new == [])
  }

  /// Of an object with more keys than are distinguished it is not known which are missing.
  @Test func keysBeyondTheLimitAreNotMissing() async throws {
    let baseline = try await run(#"{"name": "Ada"}"#).next
    func reported(_ count: Int) async throws -> Bool {
      let keys = (0..<count).map { "\"k\($0)\": 0" }.joined(separator: ", ")
      let new = try await run("{\(keys), \"nickname\": \"A\"}", after: baseline).new
      return new.contains { $0.hasSuffix("name is missing") }
    }
    #expect(try await reported(10))
    #expect(try await !reported(300))
  }

  @Test func newDriftFails() async throws {
    let recorder = DriftRecorder(reportsAllUnreadKeys: true)
    try recorder.requireNothingNew()
    let client = client(#"{"name": "Ada", "age": 1}"#).recorded(by: recorder)
    for _ in 0..<3 { _ = await client.result(of: GetPerson()) }
    let error = #expect(throws: DriftRecorder.NewDrift.self) { try recorder.requireNothingNew() }
    #expect(
      error?.description
        == "drift that is neither declared nor in the baseline:\nDriftBaselineTests.GetPerson, 200: unread key: age"
    )
  }

  @Test func aDetectorKnowsItsBaselineToo() async throws {
    let baseline = try await run(#"{"name": "Ada", "age": 1}"#).next
    for (body, isNew) in [(#"{"name": "Ada", "age": 2}"#, false), (#"{"age": 2}"#, true)] {
      var client = client(body)
      client.drift = DriftDetector(sampling: 1, baseline: baseline)
      let reported = Mutex(0)
      client.observers.append(.handler { if $0.drift != nil { reported.withLock { $0 += 1 } } })
      _ = await client.result(of: GetPerson())
      #expect((reported.withLock { $0 } > 0) == isNew)
    }
  }

  @Test func theFileIsReadByPeople() async throws {
    let json = String(
      decoding: try await run(
        #"{"name": null, "tags": [{}, {"id": 1}], "age": 1}"#, reportsAllUnreadKeys: true
      ).next
        .json,
      as: UTF8.self)
    #expect(
      json.contains(#""DriftBaselineTests.GetPerson 200" : {"#)
        && json.contains(#""tags[].id" : "number, optional""#), "\(json)"
    )
    #expect(json.contains(#""place" : "age""#) && json.contains(#""version" : 1"#))
    #expect(!json.contains("Ada"))
  }

  @Test(arguments: [
    "", "{}", #"{"version": 2, "known": [], "responses": {}}"#,
    #"{"version": 1, "known": [], "responses": {"GetPerson": {}}}"#,
    #"{"version": 1, "known": [], "responses": {"GetPerson 200": {"a": "text"}}}"#,
    #"{"version": 1, "known": [], "responses": {"GetPerson 200": {"a": "string, sometimes"}}}"#,
    #"{"version": 1, "known": [{"kind": "x"}], "responses": {}}"#,
    #"{"version": 1, "known": [{"kind": "x", "endpoint": "GetPerson", "status": 1000}], "responses": {}}"#,
  ])
  func whatIsNoBaselineIsAnErrorWithItsPlace(text: String) {
    #expect(throws: JSONError.self) { try DriftBaseline(Data(text.utf8)) }
  }

  @Test func withoutAFileNothingIsKnown() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "drift.json")
      #expect(try DriftBaseline(contentsOf: file) == DriftBaseline())
      try await run(first).next.json.write(to: file)
      #expect(try DriftBaseline(contentsOf: file) != DriftBaseline())
    }
  }

  /// After any bodies were added, none of them is new drift.
  @Test func whatWasSeenIsKnown() async throws {
    try await forAll(runs: 100) { random in
      let reportsAllUnreadKeys = random.one(of: [false, true])
      func value(_ depth: Int) -> JSONValue {
        switch random.int(0...5) {
        case 0: return nil
        case 1: return .init(random.int(0...9))
        case 2: return "x"
        default:
          var object = JSONObject()
          for name in ["city", "zip", random.text()] where random.bool() {
            object[name] = depth > 2 ? 1 : value(depth + 1)
          }
          return .object(object)
        }
      }
      var bodies: [String] = []
      for _ in 0..<random.int(1...5) {
        var object = JSONObject()
        for name in ["name", "nickname", random.text()] where random.bool() { object[name] = value(0) }
        if random.bool() { object["address"] = ["city": value(1), "more": value(1)] }
        if random.bool() {
          object["tags"] = .array((0..<random.int(0...3)).map { _ in random.bool() ? [:] : ["id": value(1)] })
        }
        bodies.append(String(decoding: try JSONCoder().encode(JSONValue.object(object)), as: UTF8.self))
      }
      var baseline = DriftBaseline()
      for body in bodies {
        baseline = try await run(body, after: baseline, reportsAllUnreadKeys: reportsAllUnreadKeys).next
      }
      for body in bodies {
        #expect(
          try await run(body, after: baseline, reportsAllUnreadKeys: reportsAllUnreadKeys).new == [],
          "\(bodies)")
      }
    }
  }
}
