import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Sessions whose store fails, or is used by another process.
@Suite(.timeLimit(.minutes(5))) struct CredentialStoreTests {
  /// A store that does what a test says.
  private final class Store: CredentialStore {
    private struct Broken: Error {}
    private let state = Mutex((kept: StoredCredential<BearerToken>?.none, canSave: true))

    var kept: StoredCredential<BearerToken>? { state.withLock { $0.kept } }

    func put(_ token: BearerToken?, as identity: String?, version: String) {
      state.withLock { state in
        state.kept = token.map { StoredCredential($0, identity: identity, version: version) }
      }
    }

    func refuseToSave() { state.withLock { $0.canSave = false } }

    func load() -> StoredCredential<BearerToken>? { kept }

    func save(_ stored: StoredCredential<BearerToken>?) throws {
      try state.withLock { state in
        guard state.canSave else { throw Broken() }
        state.kept = stored
      }
    }
  }

  /// An API that takes one token; each refresh spends one, and gives the next.
  private final class API: Sendable {
    private let state = Mutex((valid: "none", spent: [String]()))

    var spent: [String] { state.withLock { $0.spent } }
    func accept(_ token: String) { state.withLock { $0.valid = token } }

    func session(_ store: Store) -> Session<BearerToken> {
      Session(store: store) { token, _ in
        self.state.withLock { state in
          state.spent.append(token.accessToken)
          state.valid = "n\(state.spent.count)"
          return BearerToken(state.valid)
        }
      }
    }

    func client(_ session: Session<BearerToken>) -> Client {
      var client = Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          let valid = self.state.withLock { $0.valid }
          return request.head.headerFields[.authorization] == "Bearer \(valid)" ? .text("fine") : .status(401)
        })
      client.authentication = .session(session)
      return client
    }
  }

  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  @Test func afterAFailedWriteTheSpentCredentialIsNotSpentAgain() async throws {
    let (store, server) = (Store(), API())
    let session = server.session(store)
    try await session.signIn(BearerToken("t0"), as: "ada")
    let client = server.client(session)
    store.refuseToSave()
    #expect(try await client.send(text) == "fine")
    #expect(session.storeError?.kind == .storeFailed && store.kept?.credential == BearerToken("t0"))
    server.accept("another")
    _ = await client.result(of: text)
    #expect(server.spent == ["t0", "n1"], "what is in the store is older")
    #expect(session.state == .signedIn(as: "ada"))
  }

  @Test(arguments: [nil, "grace", "ada"])
  func whatIsInAStoreThatCantBeWrittenDoesNotUndoASignIn(before: String?) async throws {
    let (store, server) = (Store(), API())
    store.put(before.map { _ in BearerToken("old") }, as: before, version: "1")
    store.refuseToSave()
    let session = server.session(store)
    await #expect(throws: AuthenticationError.self) {
      try await session.signIn(BearerToken("t0"), as: "ada")
    }
    #expect(try await server.client(session).send(text) == "fine")
    #expect(server.spent == ["t0"] && session.state == .signedIn(as: "ada"))
  }

  @Test func anExpiredCredentialOfAnotherProcessIsRefreshed() async throws {
    let (store, server) = (Store(), API())
    let session = server.session(store)
    try await session.signIn(BearerToken("t0"), as: "ada")
    store.put(
      BearerToken("theirs", expiration: Date(timeIntervalSince1970: 0)), as: "ada", version: "another")
    #expect(try await server.client(session).send(text) == "fine")
    #expect(server.spent == ["theirs"])
  }

  @Test func aSignOutElsewhereDuringARefreshHolds() async throws {
    let store = Store()
    let session = Session<BearerToken>(store: store) { _, _ in
      store.put(nil, as: nil, version: "")
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("t0"), as: "ada")
    let server = API()
    let result = await server.client(session).result(of: text)
    #expect(result.error != nil && store.kept == nil && session.state == .signedOut(nil))
  }

  @Test func whatIsOfNoUseLeavesTheStoreUnlessAnotherIsThere() async throws {
    for isReplaced in [false, true] {
      let store = Store()
      let session = Session<BearerToken>(store: store) { _, _ in
        if isReplaced { store.put(BearerToken("theirs"), as: "ada", version: "another") }
        throw AuthenticationError(.refused)
      }
      try await session.signIn(BearerToken("t0"), as: "ada")
      _ = await API().client(session).result(of: text)
      #expect((store.kept?.credential == BearerToken("theirs")) == isReplaced)
      #expect((store.kept == nil) == !isReplaced)
      #expect(
        session.credential == (isReplaced ? BearerToken("theirs") : nil), "nobody said that theirs is useless"
      )
    }
  }

  /// A store that gives no lease.
  private final class Unleased: CredentialStore {
    private let error: any Error
    private let kept = Mutex<StoredCredential<BearerToken>?>(nil)

    init(_ error: any Error) { self.error = error }
    func load() -> StoredCredential<BearerToken>? { kept.withLock { $0 } }
    func save(_ stored: StoredCredential<BearerToken>?) { kept.withLock { $0 = stored } }
    func withLease<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
      throw error
    }
  }

  @Test(
    arguments: [
      AuthenticationError(.storeFailed, message: "it is locked"), AuthenticationError(.refused),
      TransportError(.other),
    ] as [any Error])
  func aStoreThatGivesNoLeaseHasFailedAndSignsNobodyOut(error: any Error) async throws {
    let (store, server) = (Unleased(error), API())
    let session = Session<BearerToken>(store: store) { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("t0"), as: "ada")
    let result = await server.client(session).result(of: text)
    guard case .authentication(let failed)? = result.error?.reason else {
      Issue.record("\(result)")
      return
    }
    // An error of another kind or type is the underlying one.
    let isOfStore = (error as? AuthenticationError)?.kind == .storeFailed
    #expect(failed.kind == .storeFailed && (failed.underlying == nil) == isOfStore)
    #expect(!isOfStore || failed.message.contains("it is locked"))
    #expect(session.state == .signedIn(as: "ada"))
  }

  /// A store whose first write waits for a test.
  private actor Slow: CredentialStore {
    private(set) var kept: StoredCredential<BearerToken>?
    private var waiting: CheckedContinuation<Void, Never>?
    private var isOpen = false

    var isWaiting: Bool { waiting != nil }
    func open() {
      isOpen = true
      waiting?.resume()
    }

    func load() -> StoredCredential<BearerToken>? { kept }

    func save(_ stored: StoredCredential<BearerToken>?) async {
      if !isOpen { await withCheckedContinuation { waiting = $0 } }
      kept = stored
    }
  }

  @Test func aRefreshDuringTheWriteOfItsSignInIsStored() async throws {
    let (store, began, go) = (Slow(), Signal(), Signal())
    let session = Session<BearerToken>(store: store) { _, _ in
      began.fire()
      await go.wait()
      return BearerToken("new", refreshToken: "r1")
    }
    let server = API()
    server.accept("new")
    let client = server.client(session)
    let signIn = Task { try await session.signIn(BearerToken("old", refreshToken: "r0"), as: "ada") }
    while await !store.isWaiting { await Task.yield() }
    let call = Task { try await client.send(text) }
    await began.wait()
    await store.open()
    try await signIn.value
    go.fire()
    #expect(try await call.value == "fine")
    #expect(session.credential?.refreshToken == "r1")
    #expect(await store.kept?.credential.refreshToken == "r1", "r0 is spent")
  }
}
