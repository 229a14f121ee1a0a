import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Whose responses a cache gives.
extension ResponseCacheTests {
  @Test func noUserGetsTheResponseOfAnother() async throws {
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

  /// A server that redirects repeats the query that it got. The key of the store has none of it.
  @Test func aRepeatedKeyIsInNoKeyOfTheStore() async throws {
    let origin = CachedOrigin { count, request in
      let path = request.head.path ?? ""
      if path.hasPrefix("/b") { return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"]) }
      let target = path.replacing("/a", with: "/b")
      return .status(301, headers: [.location: target, .cacheControl: "max-age=60"])
    }
    let store = RecordingStore()
    var client = origin.client(ResponseCache(store: store, identity: "ada"))
    client.authentication = .apiKey("TOPSECRET", query: "k")
    let resource = Resource<Number, Never>(.get("/a", query: ["page": 2]), [.success(.decode)])
    #expect(try await client.send(resource).n == 2)
    #expect(try await client.send(resource).n == 2)
    #expect(origin.requests.map(\.path) == ["/a?page=2&k=TOPSECRET", "/b?page=2&k=TOPSECRET"])
    // The redirect repeats it, and is kept in memory.
    #expect(store.keys.map(\.url) == ["https://api.example.com/b?page=2"])
  }

  /// A stored redirect repeats the key of its own request, which may be another by now.
  @Test func anOlderKeyIsInNoKeyOfTheStore() async throws {
    struct Key: Credential {
      var text: String
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        request.head.path = "\(request.head.path ?? "")?k=\(text)"
      }
    }
    let origin = CachedOrigin { count, request in
      let path = request.head.path ?? ""
      if path.hasPrefix("/a") {
        return .status(
          301, headers: [.location: path.replacing("/a", with: "/b"), .cacheControl: "max-age=60"])
      }
      if path == "/c?k=OLD" { return .status(401) }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "no-store"])
    }
    var client = origin.client()
    let session = Session<Key> { _, _ in Key(text: "NEW") }
    client.authentication = .session(session)
    try await session.signIn(Key(text: "OLD"), as: "ada")
    for path: Request.Path in ["/a", "/c", "/a"] { _ = try await client.send(GetNumber(path: path)) }
    #expect(
      origin.requests.map(\.path) == ["/a", "/b", "/c"].map { "\($0)?k=OLD" } + ["/c?k=NEW", "/b?k=NEW"])
  }

  @Test func signingOutRemovesResponses() async throws {
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

  @Test func aResponseReceivedAfterTheSignOutIsNotStored() async throws {
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
    let store = MemoryStore()
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

  @Test func aCallOfAnEarlierLoginDoesNotUseTheCurrentIdentity() async throws {
    let session = Session<BearerToken>()
    func ticket() -> SessionTicket {
      SessionTicket(login: session.shell.withLock { $0.machine.login }, credentialNumber: 0, failedRuns: 0)
    }
    func name(of ticket: SessionTicket) throws -> String {
      let use = AuthenticatedSession(session: session, ticket: ticket, hasWaited: false)
      return ResponseCache.name(of: try #require(SessionLogin(use)))
    }
    try await session.signIn(BearerToken("1"), as: "ada")
    let ada = ticket()
    let first = try name(of: ada)
    try await session.signIn(BearerToken("2"), as: "bob")
    let late = try name(of: ada)
    let bob = try name(of: ticket())
    #expect(Set([first, late, bob]).count == 3)
    try await session.signIn(BearerToken("3"), as: "ada")
    #expect(try name(of: ticket()) == first)
    #expect(try name(of: ada) == late)
  }

  @Test func whatMiddlewareSetsIsNotVariedBy() async throws {
    struct Language: Stage {
      let language: String
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.headers[.acceptLanguage] = language
        return try await next(request)
      }
    }
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    client.stages.append(Language(language: "en"))
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 0)
    client.stages.removeLast()
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

  /// The key has the identity: no entry contains it, even if Vary names its field.
  @Test func aCredentialThatVaryNamesIsNotStored() async throws {
    let store = RecordingStore()
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "x-member, x-appauth"])
    var client = origin.client(ResponseCache(store: store, identity: "ada"))
    // Secret by its capitals, which the name in Vary does not have.
    let own: Request.Headers = ["X-AppAuth": "s3cret"]
    #expect(try await client.send(GetNumber(headers: own)).n == 1)
    #expect(try await client.send(GetNumber(headers: own)).n == 1)
    client.authentication = .apiKey("s3cret", header: "X-Member")
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(store.entries.count == 2)
    for entry in store.entries {
      #expect(
        !entry.variant.contains("s3cret") && !String(decoding: entry.head, as: UTF8.self).contains("s3cret"))
    }
  }

  @Test func aSessionOutlivesItsTokensEvenIfVaryNamesTheirField() async throws {
    struct MemberToken: Credential {
      var text: String
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        if let name = HTTPField.Name("X-Member") { try request.setCredential(name, text) }
      }
    }
    let name = try #require(HTTPField.Name("X-Member"))
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[name] == "1", count > 1 { return .status(401) }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .vary: "X-Member"])
    }
    var client = origin.client()
    let session = Session<MemberToken> { _, _ in MemberToken(text: "2") }
    client.authentication = .session(session)
    try await session.signIn(MemberToken(text: "1"))
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber(path: "/b")).n == 3)
    #expect(try await client.send(GetNumber()).n == 1)
  }

  /// What the origin has sent to bob must not be stored for ada.
  @Test(arguments: ["bob", nil])
  func aCredentialThatMiddlewareReplacesIsNotStoredFor(member: String?) async throws {
    struct Member: Stage {
      let name: HTTPField.Name
      let value: String?
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.headers[name] = value
        return try await next(request)
      }
    }
    let store = MemoryCacheStore()
    var client = CachedOrigin(fresh).client(ResponseCache(store: store))
    client.authentication = .apiKey("ada", header: "X-Member")
    client.stages.append(Member(name: try #require(HTTPField.Name("X-Member")), value: member))
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 0)
    client.stages.removeLast()
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(store.count == 1)
  }

  /// A field that is missing belongs to no identity, whatever its capitals would make of it.
  @Test func aMissingFieldIsNoIdentity() async throws {
    let client = CachedOrigin([.cacheControl: "max-age=60", .vary: "X-AppAuth"]).client()
    #expect(try await client.send(GetNumber()).n == 1)
    // Not secret in these capitals, so the key is the same.
    #expect(try await client.send(GetNumber(headers: ["x-appauth": "alice"])).n == 2)
    #expect(try await client.send(GetNumber(headers: ["x-appauth": "bob"])).n == 3)
    #expect(try await client.send(GetNumber()).n == 1)
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
    #expect(try await client.response(to: GetNumber(headers: ["Accept-Language": "x-100"])).source == .cache)
    #expect(try await client.response(to: GetNumber(headers: ["Accept-Language": "x-1"])).source == .network)
  }

  @Test(arguments: [true, false]) func partsAndReloadedVariantsAreBoundedToo(isParts: Bool) async throws {
    let origin = CachedOrigin { count, request in
      let headers: HTTPFields = [.cacheControl: "max-age=60", .vary: "Accept-Language"]
      guard isParts else { return .json("{\"n\": \(count)}", headers: headers) }
      var response = TransportResponse.text("x", headers: headers)
      response.head.status = .partialContent
      response.head.headerFields[.contentRange] = "bytes \(count)-\(count)/1000"
      return response
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store))
    for number in 1...100 {
      let headers: Request.Headers =
        isParts ? ["Range": "bytes=\(number)-\(number)"] : ["Accept-Language": "x-\(number)"]
      _ = await client.result(of: Resource<Void, Never>(.get("/a", headers: headers), [.any(.value(()))])) {
        if !isParts { $0.cachePolicy = .reload }
      }
    }
    #expect(store.count == 32)
  }

  @Test func aNamedSignInFindsTheResponsesOfAnEarlierRun() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    func run() async throws -> ResponseSource {
      var client = origin.client(ResponseCache(store: store))
      let session = Session<BearerToken>()
      client.authentication = .session(session)
      try await session.signIn(BearerToken("1"), as: "ada")
      return try await client.response(to: GetNumber()).source
    }
    #expect(try await run() == .network)
    #expect(try await run() == .cache)
    // Before any call of this run.
    try await ResponseCache(store: store).remove(identity: "ada")
    #expect(try await run() == .network)
  }
}
