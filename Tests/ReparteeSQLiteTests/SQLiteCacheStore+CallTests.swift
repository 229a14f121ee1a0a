#if SQLite
import Foundation
import GRDB
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// Whole calls, over an origin that counts.
@Suite(.timeLimit(.minutes(2))) struct SQLiteCacheStoreCallTests {
  private let folder: Folder
  private let count = Counter()

  init() throws { folder = try Folder() }

  private struct Number: Decodable, Sendable, Equatable {
    var n: Int
  }

  private struct Get: Endpoint {
    var path: Request.Path = "/a"
    var request: Request { .get(path) }
    static let responses: ResponseMap<Number, Never> = [.code(200, .decode)]
  }

  /// A client as another process makes it: over a store of its own.
  private func client(
    _ headers: HTTPFields = [.cacheControl: "max-age=3600", .eTag: "\"1\""], identity: String? = nil
  ) -> Client {
    let count = count
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        let number = count.next()
        if request.head.headerFields[.ifNoneMatch] != nil { return .status(304, headers: headers) }
        return .json("{\"n\": \(number)}", headers: headers)
      })
    client.cache = ResponseCache(store: SQLiteCacheStore(path: folder.cache), identity: identity)
    client.retry = .off
    return client
  }

  @Test func whatIsFreshIsFoundByTheNextProcess() async throws {
    #expect(try await client().send(Get()).n == 1)
    let reply = try await client().response(to: Get())
    #expect(reply.value.n == 1)
    #expect(reply.source == .cache)
    #expect(count.value == 1)
  }

  @Test func whatIsStaleIsValidated() async throws {
    let headers: HTTPFields = [.cacheControl: "max-age=0", .eTag: "\"1\""]
    #expect(try await client(headers).send(Get()).n == 1)
    for _ in 0..<3 {
      let client = client(headers)
      let reply = try await client.response(to: Get())
      #expect(reply.value.n == 1)
      #expect(reply.source == .validated)
      #expect(client.cache?.storeError == nil)
    }
    #expect(count.value == 4)
  }

  private func signedIn(as name: String) async throws -> (Client, Session<BearerToken>) {
    let session = Session<BearerToken>()
    try await session.signIn(BearerToken(UUID().uuidString), as: name)
    var client = client()
    client.authentication = .session(session)
    return (client, session)
  }

  @Test func aUserWhoSignsInAgainFindsTheirResponses() async throws {
    #expect(try await signedIn(as: "ada").0.send(Get()).n == 1)
    #expect(try await signedIn(as: "bob").0.send(Get()).n == 2)
    #expect(try await signedIn(as: "ada").0.send(Get()).n == 1)
    #expect(try await signedIn(as: "bob").0.send(Get()).n == 2)
    #expect(try await client().send(Get()).n == 3)
  }

  @Test func aSignOutLeavesNothingBehind() async throws {
    let (ada, session) = try await signedIn(as: "ada")
    _ = try await ada.send(Get())
    _ = try await signedIn(as: "bob").0.send(Get())
    try await session.signOut()
    #expect(try folder.database { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") } == 1)
    #expect(try await signedIn(as: "ada").0.send(Get()).n == 3)
    #expect(try await signedIn(as: "bob").0.send(Get()).n == 2)
  }

  @Test func anIdentityFindsItsOwn() async throws {
    for _ in 0..<2 {
      var client = client(identity: "ada")
      client.authentication = .bearer(UUID().uuidString)
      #expect(try await client.send(Get()).n == 1)
    }
    var other = client()
    other.authentication = .bearer("of nobody")
    #expect(try await other.send(Get()).n == 2)
  }

  /// The files that have the text.
  private func found(_ text: String) throws -> [String] {
    try folder.names.filter { try folder.bytes($0).range(of: Data(text.utf8)) != nil }
  }

  @Test(arguments: [nil, "ada"]) func aSecretInAURLIsInNoFile(identity: String?) async throws {
    let secret = "0123456789abcdef-of-ada"
    let paths: [Request.Path] = [
      "/a?access_token=\(secret)", "/a?X-Amz-Signature=\(secret)", "/a/\(secret, name: "token")",
      "/a?pin=\(secret)",
    ]
    for path in paths { _ = try await client(identity: identity).send(Get(path: path)) }
    #expect(count.value == 4)
    #expect(try found(secret).isEmpty)
    // The next process finds them by the identity's name, which removes them.
    for path in paths { _ = try await client(identity: identity).send(Get(path: path)) }
    #expect(count.value == (identity == nil ? 8 : 4))
    try await client().cache?.remove(identity: "ada")
    #expect(try folder.database { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") } == 0)
  }

  @Test func aSecretThatAResponseRepeatsIsInNoFile() async throws {
    let secret = "0123456789abcdef-of-ada"
    let headers: HTTPFields = [.cacheControl: "max-age=3600", .location: "/b?access_token=\(secret)"]
    let client = client(headers, identity: "ada")
    for _ in 1...2 { #expect(try await client.send(Get(path: "/a?access_token=\(secret)")).n == 1) }
    #expect(try found(secret).isEmpty)
  }

  @Test func aStoreThatIsLockedIsNoErrorOfACall() async throws {
    let client = client()
    #expect(try await client.send(Get()).n == 1)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: folder.cache, configuration: configuration)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    #expect(try await client.response(to: Get()).source == .cache)
    for number in 2...20 {
      let reply = try await client.response(to: Get(path: "/\(number)"))
      #expect(reply.source == .network)
      #expect(reply.value.n == number)
    }
    #expect((client.cache?.storeError as? SQLiteCacheError)?.kind == .locked)
  }

  @Test func aStoreThatCannotBeOpenedIsNoErrorOfACall() async throws {
    try FileManager.default.createDirectory(atPath: folder.cache, withIntermediateDirectories: false)
    let client = client()
    for number in 1...3 { #expect(try await client.send(Get()).n == number) }
    #expect((client.cache?.storeError as? SQLiteCacheError)?.kind == .notAFile)
  }

  @Test func aFileThatIsDamagedIsNoErrorOfACall() async throws {
    #expect(try await client().send(Get()).n == 1)
    try folder.database { try $0.execute(sql: "UPDATE body SET bytes = x'7b226e223a20377d'") }
    let client = client()
    #expect(try await client.send(Get()).n == 2)
    #expect(try await client.send(Get()).n == 2)
    #expect(client.cache?.storeError == nil)
  }

  @Test func aCallThatIsCancelledIsNoErrorOfTheStore() async throws {
    let client = client()
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask { _ = await client.result(of: Get(path: "/\(number)")) }
      }
      group.cancelAll()
    }
    #expect(client.cache?.storeError == nil)
    _ = try await client.send(Get())
    #expect(try await client.response(to: Get()).source == .cache)
    #expect(try folder.problems().isEmpty)
  }

  @Test func manyCallsAtOnce() async throws {
    let client = client()
    for _ in 0..<2 {
      try await withThrowingTaskGroup { group in
        for number in 0..<300 {
          group.addTask { _ = try await client.send(Get(path: "/\(number % 100)")) }
        }
        try await group.waitForAll()
      }
    }
    #expect(client.cache?.storeError == nil)
    #expect(count.value <= 300)
  }
}

final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
#endif
