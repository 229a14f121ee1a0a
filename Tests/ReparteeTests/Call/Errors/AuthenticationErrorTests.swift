import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// What one reads of a refresh: why it failed, which one a call waited for, and whose its events are.
@Suite(.timeLimit(.minutes(2))) struct AuthenticationErrorTests {
  private static let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(_ session: Session<BearerToken>, _ token: TransportResponse = .status(503)) -> Client {
    var client = Client(
      baseURL: api, transport: InMemoryTransport { $0.head.path == "/token" ? token : .status(401) })
    client.authentication = .session(session)
    client.now = { Date(timeIntervalSince1970: 1_000_000) }
    client.randomness = { 0 }
    client.retry = .off
    return client
  }

  private struct Hidden: Error { var secret = "secret-1" }

  @Test func aFailedRefreshSaysWhy() async throws {
    let oauth = OAuthClient(id: "app", tokenURL: "\(api)/token")
    let session = Session(refreshing: oauth)
    try await session.signIn(BearerToken("old", refreshToken: "secret-refresh"))
    let busy = TransportResponse.text(
      #"{"error":"temporarily_unavailable","error_description":"secret"}"#, contentType: "application/json",
      status: 400)
    let error = try #require(await client(session, busy).result(of: Self.text).error)
    #expect(
      error.description.hasSuffix(
        """
        not authenticated: the credential could not be refreshed: POST {url} → 400 Bad Request, \
        application/json, 64 bytes: temporarily_unavailable (refresh 1, begun 1970-01-12T13:46:40Z; the next is \
        possible from 1970-01-12T13:46:41Z)
        """), "\(error)")
    #expect(!error.report.contains("secret"))
  }

  @Test func whatIsNotKnownToBeSafeIsNotShown() async throws {
    for thrown in [Hidden() as any Error, PlainError("secret-2")] {
      let session = Session<BearerToken> { _, _ in throw thrown }
      try await session.signIn(BearerToken("old"))
      let error = try #require(await client(session).result(of: Self.text).error)
      #expect(
        error.description.contains("\(type(of: thrown))") && !error.description.contains("secret"), "\(error)"
      )
    }
    let message = AuthenticationError(.refreshFailed, underlying: TransportError(.offline)).description
    #expect(message == "the credential could not be refreshed: there is no network connection")
    #expect(
      "\(AuthenticationError(.storeFailed, underlying: CancellationError()))".hasSuffix(": it was cancelled"))
    #expect("\(AuthenticationError(.refused))" == "the API refused the credential: sign in again")
  }

  @Test func aStoreThatFailsSaysWhy() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "none/token.json").path
      let session = Session<BearerToken>(store: FileCredentialStore(path: path)) { _, _ in BearerToken("new")
      }
      let error = await #expect(throws: AuthenticationError.self) {
        try await session.signIn(BearerToken("a"))
      }
      #expect(error?.description.contains(path) == true, "\(error as Any)")
    }
  }

  @Test func aWaitThatFailsSaysForWhatAndSinceWhen() async throws {
    let began = Signal()
    let session = Session<BearerToken> { _, _ in
      began.fire()
      try await Task.sleep(for: .seconds(3_600))
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("old"))
    let client = client(session)
    let call = Task { await client.result(of: Self.text) }
    await began.wait()
    let second = Task { await client.result(of: Self.text) }
    call.cancel()
    second.cancel()
    for error in [await call.value.error, await second.value.error] {
      #expect(error?.isCancellation == true)
    }
    let text = "cancelled, while the call waited for the session's refresh 1, begun 1970-01-12T13:46:40Z"
    #expect(await call.value.error?.transportError?.message == text)
    try await session.signOut()
  }

  private final class Events: CallObserver {
    private let kept = Mutex<[CallEvent]>([])
    var all: [CallEvent] { kept.withLock { $0 } }
    func observe(_ event: CallEvent) { kept.withLock { $0.append(event) } }
  }

  @TaskLocal private static var trace: String?

  @Test(arguments: [true, false])
  func theEventsOfARefreshHaveTheCallAsParent(isAhead: Bool) async throws {
    let events = Events()
    let traces = Mutex<[String?]>([])
    let session = Session<BearerToken> { _, refresh in
      traces.withLock { $0.append(Self.trace) }
      return BearerToken(
        try await refresh.client.send(Resource<String, Never>(.post("/token"), [.code(200, .decode)])))
    }
    let end = Date(timeIntervalSince1970: 1_000_000)
    try await session.signIn(BearerToken("old", expiration: isAhead ? end : nil))
    var client = client(session, .text("new"))
    client.observers = [events]
    let own = client
    await Self.$trace.withValue("of the call") { _ = await own.result(of: Self.text) }
    let call = try #require(events.all.first { $0.call == "GET /a" })
    let refresh = events.all.filter { $0.call == "POST /token" }
    #expect(refresh.count == 5 && refresh.allSatisfy { $0.parent == call.id && $0.id != call.id })
    #expect(events.all.filter { $0.call == "GET /a" }.allSatisfy { $0.parent == nil })
    #expect(refresh.first?.description.hasPrefix("call \(refresh[0].id) for call \(call.id), ") == true)
    #expect(traces.withLock { $0 } == ["of the call"])
  }
}
