import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// What ends a session, and what does not.
@Suite(.timeLimit(.minutes(2))) struct RefreshFailureTests {
  private static let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  /// An API that takes one token, a token endpoint that responds as a test says, and the time.
  final class World: Sendable {
    private let state = Mutex((now: Date(timeIntervalSince1970: 1_000_000), refreshes: 0, isGood: false))
    let session: Session<BearerToken>
    private let response: @Sendable () -> TransportResponse

    init(
      finalCodes: Set<OAuthError.Code> = [], store: (any CredentialStore<BearerToken>)? = nil,
      _ response: @escaping @Sendable () -> TransportResponse
    ) {
      self.response = response
      var oauth = OAuthClient(id: "app", tokenURL: "https://login.example.com/token")
      oauth.finalCodes = finalCodes
      session = Session(refreshing: oauth, store: store)
    }

    var refreshes: Int { state.withLock { $0.refreshes } }
    func advance(by seconds: Double) { state.withLock { $0.now += seconds } }
    /// From now on the token endpoint gives a token.
    func recover() { state.withLock { $0.isGood = true } }

    var client: Client {
      var client = Client(
        baseURL: api,
        transport: InMemoryTransport { [self] request in
          guard request.head.path == "/token" else {
            return request.head.headerFields[.authorization] == "Bearer new" ? .text("fine") : .status(401)
          }
          let isGood = state.withLock { state in
            state.refreshes += 1
            return state.isGood
          }
          return isGood
            ? .text(
              #"{"access_token":"new","token_type":"Bearer","refresh_token":"r2"}"#,
              contentType: "application/json") : response()
        })
      client.authentication = .session(session)
      client.now = { self.state.withLock { $0.now } }
      client.randomness = { 0 }
      client.retry = .off
      return client
    }

    func signIn() async throws {
      try await session.signIn(BearerToken("old", refreshToken: "r1"), as: "ada")
    }
  }

  private static func json(_ text: String, _ status: Int = 400) -> TransportResponse {
    .text(text, contentType: "application/json", status: status)
  }

  private static let badDays: [@Sendable () -> TransportResponse] = [
    { .text("<html>no</html>", contentType: "text/html", status: 400) },
    { .text("<html>no</html>", contentType: "text/html", status: 403) },
    { .text("<html>sign in to the network</html>", contentType: "text/html", status: 200) },
    { .status(404) }, { .status(407) }, { .status(410) }, { .status(451) }, { .status(502) },
    { .status(302, headers: [.location: "https://portal.example.com/"]) },
    { json("{}") }, { json("[]") }, { json("") }, { json(#"{"error":null}"#) },
    { json(#"{"message":"invalid_grant"}"#) }, { json(#"{"error":{"code":"invalid_grant"}}"#) },
    { json(#"{"error":"invalid_client"}"#, 401) }, { json(#"{"error":"unauthorized_client"}"#) },
    { json(#"{"error":"temporarily_unavailable"}"#) }, { json(#"{"error":"INVALID_GRANT"}"#) },
    { json(#"{"access_token":null}"#, 200) },
  ]

  @Test(arguments: badDays.indices)
  func onlyAFinalFailureOfTheTokenEndpointEndsASession(index: Int) async throws {
    let store = MemoryStore()
    let world = World(store: store, Self.badDays[index])
    try await world.signIn()
    let error = await world.client.result(of: Self.text).error
    guard case .authentication(let why)? = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(why.kind == .refreshFailed)
    #expect(world.session.state == .signedIn(as: "ada"))
    #expect(world.session.credential?.refreshToken == "r1")
    #expect(await store.kept?.credential.refreshToken == "r1")
    world.recover()
    _ = await world.client.result(of: Self.text)
    #expect(world.refreshes == 1, "the next refresh has to wait")
    world.advance(by: 1)
    #expect(try await world.client.send(Self.text) == "fine")
    #expect(world.session.credential?.refreshToken == "r2")
  }

  @Test(arguments: [
    ("invalid_grant", 400), ("invalid_grant", 401), ("invalid_grant", 200), ("bad_refresh_token", 400),
    ("login_required", 400), ("interaction_required", 400), ("consent_required", 403),
    ("account_closed", 400),
  ])
  func itsWordEndsASession(code: String, status: Int) async throws {
    let store = MemoryStore()
    let world = World(finalCodes: [.init(rawValue: "account_closed")], store: store) {
      Self.json(#"{"error":"\#(code)","error_description":"secret-r1"}"#, status)
    }
    try await world.signIn()
    _ = await world.client.result(of: Self.text)
    guard case .signedOut(let why?) = world.session.state else {
      Issue.record("\(world.session.state)")
      return
    }
    #expect(why.description.contains("\(status) ") && why.description.hasSuffix(": \(code)"), "\(why)")
    #expect(!why.description.contains("secret"))
    #expect(await store.kept == nil)
    #expect(world.session.credential == nil)
  }

  private enum Refusal: RefreshFailure {
    case revoked, busy
    var isFinal: Bool { self == .revoked }
    var description: String { "\(self == .revoked ? "revoked" : "busy")" }
  }

  @Test(arguments: [true, false], [true, false])
  func aFailureOfYourOwnSaysWhetherItIsFinal(isFinal: Bool, isDeclared: Bool) async throws {
    let refusal: Refusal = isFinal ? .revoked : .busy
    let session = Session<BearerToken> { _, refresh in
      guard isDeclared else { throw refusal }
      return try await refresh.client.send(
        Resource<BearerToken, Refusal>(.post("/refresh"), [.code(400, .error(refusal)), .success(.decode)]))
    }
    try await session.signIn(BearerToken("old"))
    var client = Client(
      baseURL: api, transport: InMemoryTransport { .status($0.head.path == "/refresh" ? 400 : 401) })
    client.authentication = .session(session)
    let error = await client.result(of: Self.text).error
    #expect((session.credential == nil) == isFinal)
    #expect(error?.description.contains(refusal.description) == true)
  }

  @Test func anErrorOfAnotherSessionDoesNotEndTheSession() async throws {
    let other = Session<BearerToken>.obtaining { _, _ in throw AuthenticationError(.refused) }
    let session = Session<BearerToken> { _, refresh in
      try await refresh.client.send(
        Resource(BearerToken.self, .post("/refresh")), adjusting: { $0.authentication = .session(other) })
    }
    try await session.signIn(BearerToken("old"))
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(401) })
    client.authentication = .session(session)
    _ = await client.result(of: Self.text)
    #expect(session.credential == BearerToken("old"))
  }

  @Test func thePauseIsLongerIfTheTokenEndpointAsks() async throws {
    let world = World { .status(429, headers: [.retryAfter: "90"]) }
    try await world.signIn()
    _ = await world.client.result(of: Self.text)
    world.recover()
    world.advance(by: 89)
    #expect(await world.client.result(of: Self.text).error != nil)
    #expect(world.refreshes == 1)
    world.advance(by: 1)
    #expect(try await world.client.send(Self.text) == "fine")
  }

  @Test func thePauseGrowsFromASecondToFiveMinutes() {
    let least = (1...12).map { SessionPause.seconds(after: $0) }
    #expect(least == [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240])
    let most = SessionPause.seconds(after: 100, .max)
    #expect(most > 299 && most <= 300)
    #expect(SessionPause.seconds(after: 1, .max) > SessionPause.seconds(after: 1, 1 << 62))
    #expect(SessionPause.seconds(after: 1, asked: .seconds(90)) == 90)
    #expect(
      SessionPause.seconds(after: 1, asked: .seconds(Int64.max)) == 3_600, "nobody is locked out for good")
    #expect(SessionPause.seconds(after: 3, asked: .seconds(Int64.min)) == 4)
    for count in [Int.min, 0, .max] { #expect((1...300).contains(SessionPause.seconds(after: count, .max))) }
    let begin = Date(timeIntervalSince1970: 0)
    #expect(
      SessionPause.holds(1, since: begin, at: begin + 0.9)
        && !SessionPause.holds(1, since: begin, at: begin + 1))
    #expect(!SessionPause.holds(1, since: begin, at: begin - 1), "the clock was set back")
  }
}
