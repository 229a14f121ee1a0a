import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// What a stage does in the background, and what it knows of a login.
@Suite(.timeLimit(.minutes(5))) struct NextStageBackgroundTests {
  private typealias Step = AttemptRequestWaitingTests.Step

  private struct Other: Stage {
    let step: Step
    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      try await step.send(request, next: next)
    }
  }

  private final class Events: CallObserver {
    private let kept = Mutex<[CallEvent]>([])
    func observe(_ event: CallEvent) { kept.withLock { $0.append(event) } }
    var all: [CallEvent] { kept.withLock { $0 } }
    func waitForEnds(_ count: Int) async {
      while all.count(where: { $0.kind == .attemptEnded }) < count { await Task.yield() }
    }
  }

  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private static func again(as key: String = "again") -> Step {
    Step { (request, next) async throws(AttemptError) in
      if request.headers[.from] == nil {
        next.inBackground(request, as: key) { (request, next) async throws(AttemptError) in
          var request = request
          request.headers[.from] = "background"
          return try await next(request)
        }
      }
      return try await next(request)
    }
  }

  @Test func aRequestInTheBackgroundIsACallOfItsOwn() async throws {
    let (arrivals, events) = (Arrivals(), Events())
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .text("fine") })
    client.stages = [Self.again()]
    client.observers = [events]
    let response = try await client.response(to: text)
    #expect(response.attempts.count == 1 && response.request.headers[.from] == nil)
    await events.waitForEnds(2)
    #expect(arrivals.all.count(where: { $0.head.headerFields[.from] == "background" }) == 1)
    let ended = events.all.filter { $0.kind == .attemptEnded }
    #expect(Set(ended.map(\.id)).count == 2 && ended.map(\.number) == [1, 1])
    #expect(events.all.count(where: { $0.kind == .callEnded }) == 1)
  }

  /// The same key in two types of stages, and at two places.
  @Test func keysOfDifferentStagesAreNeverEqual() async throws {
    let arrivals = Arrivals()
    let gate = Signal()
    let began = Counter()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.headerFields[.from] != nil {
          began.next()
          await gate.wait()
        }
        return .text("fine")
      })
    client.stages = [Self.again(), Self.again(), Other(step: Self.again())]
    _ = try await client.send(text)
    while began.value < 3 { await Task.yield() }
    _ = try await client.send(text)
    #expect(began.value == 3, "each is running")
    gate.fire()
  }

  @Test func equalKeysOfAStageRunOnce() async throws {
    let gate = Signal()
    let began = Counter()
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.headerFields[.from] != nil {
          began.next()
          await gate.wait()
        }
        return .text("fine")
      })
    client.stages = [Self.again()]
    for _ in 0..<3 { _ = try await client.send(text) }
    while began.value < 1 { await Task.yield() }
    #expect(began.value == 1)
    gate.fire()
  }

  /// Its events are those of a call of its own for the call that was given, whatever request is passed.
  @Test func theRequestOfAnotherCallIsNotRunInTheBackground() async throws {
    let (arrivals, events) = (Arrivals(), Events())
    let kept = Mutex<AttemptRequest?>(nil)
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .text("fine") })
    client.observers = [events]
    client.stages = [
      Step { (request, next) async throws(AttemptError) in
        let first = kept.withLock { first in
          if first == nil { first = request }
          return first ?? request
        }
        if request.head.path == "/b" {
          next.inBackground(first, as: 1) { (request, next) async throws(AttemptError) in
            try await next(request)
          }
        }
        return try await next(request)
      }
    ]
    _ = try await client.send(text)
    _ = try await client.send(Resource<String, Never>(.get("/b"), [.code(200, .decode)]))
    await events.waitForEnds(3)
    #expect(
      events.all.filter { $0.kind == .attemptEnded }.map(\.call).sorted() == ["GET /a", "GET /b", "GET /b"])
  }

  @Test func whatIsBegunAfterTheReturnIsOfNoOtherCall() async throws {
    let (arrivals, events, returned) = (Arrivals(), Events(), Signal())
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .text("fine") })
    client.observers = [events]
    client.stages = [
      Step { (request, next) async throws(AttemptError) in
        if request.head.path == "/a" {
          Task.detached {
            await returned.wait()
            next.inBackground(request, as: 1) { (request, next) async throws(AttemptError) in
              try await next(request)
            }
          }
        }
        return try await next(request)
      }
    ]
    _ = try await client.send(text)
    returned.fire()
    let response = try await client.response(to: Resource<String, Never>(.get("/b"), [.code(200, .decode)]))
    await events.waitForEnds(3)
    #expect(response.attempts.count == 1)
    #expect(
      events.all.filter { $0.kind == .attemptEnded }.map(\.call).sorted() == ["GET /a", "GET /a", "GET /b"])
  }

  // MARK: Logins

  private final class Owner: Sendable {
    private let names = Mutex<[String]>([])
    var removed: [String] { names.withLock { $0.sorted() } }

    func keep(_ name: String, of login: SessionLogin, isLasting: Bool = false) {
      login.onEnd(removing: name, from: self, isLasting: isLasting) { owner, name in
        owner.names.withLock { $0.append(name) }
        if name == "fails" { throw TransportError(.other) }
      }
    }
  }

  private final class Logins: Sendable {
    private let kept = Mutex<[SessionLogin?]>([])
    var all: [SessionLogin?] { kept.withLock { $0 } }
    func add(_ login: SessionLogin?) { kept.withLock { $0.append(login) } }
  }

  private func client(_ session: Session<BearerToken>, _ logins: Logins) -> Client {
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .text("fine") })
    client.authentication = .session(session)
    client.stages = [
      Step { (request, next) async throws(AttemptError) in
        logins.add(request.login)
        return try await next(request)
      }
    ]
    return client
  }

  @Test func theLoginIsKnown() async throws {
    let session = Session<BearerToken> { token, _ in token }
    let logins = Logins()
    let client = client(session, logins)
    try await session.signIn(BearerToken("one"))
    _ = try await client.send(text)
    _ = try await client.send(text)
    try await session.signIn(BearerToken("two"), as: "ann")
    _ = try await client.send(text)
    var without = client
    without.authentication = .off
    _ = try await without.send(text)
    let found = logins.all
    let first = try #require(found[0])
    let ann = try #require(found[2])
    #expect(found[1] == first && ann != first && found[3] == nil)
    #expect(first.account == nil && ann.account == "ann" && ann.id == "ann")
    #expect(!first.isCurrent && ann.isCurrent)
    #expect(!"\(ann)".contains("ann"))
  }

  @Test func theEndOfALoginCallsRemove() async throws {
    let session = Session<BearerToken> { token, _ in token }
    let logins = Logins()
    let client = client(session, logins)
    try await session.signIn(BearerToken("one"))
    _ = try await client.send(text)
    let login = try #require(logins.all.last ?? nil)
    let (owner, other) = (Owner(), Owner())
    owner.keep("a", of: login)
    owner.keep("a", of: login)
    owner.keep("b", of: login, isLasting: true)
    other.keep("a", of: login)
    try await session.signOut()
    #expect(owner.removed == ["a", "b"] && other.removed == ["a"])
    owner.keep("c", of: login)
    try await session.signIn(BearerToken("two"))
    try await session.signOut()
    #expect(owner.removed.count == 2, "it had ended")
  }

  @Test func whatCanNotBeRemovedIsTheErrorOfTheSignOut() async throws {
    let session = Session<BearerToken> { token, _ in token }
    let logins = Logins()
    let client = client(session, logins)
    try await session.signIn(BearerToken("one"))
    _ = try await client.send(text)
    let login = try #require(logins.all.last ?? nil)
    var owner: Owner? = Owner()
    owner?.keep("fails", of: login)
    for times in 1...2 {
      let error = await #expect(throws: AuthenticationError.self) { try await session.signOut() }
      #expect(error?.message == "data of the login could not be removed; the next sign-out tries again")
      #expect(owner?.removed.count == times, "the next sign-out tries again")
    }
    let isKept = { [weak owner] in owner != nil }
    owner = nil
    #expect(isKept(), "for the next sign-out")
  }
}
