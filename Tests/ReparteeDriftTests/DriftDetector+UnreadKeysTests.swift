import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import ReparteeDrift

/// Which of the unread keys are reported.
struct DriftDetectorUnreadKeysTests {
  private struct Person: Codable, Sendable {
    var name: String?
    var email: String?
  }

  private struct Name: Codable, Sendable { var name: String? }

  private struct GetPerson: Endpoint {
    var request: Request { .get("/person") }
    static let responses: ResponseMap<Person, Never> = [.code(200, .decode)]
  }

  private struct ListPeople: Endpoint {
    var request: Request { .get("/people") }
    static let responses: ResponseMap<[Name], Never> = [.code(200, .decode)]
  }

  /// What is reported of these bodies, in the order of the calls.
  private func drift(
    _ bodies: KeyValuePairs<String, String>, by detector: DriftDetector = DriftDetector(sampling: 1)
  ) async -> [String] {
    let reported = Mutex<[String]>([])
    for (path, body) in bodies {
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
      client.drift = detector
      client.observers = [
        .handler { event in if let drift = event.drift { reported.withLock { $0.append("\(drift)") } } }
      ]
      if path == "person" { _ = await client.result(of: GetPerson()) }
      if path == "people" { _ = await client.result(of: ListPeople()) }
    }
    return reported.withLock { $0 }
  }

  private let person = #"{"name": "Ada", "email": "a@b.example"}"#
  private let people = #"[{"name": "Ada", "email": "a@b.example", "url": "/people/7"}]"#
  private let newDrift = ["DriftDetectorUnreadKeysTests.ListPeople, 200: unread key: [].email"]

