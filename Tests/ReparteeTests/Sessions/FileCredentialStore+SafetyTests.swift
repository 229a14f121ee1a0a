import Foundation
import HTTPTypes
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// Files that are no credential, that others may read, or that a killed process has left.
@Suite(.timeLimit(.minutes(2))) struct FileCredentialStoreSafetyTests {
  private typealias Store = FileCredentialStore<BearerToken>

  private static let call = Resource<Void, Never>(.get("/a"), [.success(.noContent)])

  private func stored(_ token: String, _ version: String = "1") -> StoredCredential<BearerToken> {
    StoredCredential(BearerToken(token, refreshToken: "r-\(token)"), identity: "ada", version: version)
  }

  private func error(_ body: () async throws -> Void) async -> AuthenticationError? {
    do { try await body() } catch { return error as? AuthenticationError }
    return nil
  }

  private func set(_ permissions: Int, _ file: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  private func write(_ text: String, _ file: URL) throws {
    try Data(text.utf8).write(to: file)
    try set(0o600, file)
  }

  /// A client of an API that takes one token.
  private func client(_ session: Session<BearerToken>, takes token: String) -> Client {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        .status(request.head.headerFields[.authorization] == "Bearer \(token)" ? 204 : 401)
      })
    client.authentication = .session(session)
    return client
  }

  private func reason(_ state: SessionState) -> AuthenticationError? {
    if case .signedOut(let error) = state { error } else { nil }
  }

  // MARK: No credential

  static let torn = [
    "", " ", #"{"credential":{"accessToken":"planted","refr"#, "\u{0}\u{0}\u{0}", "null", #"{"version":"1"}"#,
    String(repeating: "planted", count: 200_000),
  ]

  /// The files in a folder but for the lock, which is never removed.
  private func files(in folder: URL) -> [String] { names(in: folder).filter { !$0.hasSuffix(".lock") } }

  @Test(arguments: torn)
  func aTornFileIsSignedOutAndSaysWhy(content: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try write(content, file)
      let session = Session<BearerToken>(store: Store(path: file.path))
      let client = client(session, takes: "new")
      #expect(session.state == .unknown)
      guard case .authentication(let failed)? = await client.result(of: Self.call).error?.reason else {
        Issue.record("the call did not fail for its credential")
        return
      }
      let why = try #require(reason(session.state))
      #expect(failed.kind == .storeUnreadable && failed.message == why.message)
      #expect(why.kind == .storeUnreadable && why.message.contains("sign in again"))
      #expect(why.message.contains("token.json") && !why.message.contains("planted"))
      #expect(try Data(contentsOf: file) == Data(content.utf8), "it stays until the next sign-in or sign-out")

      try await session.signIn(BearerToken("new"), as: "ada")
      #expect(await client.result(of: Self.call).error == nil)
      #expect(try Store(path: file.path).load()?.credential == BearerToken("new"))
      try await session.signOut()
      #expect(files(in: folder).isEmpty)
    }
  }

  @Test func whoeverMayBeSignedOutIsSentWithoutATornCredential() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try write("{", file)
      let session = Session<BearerToken>(store: Store(path: file.path))
      let arrivals = Arrivals()
      var client = Client(baseURL: api, transport: arrivals.transport())
      client.authentication = .session(ifSignedIn: session)
      #expect(await client.result(of: Self.call).error == nil)
      #expect(arrivals.all.map { $0.head.headerFields[.authorization] } == [nil])
    }
  }

  @Test func aSessionThatObtainsItsCredentialReplacesATornOne() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try write("", file)
      let session = Session<BearerToken>.obtaining(store: Store(path: file.path)) { old, _ in
        #expect(old == nil)
        return BearerToken("new")
      }
      #expect(await client(session, takes: "new").result(of: Self.call).error == nil)
      #expect(session.storeError == nil)
      #expect(try Store(path: file.path).load()?.credential == BearerToken("new"))
    }
  }

  @Test func aFileThatIsTornLaterIsReplacedByTheNextRefresh() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      let session = Session<BearerToken>(store: Store(path: file.path)) { old, _ in
        #expect(old == BearerToken("old"))
        return BearerToken("new")
      }
      try await session.signIn(BearerToken("old"), as: "ada")
      try write("{", file)
      #expect(await client(session, takes: "new").result(of: Self.call).error == nil)
      #expect(session.state == .signedIn(as: "ada") && session.storeError == nil)
      #expect(try Store(path: file.path).load()?.credential == BearerToken("new"))
    }
  }

  // MARK: A newer version

  @Test func whatANewerVersionHasWrittenIsNotReplaced() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      let newer = #"{"credential":{"accessToken":"planted"},"format":2,"version":"1"}"#
      try write(newer, file)
      let store = Store(path: file.path)
      let loading = try #require(await error { _ = try store.load() })
      #expect(loading.kind == .storeNewerVersion && loading.message.contains("update this program"))
      let saving = try #require(await error { try store.save(stored("t")) })
      #expect(saving.kind == loading.kind && saving.message == loading.message)
      #expect(!saving.message.contains("planted"))

      let session = Session<BearerToken>(store: store)
      let signIn = await error { try await session.signIn(BearerToken("t"), as: "ada") }
      #expect(signIn?.kind == .storeNewerVersion, "the error says that the sign-in is not stored")
      #expect(try Data(contentsOf: file) == Data(newer.utf8) && files(in: folder) == ["token.json"])
      try await session.signOut()
      #expect(files(in: folder).isEmpty, "who signs out wants no credential to stay")
    }
  }

  // MARK: Whose file it is

  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o666, 0o777])
  func aFileThatOthersMayReadOrChangeIsRefused(permissions: Int) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      let store = Store(path: file.path)
      try store.save(stored("planted"))
      try set(permissions, file)
      let refused = try #require(await error { _ = try store.load() })
      #expect(refused.kind == .storeNotPrivate && refused.message.contains("chmod 600"))
      #expect(refused.message.contains(String(permissions, radix: 8)) && !refused.message.contains("planted"))

      let session = Session<BearerToken>(store: store)
      let failed = await client(session, takes: "planted").result(of: Self.call).error
      #expect(failed != nil && session.state == .unknown, "it may be made private")
      try set(0o600, file)
      #expect(try store.load() == stored("planted"))
      let other = Session<BearerToken>(store: store)
      #expect(await client(other, takes: "planted").result(of: Self.call).error == nil)
    }
  }

  @Test func aSignInReplacesAFileThatOthersMayRead() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      let store = Store(path: file.path)
      try store.save(stored("old"))
      try set(0o644, file)
      try store.save(stored("new"))
      #expect(try store.load() == stored("new"))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func aFileOfAnotherUserIsRefused() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      let store = Store(path: file.path)
      try store.save(stored("planted"))
      try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: file.path)
      let before = try Data(contentsOf: file)
      for refused in [
        await error { _ = try store.load() }, await error { try store.save(stored("t")) },
        await error { try store.save(nil) },
      ] {
        #expect(refused?.kind == .storeNotPrivate && refused?.message.contains("chown") == true)
        #expect(refused?.message.contains("planted") == false)
      }
      #expect(try Data(contentsOf: file) == before && names(in: folder) == ["token.json"])
    }
  }

  @Test func aPathWithControlCharactersIsShownWithoutThem() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "to\u{1B}[2J\nken.json")
      try write("{", file)
      let refused = try #require(await error { _ = try Store(path: file.path).load() })
      #expect(!refused.description.contains("\u{1B}") && !refused.description.contains("\n"))
    }
  }

  @Test func aFolderAtThePathIsAnError() async throws {
    try await withFolder { folder in
      let failed = await error { _ = try Store(path: folder.path).load() }
      #expect(
        failed?.kind == .storeFailed && failed?.message.contains("can't be read: Is a directory") == true)
    }
  }

  @Test func linksThatLeadInACircleAreAnError() async throws {
    try await withFolder { folder in
      let (one, other) = (folder.appending(path: "one"), folder.appending(path: "other"))
      try FileManager.default.createSymbolicLink(atPath: one.path, withDestinationPath: "other")
      try FileManager.default.createSymbolicLink(atPath: other.path, withDestinationPath: "one")
      let store = Store(path: one.path)
      #expect(await error { _ = try store.load() }?.kind == .storeFailed)
      #expect(await error { try store.save(stored("t")) }?.kind == .storeFailed)
      #expect(await error { try store.save(nil) }?.kind == .storeFailed)
      #expect(names(in: folder) == ["one", "other"])
    }
  }

  // MARK: What a killed process leaves

  private static let leftover = "token.json.0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"
  /// What is no file that this store has made.
  private static let others = [
    "token.json.lock", "token.json.bak", "token.json.0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0",
    "token.json.0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0.partial",
    "token.jsonX0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0",
    "token.json.0F1E2D3C4B5A69788796A5B4C3D2E1F0", "other.json.0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0",
    "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0", "token.json.",
    "token.json.{0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0}",
  ]

  @Test(arguments: [true, false]) func theNextWriteAndTheSignOutRemoveLeftovers(isSignOut: Bool) async throws
  {
    try await withFolder { folder in
      for name in Self.others + [Self.leftover] { try write("planted", folder.appending(path: name)) }
      let link = "token.json.FFFFFFFF-4B5A-6978-8796-A5B4C3D2E1F0"
      let inner = "token.json.EEEEEEEE-4B5A-6978-8796-A5B4C3D2E1F0"
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: link).path, withDestinationPath: "token.json.bak")
      try FileManager.default.createDirectory(
        at: folder.appending(path: inner), withIntermediateDirectories: false)
      try Store(path: folder.appending(path: "token.json").path).save(isSignOut ? nil : stored("t"))
      let kept = Self.others + [link, inner] + (isSignOut ? [] : ["token.json"])
      #expect(names(in: folder) == kept.sorted())
    }
  }

  @Test func leftoversAreThoseOfTheFileThatALinkLeadsTo() async throws {
    try await withFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "link").path, withDestinationPath: "token.json")
      for name in [Self.leftover, "link.0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"] {
        try write("planted", folder.appending(path: name))
      }
      try Store(path: folder.appending(path: "link").path).save(nil)
      #expect(names(in: folder) == ["link", "link.0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"])
    }
  }

  @Test func aFileThatIsBeingWrittenIsNoLeftover() async throws {
    try await withFolder { folder in
      let store = Store(path: folder.appending(path: "token.json").path)
      let writing = try OpenFile(creating: folder.appending(path: Self.leftover).path, permissions: 0o600)
      #expect(try writing.lock())
      try withExtendedLifetime(writing) {
        try store.save(stored("t"))
        #expect(names(in: folder) == ["token.json", Self.leftover].sorted())
        try store.save(nil)
        #expect(names(in: folder) == [Self.leftover])
      }
    }
  }

  @Test func writersDoNotRemoveWhatOthersWrite() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for round in 0..<25 { try Store(path: path).save(stored("\(writer)", "\(round)")) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try Store(path: path).load()?.version == "24" && names(in: folder) == ["token.json"])
    }
  }
}
