import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// Requests that are equal only with their secrets masked.
extension RecordingTests {
  private static let first = "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0"
  private static let second = "0f9e8d7c6b5a49382716f5e4d3c2b1a09f8e7d6c"

  private func id(_ hash: String, _ client: Client) async throws -> Int {
    try await client.send(Resource(User.self, .get("/commits/\(hash)"))).id
  }

  /// What is recorded of requests for these commits; the first has the id 1, the second 2.
  private func recording(of hashes: [String]) async throws -> HAR {
    let recording = Recording()
    let client = client { request in
      let isFirst = request.head.path?.contains(Self.first) == true
      return .json(#"{"id": \#(isFirst ? 1 : 2), "name": "Ada"}"#)
    }
    for hash in hashes { _ = try await id(hash, client.recorded(by: recording)) }
    let har = try throughAFile(recording.har)
    #expect(har.entries.allSatisfy { $0.request.url.contains("/commits/***") })
    return har
  }

  @Test func noRequestIsGivenTheResponseOfAnother() async throws {
    let replay = replay(try await recording(of: [Self.first, Self.second, Self.first]))
    let client = down.replaying(replay)
    #expect(try await id(Self.first, client) == 1)
    #expect(try await id(Self.first, client) == 1)
    #expect(try await id(Self.second, client) == 2)
    #expect(replay.problems.isEmpty && replay.unusedEntries.isEmpty)
    await #expect(throws: CallError<Never>.self) { try await id(Self.first, client) }
    #expect(replay.problems.first?.contains("more requests were sent than recorded") == true)
  }

  @Test func aRepeatedEntryIsThatOfOneValue() async throws {
    let har = try await recording(of: [Self.first])
    // An archive that says nothing of its secrets, too.
    for har in [har, HAR(entries: [entry("GET", "/commits/***?api_key=***")])] {
      let replay = replay(har, .lenient)
      let client = down.replaying(replay)
      for _ in 0..<3 { _ = try await id(Self.first, client) }
      await #expect(throws: CallError<Never>.self) { try await id(Self.second, client) }
      #expect(replay.problems.first?.contains("other secrets") == true)
      _ = try await id(Self.first, client)
      var shared = Replay.Matching.lenient
      shared.distinguishesSecrets = false
      let other = down.replaying(self.replay(har, shared))
      #expect(try await id(Self.first, other) == id(Self.second, other))
    }
  }

  @Test func archivesWithoutNumbersAreReplayedInOrder() async throws {
    let har = HAR(
      entries: (1...2).map { number in
        var one = entry("GET", "/commits/***?api_key=***")
        one.response?.body = Data(#"{"id": \#(number), "name": "Ada"}"#.utf8)
        return one
      })
    let replay = replay(har)
    let client = down.replaying(replay)
    #expect(try await id(Self.second, client) == 1)
    #expect(try await id(Self.second, client) == 2)
    #expect(replay.problems.isEmpty)
  }

  @Test func theSecretsOfAReplayMayBeInvented() async throws {
    let recording = Recording()
    let recorded = client { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
    for _ in 0..<2 { _ = try await recorded.recorded(by: recording).send(GetUser(id: 7)) }
    let client = Client(
      baseURL: "https://api.example.com/v1?api_key=invented", transport: down.transport)
    let replay = replay(try throughAFile(recording.har))
    for _ in 0..<2 { _ = try await client.replaying(replay).send(GetUser(id: 7)) }
    #expect(replay.problems.isEmpty)
  }

  @Test func aSecretThatWasReplayedMayBeAny() async throws {
    let recording = Recording()
    let recorded = client { request in
      .json(#"{"id": \#(request.head.path?.contains("planted-41") == true ? 1 : 2), "name": "Ada"}"#)
    }
    func page(_ token: String) -> Request { .get("/users", query: ["page_token": token]) }
    for token in ["planted-41", "planted-42"] {
      _ = try await recorded.recorded(by: recording).send(Resource(User.self, page(token)))
    }
    let client = down.replaying(replay(try throughAFile(recording.har)))
    for id in 1...2 { #expect(try await client.send(Resource(User.self, page("***"))).id == id) }
  }

  @Test func codedBodiesAreDifferentRequests() async throws {
    func upload(_ text: String) -> Request {
      var request = Request.post("/x", body: .bytes(Data(text.utf8), contentType: "text/plain"))
      request.headers[.contentEncoding] = "gzip"
      return request
    }
    let recording = Recording()
    let recorded = client { request in .json(#"{"id": \#(request.bytes.count), "name": "Ada"}"#) }
    for text in ["a", "bb"] {
      _ = try await recorded.recorded(by: recording).send(Resource(User.self, upload(text)))
    }
    var matching = Replay.Matching.strict
    matching.usesEntriesOnce = false
    let client = down.replaying(replay(try throughAFile(recording.har), matching))
    for text in ["a", "a", "bb", "a"] {
      #expect(try await client.send(Resource(User.self, upload(text))).id == text.count)
    }
  }

  @Test func theSecretsOfAnotherProgramAreFoundInAnyOrder() async throws {
    let har = HAR(
      entries: [(1, Self.first), (2, Self.second)].map { number, hash in
        var one = entry("GET", "/commits/\(hash)?api_key=planted-1")
        one.response?.body = Data(#"{"id": \#(number), "name": "Ada"}"#.utf8)
        return one
      })
    let client = down.replaying(replay(har))
    #expect(try await id(Self.second, client) == 2)
    #expect(try await id(Self.first, client) == 1)
  }
}
