import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// What a sign-out leaves in a store that outlives the process.
@Suite(.timeLimit(.minutes(2))) struct ResponseCacheSignOutTests {
  private let disk = Disk()
  private let origin = CachedOrigin { count, request in
    request.head.headerFields.contains(.ifNoneMatch)
      ? .status(304, headers: [.eTag: "\"a\"", .cacheControl: "max-age=60"])
      : .json("{\"n\": \(count)}", headers: [.eTag: "\"a\"", .cacheControl: "max-age=60"])
  }

  /// A client of a new run of the program, which is signed in.
  private func run(as name: String?) async throws -> (client: Client, session: Session<BearerToken>) {
    var client = origin.client(ResponseCache(store: disk))
    let session = Session<BearerToken>()
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: name)
    return (client, session)
  }

  private func storeOne() async throws { _ = try await run(as: "ada").client.send(GetNumber()) }

  @Test func aRunThatOnlyHitRemovesWhatAnEarlierRunHasStored() async throws {
    try await storeOne()
    let (client, session) = try await run(as: "ada")
    #expect(try await client.response(to: GetNumber()).source == .cache)
    try await session.signOut()
    #expect(disk.count == 0)
    #expect(try await run(as: "ada").client.response(to: GetNumber()).source == .network)
  }

  @Test func aRunThatOnlyValidatedDoesSo() async throws {
    try await storeOne()
    origin.pass(61)
    let (client, session) = try await run(as: "ada")
    #expect(try await client.response(to: GetNumber()).source == .validated)
    try await session.signOut()
    #expect(disk.count == 0)
  }

  @Test func aRunThatOnlyMissedDoesSo() async throws {
    try await storeOne()
    let (client, session) = try await run(as: "ada")
    _ = try await client.send(GetNumber(path: "/b")) { $0.cachePolicy = .noStore }
    try await session.signOut()
    #expect(disk.count == 0)
  }

  @Test func theNextSignInRemovesWhatThePreviousUserHasStored() async throws {
    try await storeOne()
    let (client, session) = try await run(as: "ada")
    _ = try await client.send(GetNumber())
    try await session.signIn(BearerToken("2"), as: "bob")
    #expect(disk.count == 0)
  }

  @Test func aCacheThatNothingUsesAnyMoreIsEmptiedToo() async throws {
    let session: Session<BearerToken>
    do {
      let run = try await run(as: "ada")
      _ = try await run.client.send(GetNumber())
      session = run.session
    }
    #expect(disk.count == 1)
    try await session.signOut()
    #expect(disk.count == 0)
  }

  @Test func aRemovalThatFailsFailsTheSignOut() async throws {
    try await storeOne()
    let (client, session) = try await run(as: "ada")
    _ = try await client.send(GetNumber())
    disk.fails = true
    let error = await #expect(throws: AuthenticationError.self) { try await session.signOut() }
    #expect(error?.kind == .storeFailed && error?.underlying is Disk.Failure)
    #expect(session.credential == nil)
    await #expect(throws: AuthenticationError.self) { try await session.signOut() }
    disk.fails = false
    try await session.signOut()
    #expect(disk.count == 0)
  }

  @Test func aSignInThatCannotRemoveWhatThePreviousUserHasStoredFails() async throws {
    let (client, session) = try await run(as: "ada")
    _ = try await client.send(GetNumber())
    disk.fails = true
    let error = await #expect(throws: AuthenticationError.self) {
      try await session.signIn(BearerToken("2"), as: "bob")
    }
    #expect(error?.kind == .storeFailed)
    #expect(session.state == .signedIn(as: "bob"))
    disk.fails = false
    try await session.signOut()
    #expect(disk.count == 0)
  }

  /// No other process could find them: there they would only be left behind.
  @Test func responsesOfALoginWithoutANameAreNeverWritten() async throws {
    let (client, session) = try await run(as: nil)
    #expect(try await client.response(to: GetNumber()).source == .network)
    #expect(try await client.response(to: GetNumber()).source == .cache)
    origin.pass(61)
    #expect(try await client.response(to: GetNumber()).source == .validated)
    #expect(try await client.response(to: GetNumber()).source == .cache)
    var token = origin.client(client.cache)
    token.authentication = .bearer("2")
    #expect(try await token.response(to: GetNumber()).source == .network)
    #expect(try await token.response(to: GetNumber()).source == .cache)
    #expect(disk.insertions == 0 && disk.count == 0)
    // Nothing has to be removed from the store.
    disk.fails = true
    try await session.signOut()
    #expect(try await token.response(to: GetNumber()).source == .cache)
    try await session.signIn(BearerToken("1"))
    #expect(try await client.response(to: GetNumber()).source == .network)
    try await token.send(Resource<Void, Never>(.put("/a"), [.any(.value(()))]))
    #expect(try await token.response(to: GetNumber()).source == .network)
  }

  @Test func dataAreRemovedOnceForEachOwnerAndName() {
    var data = LoginData()
    func add(_ name: String, of cache: ResponseCache) {
      data.add(name, of: cache, isLasting: false) { cache, name in try await cache.remove(.identity(name)) }
    }
    let (one, other) = (ResponseCache(), ResponseCache())
    for _ in 1...3 {
      add("@ada", of: one)
      add("@ada", of: other)
      add("@\u{E9}", of: one)
      add("@e\u{301}", of: one)
    }
    #expect(data.remove().count == 4)
    #expect(data.remove().isEmpty)
    do { add("@ada", of: ResponseCache()) }
    #expect(data.remove().isEmpty, "nothing is left of it")
  }
}

/// A store that outlives a run, and may fail to remove.
private final class Disk: CacheStore {
  struct Failure: Error {}
  private let memory = MemoryCacheStore()
  private let state = Mutex((fails: false, insertions: 0))

  var count: Int { memory.count }
  var insertions: Int { state.withLock { $0.insertions } }
  var fails: Bool {
    get { state.withLock { $0.fails } }
    set { state.withLock { $0.fails = newValue } }
  }

  func entries(for key: CacheKey) -> [CacheEntry] { memory.entries(for: key) }
  func body(of entry: CacheEntry.ID) -> Data? { memory.body(of: entry) }
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) {
    state.withLock { $0.insertions += 1 }
    memory.insert(entry, body: body, for: key)
  }
  func update(_ entry: CacheEntry) { memory.update(entry) }
  func remove(_ selection: CacheSelection) throws {
    if fails { throw Failure() }
    memory.remove(selection)
  }
}
