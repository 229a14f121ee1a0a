import Foundation
import HTTPTypes
import ReparteeTesting
import Synchronization
import Testing

@testable import Repartee

/// Whose responses a cache gives.
extension ResponseCacheTests {
  @Test func nobodyGetsWhatAnotherHasAskedFor() async throws {
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache()
    var (ada, bob) = (origin.client(cache), origin.client(cache))
    ada.authentication = .bearer("ada")
    bob.authentication = .bearer("bob")
    let nobody = origin.client(cache)
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(try await bob.send(GetNumber()).n == 2)
    #expect(try await nobody.send(GetNumber()).n == 3)
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(try await bob.send(GetNumber()).n == 2)
    #expect(try await nobody.send(GetNumber()).n == 3)
    // The field is the same, wherever it came from.
    #expect(try await nobody.send(GetNumber(headers: ["Authorization": "Bearer ada"])).n == 1)
    for name in ["Cookie", "X-Api-Key", "Authorization"] {
      let first = try await nobody.send(GetNumber(headers: [name: "1"]))
      let second = try await nobody.send(GetNumber(headers: [name: "2"]))
      #expect(first != second, "\(name)")
      #expect(try await nobody.send(GetNumber(headers: [name: "1"])) == first, "\(name)")
    }
  }

  @Test func aKeyInTheQueryIsACredential() async throws {
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache()
    var (ada, bob) = (origin.client(cache), origin.client(cache))
    ada.authentication = .apiKey("ada", query: "k")
    bob.authentication = .apiKey("bob", query: "k")
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(try await bob.send(GetNumber()).n == 2)
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(origin.requests.first?.path == "/a?k=ada")
  }

  @Test func signingOutForgets() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    let session = Session<BearerToken>()
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 1)
    try await session.signOut()
    #expect(store.count == 0)
    try await session.signIn(BearerToken("2"), as: "bob")
    #expect(try await client.send(GetNumber()).n == 2)
    try await session.signIn(BearerToken("3"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 3)
  }

  @Test func aResponseThatComesAfterTheSignOutIsNotKept() async throws {
    let session = Session<BearerToken>()
    let origin = CachedOrigin { count, _ in
      if count == 1 { try await session.signOut() }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 0)
    try await session.signIn(BearerToken("2"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 2)
  }

  @Test func aSessionOutlivesItsTokens() async throws {
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[.authorization] == "Bearer 1", count > 1 { return .status(401) }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    var client = origin.client()
    let session = Session<BearerToken> { _, _ in BearerToken("2") }
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"))
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber(path: "/b")).n == 3)
    #expect(session.credential == BearerToken("2"))
    #expect(try await client.send(GetNumber()).n == 1)
  }

  /// Whose the credential is that another process has put into the store, a name would say.
  @Test(arguments: [(nil, 4), ("ada", 1)] as [(String?, Int)])
  func whatIsTakenOverWithoutANameMayBeSomebodyElses(name: String?, number: Int) async throws {
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[.authorization] == "Bearer 1", count > 1 { return .status(401) }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let store = SessionTests.MemoryStore()
    var client = origin.client()
    let session = Session<BearerToken>(store: store) { _, _ in throw AuthenticationError(.refused) }
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: name)
    #expect(try await client.send(GetNumber()).n == 1)
    try await store.save(StoredCredential(BearerToken("2"), identity: name, version: "another"))
    #expect(try await client.send(GetNumber(path: "/b")).n == 3)
    #expect(session.credential == BearerToken("2"))
    #expect(try await client.send(GetNumber()).n == number)
  }

  @Test func aCallThatBeganAsSomebodyElseHasNoShareInWhoIsSignedInNow() async throws {
    let session = Session<BearerToken>()
    func ticket() -> SessionTicket {
      SessionTicket(login: session.shell.withLock { $0.machine.login }, generation: 0, epoch: 0)
    }
    try await session.signIn(BearerToken("1"), as: "ada")
    let ada = ticket()
    let name = session.cacheIdentity(of: ada)
    try await session.signIn(BearerToken("2"), as: "bob")
    let late = session.cacheIdentity(of: ada)
    #expect(Set([name, late, session.cacheIdentity(of: ticket())]).count == 3)
    try await session.signIn(BearerToken("3"), as: "ada")
    #expect(session.cacheIdentity(of: ticket()) == name && session.cacheIdentity(of: ada) == late)
  }

  @Test func whatMiddlewareSetsIsNotVariedBy() async throws {
    struct Language: AttemptMiddleware {
      let language: String
      func send(
        _ request: AttemptRequest, next: NextAttempt
      ) async throws(TransportError) -> TransportResponse {
        var request = request
        request.headers[.acceptLanguage] = language
        return try await next(request)
      }
    }
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    client.attemptMiddleware = [Language(language: "en")]
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 0)
    client.attemptMiddleware = []
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber(headers: ["Accept-Language": "fr"])).n == 3)
    #expect(try await client.send(GetNumber(headers: ["Accept-Language": "fr"])).n == 3)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(store.count == 2)
  }

  /// A request's own field can have a name that contains the name of the credential's field.
  @Test func aVariantIsRecognizedWhateverTheCredentialSets() async throws {
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "X-Member-Language"])
    var client = origin.client()
    client.authentication = .apiKey("ada", header: "X-Member")
    #expect(try await client.send(GetNumber(headers: ["X-Member-Language": "en"])).n == 1)
    #expect(try await client.send(GetNumber(headers: ["X-Member-Language": "fr"])).n == 2)
    #expect(try await client.send(GetNumber(headers: ["X-Member-Language": "en"])).n == 1)
  }

  /// Look-ups stay as quick as they are, whatever a server varies by.
  @Test func variantsAreBounded() async throws {
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store))
    for number in 1...100 {
      _ = try await client.send(GetNumber(headers: ["Accept-Language": "x-\(number)"]))
    }
    #expect(store.count == 32)
    #expect(try await client.reply(to: GetNumber(headers: ["Accept-Language": "x-100"])).source == .cache)
    #expect(try await client.reply(to: GetNumber(headers: ["Accept-Language": "x-1"])).source == .network)
  }

  @Test func whoeverSignsInByANameFindsWhatAnEarlierRunHasStored() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    func run() async throws -> ResponseSource {
      var client = origin.client(ResponseCache(store: store))
      let session = Session<BearerToken>()
      client.authentication = .session(session)
      try await session.signIn(BearerToken("1"), as: "ada")
      return try await client.reply(to: GetNumber()).source
    }
    #expect(try await run() == .network)
    #expect(try await run() == .cache)
    // Before any call of this run.
    try await ResponseCache(store: store).remove(identity: "ada")
    #expect(try await run() == .network)
  }
}