  @Test func aKeyThatAnotherEndpointReadsIsReportedOnceInEitherOrder() async {
    #expect(await drift(["person": person, "people": people, "people": people]) == newDrift)
    #expect(
      await drift(["people": people, "people": people, "person": person, "person": person]) == newDrift)
    #expect(await drift(["people": people]) == [])
  }

  @Test func theRestIsReportedOnRequest() async {
    #expect(
      await drift(["people": people], by: DriftDetector(sampling: 1, reportsAllUnreadKeys: true))
        == ["[].email", "[].url"].map { "DriftDetectorUnreadKeysTests.ListPeople, 200: unread key: \($0)" })
  }

  /// Null holds no data, and a value of another type is other data.
  @Test(arguments: [
    (#"[{"email": null}]"#, false), (#"[{"email": {"work": "a"}}]"#, false), (#"[{"email": 7}]"#, false),
    (#"[{"email": null}, {"email": "a"}]"#, true), (#"[{"contact": {"email": "a"}}]"#, false),
    (#"[{"Email": "a"}]"#, false), (#"[{"\u0065mail": "a"}]"#, true),
  ])
  func itHoldsTheSameKindOfData(people: String, isReported: Bool) async {
    for bodies in [
      ["person": person, "people": people], ["people": people, "person": person],
    ] as [KeyValuePairs] {
      #expect(await drift(bodies) == (isReported ? newDrift : []))
    }
  }

  @Test func aKeyThatOnlyItsOwnEndpointReadsElsewhereIsNotReported() async {
    let body = #"{"name": "Ada", "email": "a", "employer": {"name": "x"}}"#
    #expect(await drift(["person": body]) == [])
    #expect(await drift(["person": #"{"name": null}"#, "people": #"[{"name": "Ada"}]"#]) == [])
  }

  @Test func everythingElseIsReported() async {
    let reported = await drift([
      "person": #"{"name": 7}"#, "people": #"[{"name": "Ada", "url": "x"}, {"name": {}}]"#,
    ])
    #expect(
      reported == [
        "DriftDetectorUnreadKeysTests.GetPerson, 200: name is of another type",
        "DriftDetectorUnreadKeysTests.ListPeople, 200: [].name is of another type",
      ])
  }

  @Test func aNewKeyIsReported() async throws {
    let recorder = DriftRecorder()
    for body in [person, #"{"name": "Ada", "zip": 1}"#] {
      let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) }).recorded(
        by: recorder)
      _ = try await client.send(GetPerson())
    }
    try recorder.requireNothingNew()
    let baseline = try DriftBaseline(recorder.baseline.json)
    #expect(baseline.known.isEmpty)
    let detector = DriftDetector(sampling: 1, baseline: baseline)
    #expect(
      await drift(
        ["person": #"{"name": "Ada", "email": "a", "zip": 1, "phone": null}"#, "people": people], by: detector
      )
        == ["DriftDetectorUnreadKeysTests.GetPerson, 200: unread key: phone"] + newDrift)
  }

  @Test func aRecorderComparesAllItsClients() async throws {
    for isReversed in [false, true] {
      let recorder = DriftRecorder()
      let calls: [@Sendable () async throws -> Void] = [
        { [person] in
          let server = Client(baseURL: api, transport: InMemoryTransport { _ in .json(person) })
          _ = try await server.recorded(by: recorder).send(GetPerson())
        },
        { [people] in
          let server = Client(baseURL: api, transport: InMemoryTransport { _ in .json(people) })
          _ = try await server.recorded(by: recorder).send(ListPeople())
        },
      ]
      for call in isReversed ? calls.reversed() : calls { try await call() }
      #expect(recorder.new.map(\.description) == newDrift)
      #expect(throws: DriftRecorder.NewDrift.self) { try recorder.requireNothingNew() }
      // Then it is known.
      let next = DriftRecorder(recorder.baseline)
      let server = Client(baseURL: api, transport: InMemoryTransport { [people] _ in .json(people) })
      _ = try await server.recorded(by: next).send(ListPeople())
      try next.requireNothingNew()
    }
  }

  // MARK: Bounds

  @Test func belowTheKeyOfASecretNothingIsComparedOrReported() async {
    struct Secret: Codable, Sendable {
      struct Inner: Codable, Sendable { var id: Int }
      var token: Inner
    }
    let call = Resource<Secret, Never>(.get("/secret"), [.code(200, .decode)])
    let reported = Mutex<[String]>([])
    let detector = DriftDetector(sampling: 1)
    func client(_ body: String) -> Client {
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(body) })
      client.drift = detector
      client.observers = [
        .handler { event in if let drift = event.drift { reported.withLock { $0.append("\(drift)") } } }
      ]
      return client
    }
    _ = await client(person).result(of: GetPerson())
    _ = await client(#"{"token": {"id": 1, "email": "x"}}"#).result(of: call)
    #expect(reported.withLock { $0 } == [])
  }

  @Test func whatIsKeptIsBounded() {
    var readers = KeyReaders()
    for index in 0..<30_000 {
      let drift = Drift(.unreadKey, endpoint: "A", status: 200, place: "k\(index)")
      let isRead = readers.isReadElsewhere("k\(index)", .string, drift)
      #expect(!isRead)
    }
    var found: [Int] = []
    for _ in 0..<2 {
      var count = 0
      for index in 0..<30_000 { count += readers.note("k\(index)", .string, readBy: "B").count }
      found.append(count)
    }
    #expect(found == [10_000, 0])
  }

  /// In any order of calls, the same unread keys are found as by a simple model, each once.
  @Test func anyOrderFindsTheSame() async {
    await forAll(runs: 300) { random in
      let names = ["a", "b", "c"]
      let types: [JSONShape.Types] = [.null, .string, .number, [.string, .null], [.string, .number]]
      typealias Fact = (endpoint: String, name: String, types: JSONShape.Types, isRead: Bool)
      let facts: [Fact] = (0..<random.int(0...12)).map { _ in
        (random.one(of: ["A", "B", "C"]), random.one(of: names), random.one(of: types), random.bool())
      }
      var readers = KeyReaders()
      var found: [Drift] = []
      for fact in facts {
        let drift = Drift(.unreadKey, endpoint: fact.endpoint, status: 200, place: fact.name)
        if fact.isRead {
          found += readers.note(fact.name, fact.types, readBy: fact.endpoint)
        } else if readers.isReadElsewhere(fact.name, fact.types, drift) {
          found.append(drift)
        }
      }
      let expected = facts.filter { unread in
        !unread.isRead
          && facts.contains { read in
            read.isRead && read.endpoint != unread.endpoint && read.name == unread.name
              && !read.types.intersection(unread.types).subtracting(.null).isEmpty
          }
      }
      #expect(
        Set(found.map { "\($0.endpoint) \($0.place)" }) == Set(expected.map { "\($0.endpoint) \($0.name)" }),
        "\(facts)")
    }
  }
}
