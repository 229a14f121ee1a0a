import Foundation
import TestSupport
import Testing

@testable import Repartee

/// The machine of a session, without I/O: every order of events.
struct SessionMachineTests {
  private struct Key: Credential, Equatable {
    var number: Int
    var expiration: Date?
    func authenticate(_ request: inout AttemptRequest) {}
  }

  private typealias Machine = SessionMachine

  private let endpoint = SessionEndpoint(method: .get, authority: "api.example.com", template: "/a")

  private let begin = Date(timeIntervalSince1970: 1_000_000)

  private func stored(_ number: Int, expires: Date? = nil) -> SessionMachine.Stored {
    StoredCredential(Key(number: number, expiration: expires), identity: "ada", version: "\(number)")
  }

  private func number(of stored: SessionMachine.Stored?) -> Int? { (stored?.credential as? Key)?.number }

  private func machine(
    canRefresh: Bool = true, obtains: Bool = false, leeway: Duration = .seconds(30)
  ) -> Machine {
    var machine = Machine(canRefresh: canRefresh, obtains: obtains, leeway: leeway)
    machine.signOut()
    return machine
  }

  private func signedIn(
    _ number: Int = 1, expires: Date? = nil, canRefresh: Bool = true, leeway: Duration = .seconds(30)
  ) -> Machine {
    var machine = machine(canRefresh: canRefresh, leeway: leeway)
    machine.signIn(stored(number, expires: expires))
    return machine
  }

  /// The credential and the ticket that a request gets at once.
  private func use(_ machine: inout Machine, at now: Date) throws -> (Key, SessionTicket) {
    guard
      case .use(let key as Key, let ticket?, _) = machine.credential(
        at: now, isOptional: false, since: machine.failedRuns)
    else { throw Unexpected() }
    return (key, ticket)
  }

  private func run(_ after: Machine.AfterRefusal) throws -> Machine.Run {
    guard case .wait(_, let run?) = after else { throw Unexpected() }
    return run
  }

  private func run(_ step: Machine.Step) throws -> Machine.Run {
    switch step {
    case .wait(_, let run?), .use(_, _, let run?): return run
    default: throw Unexpected()
    }
  }

  private struct Unexpected: Error {}

  private func kind(_ after: Machine.AfterRefusal) -> String {
    switch after {
    case .accept: "accept"
    case .replay: "replay"
    case .wait(_, let run): run == nil ? "wait" : "start"
    case .fail(let error): "fail: \(error.kind)"
    }
  }

  private func kind(_ step: Machine.Step) -> String {
    switch step {
    case .use(let key, _, let run?): "use \((key as? Key)?.number ?? 0), start \(run.id)"
    case .use(let key, _, nil): "use \((key as? Key)?.number ?? 0)"
    case .wait(_, let run): run == nil ? "wait" : "start"
    case .fail(let error): "fail: \(error.kind)"
    }
  }

