import Foundation
@testable import Repartee
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct FileCredentialStoreTests {
  private typealias Store = FileCredentialStore<BearerToken>

  private func stored(_ token: String, _ version: String = "1") -> StoredCredential<BearerToken> {
    StoredCredential(BearerToken(token, refreshToken: "r-\(token)"), identity: "ada", version: version)
  }

  private func permissions(_ file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func writePrivately(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  private func problem(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func whatIsSavedIsLoaded() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      let store = Store(path: file.path)
      #expect(try store.load() == nil)
      var saved = stored("t")
      saved.credential.expiration = Date(timeIntervalSince1970: 1_800_000_000)
      try store.save(saved)
      #expect(try store.load() == saved && names(in: folder) == ["token.json"])
      try store.save(stored("u", "2"))
      #expect(try Store(path: file.path).load() == stored("u", "2"))
      try store.save(nil)
      #expect(try store.load() == nil && names(in: folder).isEmpty)
      try store.save(nil)
    }
  }

  @Test func whatANewerVersionHasWrittenIsRefusedAndStays() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      func write(_ format: String) throws -> Data {
        let json = #"{"credential":{"accessToken":"t"},\#(format)"version":"1"}"#
        try writePrivately(json, to: file)
        return Data(json.utf8)
      }
      for format in ["", #""format":1,"#] {
        _ = try write(format)
        #expect(try Store(path: file.path).load()?.credential == BearerToken("t"))
      }
      let newer = try write(#""format":2,"#)
      #expect(await problem { _ = try Store(path: file.path).load() }.hasPrefix("a newer version"))
      let session = Session<BearerToken>(store: Store(path: file.path)) { token, _ in token }
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(204) })
      client.authentication = .session(session)
      let resource = Resource<Void, Never>(.get("/a"), [.success(.noContent)])
      guard case .authentication(let error)? = await client.result(of: resource).error?.reason else {
        Issue.record("the call did not fail for its credential")
        return
      }
      #expect(error.kind == .storeNewerVersion)
      #expect(try Data(contentsOf: file) == newer)
    }
  }

  @Test func onlyItsOwnerMayReadIt() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try Data("{}".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
      try Store(path: file.path).save(stored("t"))
      #expect(try permissions(file) == 0o600, "whatever its permissions were")
      try await Store(path: file.path).withLock {}
      #expect(try permissions(folder.appending(path: "token.json.lock")) & 0o077 == 0)
    }
  }

  @Test func aReaderSeesOneOrTheOther() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      let long = String(repeating: "x", count: 40_000)
      try Store(path: path).save(stored("a" + long))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for round in 0..<60 {
            try Store(path: path).save(stored((round.isMultiple(of: 2) ? "b" : "a") + long))
          }
        }
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<60 {
              let token = try #require(try Store(path: path).load()).credential.accessToken
              #expect(token == "a" + long || token == "b" + long)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(names(in: folder) == ["token.json"])
    }
  }

  @Test func aReaderOfAFileThatIsWrittenAndRemovedSeesItOrNothing() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "token.json").path
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 0..<200 {
            try Store(path: path).save(stored("t"))
            try Store(path: path).save(nil)
          }
        }
        group.addTask {
          for _ in 0..<2_000 {
            let found = try Store(path: path).load()
            #expect(found == nil || found == stored("t"))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: [
    "", "{", "null", "[]", "planted", #"{"credential":{"accessToken":"planted"}}"#,
    #"{"credential":"planted","version":"1"}"#,
    #"{"credential":{"accessToken":7,"x":"planted"},"version":1}"#,
    #"{"credential":{"accessToken":"planted"},"version":"1""#,
  ])
  func aFileThatIsNoCredentialIsAnErrorWithoutItsContent(content: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try writePrivately(content, to: file)
      let store = Store(path: file.path)
      let text = await problem { _ = try store.load() }
      #expect(text.contains("has no credential of this type in it") && !text.contains("planted"))

      let session = Session<BearerToken>(store: store)
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
      client.authentication = .session(session)
      let error = try #require(
        await client.result(of: Resource<Void, Never>(.get("/a"), [.any(.noContent)])).error)
      guard case .authentication(let failed) = error.reason else { throw error }
      #expect(failed.kind == .storeUnreadable && !error.report.contains("planted"))
      // Signing in puts a new one in its place.
      try await session.signIn(BearerToken("new"))
      #expect(try store.load()?.credential.accessToken == "new")
    }
  }

  @Test func aCredentialsOwnErrorIsNotShown() async throws {
    struct Picky: Codable {
      var text: String
      init(from decoder: any Decoder) throws {
        throw PlainError("no picky one: \(try decoder.singleValueContainer().decode(String.self))")
      }
    }
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try writePrivately(#"{"credential":"planted","version":"1"}"#, to: file)
      let text = await problem { _ = try FileCredentialStore<Picky>(path: file.path).load() }
      #expect(text != "none" && !text.contains("planted"))
    }
  }

  @Test func aSymbolicLinkIsFollowedAndStays() async throws {
    try await withFolder { folder in
      let (file, link) = (folder.appending(path: "real.json"), folder.appending(path: "link.json"))
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real.json")
      let store = Store(path: link.path)
      #expect(try store.load() == nil)
      try store.save(stored("t"))
      #expect(try Store(path: file.path).load() == stored("t"))
      #expect(try permissions(file) == 0o600 && names(in: folder) == ["link.json", "real.json"])
      try store.save(nil)
      #expect(names(in: folder) == ["link.json"])
    }
  }

  @Test func theLockIsTheFilesWhicheverLinkLeadsToIt() async throws {
    try await withFolder { folder in
      let link = folder.appending(path: "link.json")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real.json")
      let real = Store(
        path: folder.appending(path: "real.json").path, patience: .zero, clock: SkippingClock())
      try await Store(path: link.path).withLock {
        #expect(await problem { try await real.withLock {} }.contains("is locked by another program"))
      }
      #expect(names(in: folder) == ["link.json", "real.json.lock"])
    }
  }

  @Test func aLockThatIsALinkIsNotFollowed() async throws {
    try await withFolder { folder in
      let lock = folder.appending(path: "token.json.lock")
      try FileManager.default.createSymbolicLink(atPath: lock.path, withDestinationPath: "elsewhere")
      let store = Store(path: folder.appending(path: "token.json").path)
      #expect(await problem { try await store.withLock {} }.contains("can't be locked"))
      #expect(names(in: folder) == ["token.json.lock"])
    }
  }

  @Test func aMissingFolderIsAnError() async throws {
    try await withFolder { folder in
      let store = Store(path: folder.appending(path: "none/token.json").path)
      let none = try store.load()
      #expect(none == nil)
      #expect(await problem { try store.save(stored("planted")) }.contains("can't be written: No such file"))
      #expect(await problem { try await store.withLock {} }.contains("can't be locked: No such file"))
      let session = Session<BearerToken>(store: store)
      let error = await #expect(throws: AuthenticationError.self) {
        try await session.signIn(BearerToken("planted"), as: "ada")
      }
      #expect(error?.kind == .storeFailed && session.state == .signedIn(as: "ada"))
      #expect(session.credential?.accessToken == "planted", "until the process ends")
    }
  }

  @Test func aFileThatCantBeRemovedIsAnError() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      let store = Store(path: file.path)
      #expect(await problem { _ = try store.load() }.contains("can't be read"))
      #expect(await problem { try store.save(nil) }.contains("can't be written"))
      #expect(await problem { try store.save(stored("t")) }.contains("can't be written"))
      #expect(names(in: folder) == ["token.json"], "nothing is left beside it")
    }
  }

  @Test func aHugeFileIsNotRead() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "token.json")
      try writePrivately(String(repeating: " ", count: (1 << 20) + 1), to: file)
      let text = await problem { _ = try Store(path: file.path).load() }
      #expect(text.contains("more than a mebibyte"))
    }
  }

  @Test func aDeviceIsNotRead() async {
    #expect(await problem { _ = try Store(path: "/dev/zero").load() }.contains("no regular file"))
  }
}
