import Foundation
import Repartee
import ReparteeCaching
import ReparteeTesting

/// What the tests of an app do.
@MainActor
final class ViewModelTests {
  var problems: [String] = []
  var name = "Ada"

  let client = Client.preview {
    Stub(GetUser.self, .success(User(id: 7, name: "Ada", role: .admin)))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func stubs() async throws {
    let name = name
    let stubs = Stubs {
      Stub(GetUser.self, .json(#"{"id": 7, "full_name": "Ada", "role": "admin"}"#))
      Stub(GetUser.self, where: { $0.id == 404 && $0.tab == .posts }, .status(404), .failure(.notFound))
      Stub(GetUser.self, where: { $0.id > 7 }) { call in
        .success(User(id: call.id, name: "\(name) \(call.id)", role: .guest))
      }
      Stub(PutUser.self, .status(204).header("ETag", "\"1\"").after(.seconds(3)))
      Stub(Find.self, .noResponse(.offline), .json(encoding: User(id: 1, name: self.name, role: .admin)))
      if problems.isEmpty { Stub(GetSettings.self, .success(Settings(theme: "dark"))) }
    }
    let model = ViewModel(client: client.stubbed(by: stubs))
    await model.send()
    problems += stubs.problems
    problems += stubs.calls(of: GetUser.self).map { "\($0.endpoint.id)" }
  }

  func time() async throws {
    var client = client
    let clock = ManualClock()
    client.clock = clock
    let task = Task { [client] in await client.result(of: GetUser(id: 7)) }
    await clock.waitForSleeps()
    clock.advance(by: .seconds(10))
    _ = try await task.value.get()
  }

  func recordings() async throws {
    let recording = Recording()
    _ = try await client.recorded(by: recording).send(GetUser(id: 7)) { $0.headers["X-Name"] = self.name }
    let replay = Replay(recording.har, matching: .lenient) { print($0) }
    _ = try await client.replaying(replay).send(GetUser(id: 7))
    problems += replay.problems
  }

  func coverage() async throws {
    let coverage = ContractCoverage(GetUser.self, ListNotes.self, GetContent<User>.self)
    _ = try await client.covered(by: coverage).send(GetUser(id: 7))
    try coverage.report.require(0.25)
  }

  func transport() async throws {
    let transport = InMemoryTransport { [name] request in
      request.head.path == "/users/7" ? .json("{\"full_name\": \"\(name)\"}") : .status(404)
    }
    let exceptions = ["a gzip body is decoded": "it is not"]
    for claim in try ConformanceClaim<any Transport>.all(except: exceptions) {
      try await claim.run(Stubbed(stubs: [:], next: transport))
    }
    let report = try await ConformanceReport(on: Stubbed(stubs: [:], next: transport))
    problems += report.violations.map(\.description)
  }

  func store() async throws {
    for claim in ConformanceClaim<any CacheStore>.all { try await claim.run { _ in NoStore() } }
    let report = try await ConformanceReport<any CacheStore> { _ in NoStore() }
    problems += report.violations.map(\.description)
  }

  func response() async throws {
    let response = Response.json(#"{"id": 7}"#, status: 201)
    name = try response.decode(User.self).name
    _ = try await GetUser.responses.interpret(response)
    if !GetUser.responses.issues.isEmpty { problems.append("a map has faults") }
  }
}
