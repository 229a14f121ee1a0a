import Foundation
import Repartee
import ReparteeCaching
import ReparteeSwiftTesting
import ReparteeTesting
import Testing

@testable import ShelfKit

/// Tests with a registry that asks for tokens, without a server.
@Suite final class ShelfTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID())")
  let session: Session<Login>
  var shelf: Shelf
  let notes: Item

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    session = Login.session(keptIn: FileCredentialStore(path: folder.appending(path: "login.json").path))
    shelf = Shelf(
      registry: "https://registry.example", session: session,
      transport: InMemoryTransport { _ in .status(500) },
      cache: ResponseCache(), digest: { try "sha256:" + String(contentsOf: $0, encoding: .utf8) })
    notes = try #require(Item("ada/notes:draft"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let challenge =
    #"Bearer realm="https://login.example/token",service="shelf",scope="repository:ada/notes:pull""#

  /// Replaces the registry by stubs.
  func stub(@StubBuilder _ stubs: () -> [Stub]) -> Stubs {
    let stubs = Stubs.recordingIssues(stubs)
    shelf.client = shelf.client.stubbed(by: stubs)
    return stubs
  }

  /// Replaces the registry by stubs, with a signed-in user.
  func stubSignedIn(token: String = "t", @StubBuilder _ stubs: () -> [Stub]) async throws -> Stubs {
    var login = Login(registry: "https://registry.example", username: "ada", password: "secret")
    login.realm = "https://login.example/token"
    login.token = token
    try await session.signIn(login, as: "ada")
    return stub(stubs)
  }

  static func manifest(_ digest: String, tag: String) -> StubResponse<Manifest?, RegistryError> {
    .json(encoding: Manifest(layers: [Manifest.Blob(digest: digest, size: 5)]))
      .header("Content-Type", Manifest.mediaType.description).header("ETag", "\"\(tag)\"")
  }

  @Test func signingInLastsLongerThanTheProcess() async throws {
    let stubs = stub {
      Stub(AskForChallenge.self, .status(401).header("WWW-Authenticate", Self.challenge))
      Stub(GetToken.self, .json(#"{"token": "t1"}"#))
    }
    try await shelf.signIn(to: "https://registry.example", username: "ada", password: "secret")

    let authorization = stubs.calls(of: GetToken.self).first?.requests.first?.head.headerFields[
      .authorization]
    #expect(authorization == "Basic YWRhOnNlY3JldA==")
    let store = FileCredentialStore<Login>(path: folder.appending(path: "login.json").path)
    #expect(try store.load()?.credential.token == "t1")
  }

  @Test func aWrongPasswordSignsNobodyIn() async throws {
    _ = stub {
      Stub(AskForChallenge.self, .status(401).header("WWW-Authenticate", Self.challenge))
      Stub(GetToken.self, .status(401))
    }
    await #expect(throws: CallError<ShelfError>.self) {
      try await self.shelf.signIn(to: "https://registry.example", username: "ada", password: "wrong")
    }
    #expect(session.state != .signedIn(as: "ada"))
  }

  @Test func eachRepositoryGetsItsToken() async throws {
    let stubs = try await stubSignedIn(token: "old") {
      Stub(
        GetManifest.self, .status(401).header("WWW-Authenticate", Self.challenge),
        Self.manifest("sha256:a", tag: "1"))
      Stub(GetToken.self, .json(#"{"token": "new"}"#))
    }
    #expect(try await shelf.blob(of: notes).digest == "sha256:a")
    #expect(stubs.calls(of: GetToken.self).first?.endpoint.challenge["scope"] == "repository:ada/notes:pull")
    let sent = stubs.calls(of: GetManifest.self).flatMap(\.requests).map {
      $0.head.headerFields[.authorization]
    }
    #expect(sent == ["Bearer old", "Bearer new"])
  }

  @Test func thePasswordGoesNowhereElse() async throws {
    let stubs = try await stubSignedIn(token: "old") {
      Stub(
        GetManifest.self,
        .status(401).header("WWW-Authenticate", #"Bearer realm="https://elsewhere.example/token""#))
    }
    await #expect(throws: CallError<RegistryError>.self) { _ = try await self.shelf.blob(of: self.notes) }
    #expect(stubs.calls(of: GetToken.self).isEmpty)
  }

  @Test func whatTheRegistryHasIsNotSentAgain() async throws {
    let stubs = try await stubSignedIn {
      Stub(HasBlob.self, .status(404))
      Stub(HasBlob.self, where: { $0.digest == "sha256:hello" }, .status(404), .status(200))
      Stub(BeginUpload.self, .status(202).header("Location", "/v2/ada/notes/blobs/uploads/7?_state=s"))
      Stub(PutBlob.self, .status(201))
      Stub(PutManifest.self, .status(201))
    }
    let file = folder.appending(path: "hello.txt")
    try Data("hello".utf8).write(to: file)
    try await shelf.put(file, as: notes)
    try await shelf.put(file, as: notes)

    let uploads = stubs.calls(of: PutBlob.self)
    #expect(
      uploads.map(\.endpoint.digest) == [
        Manifest.Blob.empty.digest, "sha256:hello", Manifest.Blob.empty.digest,
      ])
    #expect(
      uploads[1].requests.first?.head.path == "/v2/ada/notes/blobs/uploads/7?_state=s&digest=sha256%3Ahello")
    #expect(stubs.calls(of: PutManifest.self).last?.endpoint.manifest.layers.first?.title == "hello.txt")
  }

  @Test func aFileThatIsNotWhatItShouldBeIsAnErrorAndChangesNothing() async throws {
    _ = try await stubSignedIn {
      Stub(GetManifest.self, Self.manifest("sha256:hello", tag: "1"))
      Stub(GetBlob.self, .status(200, body: Data("jello".utf8)))
    }
    let file = folder.appending(path: "hello.txt")
    try Data("what was there".utf8).write(to: file)
    await #expect(throws: ShelfError.self) { try await self.shelf.get(self.notes, to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == "what was there")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasSuffix(".part") })
  }

  @Test func aListGoesOnWhereItWasLeft() async throws {
    let stubs = try await stubSignedIn {
      Stub(
        ListRepositories.self,
        .json(#"{"repositories": ["a", "b"]}"#).header("Link", "</v2/_catalog?n=2&last=b>; rel=next"),
        .json(#"{"repositories": ["c"]}"#))
    }
    var names: [String] = []
    var left: Cursor?
    for try await page in shelf.repositories(pageSize: 2) {
      names += page.value.repositories
      left = page.next
      break
    }
    for try await page in shelf.repositories(from: left, pageSize: 2) { names += page.value.repositories }
    #expect(names == ["a", "b", "c"])
    #expect(stubs.problems.isEmpty)
  }

  @Test(arguments: [
    ("ada/nötes: 1", "ada/nötes: 1"), ("a\u{1b}[2J\r\nb", #"a\u{1b}[2J\u{d}\u{a}b"#),
    ("a\u{202e}b", #"a\u{202e}b"#), ("a\u{9b}1A\u{2028}\u{7f}", #"a\u{9b}1A\u{2028}\u{7f}"#),
  ])
  func whatTheRegistrySaysDoesNotControlTheTerminal(text: String, line: String) {
    #expect(printable(text) == line)
  }

  @Test func aWatchTellsEachChangeOnce() async throws {
    shelf.client.clock = SkippingClock(end: .seconds(60))
    _ = try await stubSignedIn {
      Stub(
        GetManifest.self, Self.manifest("sha256:a", tag: "1"), .status(304), .noResponse(.offline),
        .noResponse(.offline), .noResponse(.offline), .status(404),
        Self.manifest("sha256:b", tag: "2"))
    }
    struct Enough: Error {}
    var seen: [String?] = []
    await #expect(throws: Enough.self) {
      try await self.shelf.watch(self.notes, every: .seconds(5)) { blob in
        seen.append(blob?.digest)
        if seen.count == 3 { throw Enough() }
      }
    }
    #expect(seen == ["sha256:a", nil, "sha256:b"])
  }
}