  @Test func onlyTheFirstRefusalStartsARefresh() throws {
    var machine = signedIn()
    let (_, ticket) = try use(&machine, at: begin)
    let run = try run(machine.refused(ticket, by: endpoint, at: begin))
    #expect(kind(machine.refused(ticket, by: endpoint, at: begin)) == "wait")
    #expect(kind(machine.credential(at: begin, isOptional: false, since: 0)) == "wait")
    machine.finished(run, .refreshed(stored(2)), at: begin)
    #expect(
      kind(machine.refused(ticket, by: endpoint, at: begin)) == "replay", "a late refusal uses the new one")
    #expect(kind(machine.credential(at: begin, isOptional: false, since: 0)) == "use 2")
  }

  @Test func aRefreshThatFailsFailsItsWaitersAndHoldsOffTheNext() throws {
    var machine = signedIn()
    let (_, ticket) = try use(&machine, at: begin)
    let error = AuthenticationError(.refreshFailed)
    machine.finished(
      try run(machine.refused(ticket, by: endpoint, at: begin)), .failed(error, isFinal: false), at: begin)
    #expect(
      kind(machine.refused(ticket, by: endpoint, at: begin + 100)) == "fail: \(error.kind)",
      "it was sent before the failure")
    let (_, later) = try use(&machine, at: begin + 0.5)
    #expect(kind(machine.refused(later, by: endpoint, at: begin + 0.9)) == "fail: \(error.kind)")
    let second = try run(machine.refused(later, by: endpoint, at: begin + 1.1))
    machine.finished(second, .failed(error, isFinal: false), at: begin + 2)
    let (_, third) = try use(&machine, at: begin + 2)
    #expect(
      kind(machine.refused(third, by: endpoint, at: begin + 3.9)) == "fail: \(error.kind)", "two seconds now")
    #expect(kind(machine.refused(third, by: endpoint, at: begin + 4.1)) == "start")
  }

  @Test func theHoldOffIsFiveMinutesAtMostAndNoClockThatGoesBackExtendsIt() throws {
    var machine = signedIn()
    var now = begin
    for _ in 0..<100 {
      let (_, ticket) = try use(&machine, at: now)
      machine.finished(
        try run(machine.refused(ticket, by: endpoint, at: now)),
        .failed(AuthenticationError(.refreshFailed), isFinal: false),
        at: now)
      now += 240
    }
    let (_, ticket) = try use(&machine, at: now)
    #expect(kind(machine.refused(ticket, by: endpoint, at: begin - 86_400)) == "start")
  }

  @Test func aFinalFailureSignsOut() throws {
    var machine = signedIn()
    let (_, ticket) = try use(&machine, at: begin)
    let error = AuthenticationError(.refused)
    machine.finished(
      try run(machine.refused(ticket, by: endpoint, at: begin)), .failed(error, isFinal: true), at: begin)
    #expect(machine.state == .signedOut(error) && machine.stored == nil)
    #expect(kind(machine.credential(at: begin, isOptional: false, since: 0)) == "fail: \(error.kind)")
    #expect(kind(machine.refused(ticket, by: endpoint, at: begin)) == "fail: \(error.kind)")
  }

  @Test func whatARefreshGivesAfterASignOutIsDropped() throws {
    for isSignedInAgain in [false, true] {
      var machine = signedIn()
      let (_, ticket) = try use(&machine, at: begin)
      let run = try run(machine.refused(ticket, by: endpoint, at: begin))
      if isSignedInAgain { machine.signIn(stored(7)) } else { machine.signOut() }
      machine.finished(run, .refreshed(stored(2)), at: begin)
      machine.finished(run, .failed(AuthenticationError(.refused), isFinal: true), at: begin)
      #expect(number(of: machine.stored) == (isSignedInAgain ? 7 : nil))
      // A call that began with one login is never sent again with another.
      #expect(kind(machine.refused(ticket, by: endpoint, at: begin)).hasPrefix("fail"))
    }
  }

  @Test func aCredentialIsRefreshedBeforeItsEnd() throws {
    var machine = signedIn(expires: begin + 200)
    _ = try use(&machine, at: begin)  // its life is counted from here
    #expect(kind(machine.credential(at: begin + 169, isOptional: false, since: 0)) == "use 1")
    let run = try run(machine.credential(at: begin + 170, isOptional: false, since: 0))
    #expect(
      kind(machine.credential(at: begin + 199, isOptional: false, since: 0)) == "use 1", "nothing waits")
    #expect(kind(machine.credential(at: begin + 200, isOptional: false, since: 0)) == "wait")
    machine.finished(
      run, .failed(AuthenticationError(.refreshFailed), isFinal: false), at: begin + 170)
    #expect(
      kind(machine.credential(at: begin + 170, isOptional: false, since: 0)) == "use 1", "it holds still")
    #expect(kind(machine.credential(at: begin + 200, isOptional: false, since: 0)).hasPrefix("fail"))
    #expect(
      kind(machine.credential(at: begin + 200, isOptional: false, since: machine.failedRuns)) == "start")
  }

  @Test func aShortLifeIsNotSpentOnRefreshes() throws {
    var machine = signedIn(expires: begin)
    machine.finished(
      try run(machine.credential(at: begin, isOptional: false, since: 0)),
      .refreshed(stored(2, expires: begin + 8)), at: begin)
    #expect(kind(machine.credential(at: begin + 5, isOptional: false, since: 0)) == "use 2")
    #expect(kind(machine.credential(at: begin + 6, isOptional: false, since: 0)) == "use 2, start 2")
  }

  @Test func aCredentialThatIsExpiredWhenItIsObtainedIsUsedUntilItIsRefused() throws {
    var machine = signedIn(expires: begin)
    machine.finished(
      try run(machine.credential(at: begin, isOptional: false, since: 0)),
      .refreshed(stored(2, expires: begin - 3_600)), at: begin)
    #expect(kind(machine.credential(at: begin + 1_000, isOptional: false, since: 0)) == "use 2")
  }

  @Test func aNewCredentialThatIsRefusedAtOnceIsNotRefreshedAgainAndAgain() throws {
    var machine = signedIn()
    let (_, first) = try use(&machine, at: begin)
    machine.finished(
      try run(machine.refused(first, by: endpoint, at: begin)), .refreshed(stored(2)), at: begin)
    var refreshes = 0
    var now = begin
    for number in 3..<203 {
      let (_, ticket) = try use(&machine, at: now)
      switch machine.refused(ticket, by: endpoint, at: now) {
      case .accept: break
      case .wait(_, let run?):
        refreshes += 1
        machine.finished(run, .refreshed(stored(number)), at: now)
      default: Issue.record("neither a response nor a refresh")
      }
      now += 0.5
    }
    #expect((1...8).contains(refreshes), "\(refreshes) in 100 seconds")
  }

  @Test func thatAnOlderCredentialWasAcceptedSaysNothingOfTheNewOne() throws {
    var machine = signedIn()
    let (_, first) = try use(&machine, at: begin)
    machine.finished(
      try run(machine.refused(first, by: endpoint, at: begin)), .refreshed(stored(2)), at: begin)
    machine.accepted(first, by: endpoint)
    for number in 3...5 {
      let (_, ticket) = try use(&machine, at: begin)
      let run = try run(machine.refused(ticket, by: endpoint, at: begin))
      machine.finished(run, .refreshed(stored(number)), at: begin)
      machine.accepted(first, by: endpoint)
    }
    let (_, last) = try use(&machine, at: begin)
    #expect(kind(machine.refused(last, by: endpoint, at: begin)) == "accept", "it was never accepted")
    machine.accepted(last, by: endpoint)
    #expect(kind(machine.refused(last, by: endpoint, at: begin)) == "start", "it is revoked")
  }

  @Test func withoutAWayToRefreshARefusalIsTheResponse() throws {
    var machine = signedIn(expires: begin, canRefresh: false)
    let (_, ticket) = try use(&machine, at: begin + 10)
    #expect(kind(machine.refused(ticket, by: endpoint, at: begin)) == "accept")
  }

  @Test func aFirstCredentialIsObtainedOnceAndOnlyWhenItIsNeeded() throws {
    var machine = machine(obtains: true)
    guard case .use(nil, let ticket?, _) = machine.credential(at: begin, isOptional: true, since: 0) else {
      throw Unexpected()
    }
    let run = try run(machine.refused(ticket, by: endpoint, at: begin))
    #expect(run.stored == nil && kind(machine.refused(ticket, by: endpoint, at: begin)) == "wait")
    machine.finished(run, .failed(AuthenticationError(.refused), isFinal: true), at: begin)
    #expect(kind(machine.credential(at: begin, isOptional: false, since: 0)).hasPrefix("fail"))
    #expect(kind(machine.credential(at: begin + 2, isOptional: false, since: 9)) == "start", "it tries again")
  }

  @Test func withoutALoginACredentialIsMissingOrOptional() {
    var machine = machine()
    #expect(
      kind(machine.credential(at: begin, isOptional: false, since: 0))
        == "fail: missing")
    #expect(kind(machine.credential(at: begin, isOptional: true, since: 0)) == "use 0")
  }

  @Test func theStoreIsReadFirstAndASignInIsNewer() throws {
    var machine = Machine(canRefresh: true, obtains: false, leeway: .zero)
    #expect(machine.state == .unknown)
    let run = try run(machine.credential(at: begin, isOptional: false, since: 0))
    #expect(run.isLoading)
    machine.signIn(stored(5))
    machine.finished(run, .loaded(stored(1)), at: begin)
    #expect(kind(machine.credential(at: begin, isOptional: false, since: 0)) == "use 5")
  }

  @Test func aStoreThatCantBeReadFailsTheCallsThatWaited() throws {
    var machine = Machine(canRefresh: true, obtains: false, leeway: .zero)
    let run = try run(machine.credential(at: begin, isOptional: false, since: 0))
    let error = AuthenticationError(.storeFailed)
    machine.finished(run, .failed(error, isFinal: false), at: begin)
    #expect(kind(machine.credential(at: begin + 99, isOptional: false, since: 0)) == "fail: \(error.kind)")
    #expect(kind(machine.credential(at: begin + 99, isOptional: false, since: 1)) == "start")
  }

  /// Any order of events: one run at a time, no credential is refreshed twice unless that failed, what is used is the
  /// newest of its login, and no call is sent again with another login.
  @Test func anyOrderOfEventsKeepsTheInvariants() async throws {
    await forAll(runs: 400) { random in
      let obtains = random.one(of: [false, false, true])
      var machine = self.machine(obtains: obtains, leeway: .seconds(random.int(0...40)))
      var now = begin
      var next = 1
      var newest: Int?
      var running: Machine.Run?
      var refreshing: Set<Int> = []
      var spent: Set<Int> = []
      var tickets: [(ticket: SessionTicket, number: Int?)] = []

      func began(_ run: Machine.Run?) {
        guard let run else { return }
        #expect(running == nil || running?.login != run.login, "two runs at once")
        running = run
        if let number = number(of: run.stored) {
          #expect(!spent.contains(number), "\(number) is spent twice")
          #expect(number == newest)
          refreshing.insert(number)
        }
      }
      for _ in 0..<120 {
        switch random.int(0...9) {
        case 0:
          newest = next
          machine.signIn(
            stored(next, expires: random.bool() ? now + Double(random.int(-10...100)) : nil))
          next += 1
        case 1 where random.int(0...2) == 0:
          machine.signOut()
          newest = nil
        case 2, 3, 4:
          switch machine.credential(at: now, isOptional: random.bool(), since: machine.failedRuns) {
          case .use(let key, let ticket, let run):
            #expect((key as? Key)?.number == newest)
            began(run)
            if let ticket { tickets.append((ticket, (key as? Key)?.number)) }
          case .wait(let id, let run):
            #expect(machine.run?.id == id)
            began(run)
          case .fail: break
          }
        case 5, 6:
          guard let (ticket, number) = tickets.randomElement(using: &random) else { break }
          if random.bool() {
            machine.accepted(ticket, by: endpoint)
          } else {
            let isOfThisLogin = ticket.login == machine.login
            switch machine.refused(ticket, by: endpoint, at: now) {
            case .accept: #expect(isOfThisLogin && number == newest)
            case .replay: #expect(isOfThisLogin && number != newest)
            case .wait(_, let run):
              #expect(isOfThisLogin)
              began(run)
            case .fail: break
            }
          }
        case 7, 8:
          guard let run = running else { break }
          running = nil
          let isLive = machine.run?.id == run.id
          let number = number(of: run.stored)
          if let number { refreshing.remove(number) }
          switch random.int(0...3) {
          case 0:
            let isFinal = random.bool()
            machine.finished(
              run, .failed(AuthenticationError(.refreshFailed), isFinal: isFinal), at: now)
            if isLive, isFinal, !obtains { newest = nil }
          default:
            if let number { spent.insert(number) }
            machine.finished(
              run, .refreshed(stored(next, expires: random.bool() ? now + Double(random.int(-5...60)) : nil)),
              at: now)
            if isLive { newest = next }
            next += 1
          }
          #expect(!isLive || machine.run == nil)
        default: now += Double(random.int(0...20))
        }
        #expect(number(of: machine.stored) == newest)
      }
    }
  }

  @Test func withoutAServerThePauseStaysShort() throws {
    var machine = signedIn()
    let error = AuthenticationError(.refreshFailed)
    var now = begin
    for _ in 0..<20 {
      let (_, ticket) = try use(&machine, at: now)
      machine.finished(
        try run(machine.refused(ticket, by: endpoint, at: now)),
        .failed(error, isFinal: false, isUnsent: true), at: now)
      now += 4.1
    }
    let (_, ticket) = try use(&machine, at: now)
    machine.finished(
      try run(machine.refused(ticket, by: endpoint, at: now)), .failed(error, isFinal: false), at: now)
    let (_, later) = try use(&machine, at: now)
    #expect(kind(machine.refused(later, by: endpoint, at: now + 7.9)) == "fail: \(error.kind)", "eight now")
    #expect(kind(machine.refused(later, by: endpoint, at: now + 8.1)) == "start")
  }
}
