import Foundation
import TestSupport
import Testing

@testable import Repartee

/// The machine of a session against a server that revokes tokens, some as soon as it has given them, refuses all at
/// some endpoints, and can't be reached at times.
struct SessionMachineModelTests {
  private struct Key: Credential {
    var number: Int
    func authenticate(_ request: inout AttemptRequest) {}
  }

  private static let endpoints = ["/a", "/b", "/forbidden"].map {
    SessionEndpoint(method: .get, authority: "api.example.com", template: $0)
  }

  private struct Flight {
    let endpoint: SessionEndpoint
    var sends = 0
    var hasWaited = false
    var ticket: SessionTicket?
    var number = 0
    var isAccepted = false
    var run: UInt64?
  }

  /// What the server and the network do, and what is known of the refreshes.
  private struct World {
    var machine = SessionMachine(canRefresh: true, obtains: false, leeway: .seconds(30))
    var now = Date(timeIntervalSince1970: 1_000_000)
    var newest = 0
    var valid: Int? = 0
    var useless = 0
    var forbidden: Set<SessionEndpoint> = [endpoints[2]]
    var flights: [Flight] = []
    var run: SessionMachine.Run?
    var ends = (good: 0, refused: 0, failed: 0)

    private var failedRuns = 0
    private var unaccepted = 0
    private var lastNew: Date?
    private var hasAccepted: Set<SessionEndpoint> = []
    private var lastStart: [SessionEndpoint: (number: Int, at: Date)] = [:]

    init() {
      machine.signOut()
      machine.signIn(StoredCredential(Key(number: 0), identity: "ada", version: "0"))
    }

    private mutating func begins(_ run: SessionMachine.Run?, for endpoint: SessionEndpoint) {
      guard let run else { return }
      #expect(self.run == nil, "one refresh at a time")
      self.run = run
      if unaccepted > 3, let lastNew {
        let pause = min(Double(1 << min(unaccepted - 4, 10)), 240)
        #expect(now.timeIntervalSince(lastNew) >= pause, "\(unaccepted) useless refreshes")
      }
      if let last = lastStart[endpoint], last.number != newest, !hasAccepted.contains(endpoint) {
        #expect(now.timeIntervalSince(last.at) >= 60, "it never accepted one")
      }
      lastStart[endpoint] = (newest, now)
    }

    /// Sends the request, unless it has to wait or fails.
    mutating func send(_ flight: Flight) {
      var flight = flight
      flight.run = nil
      switch machine.credential(at: now, isOptional: false, since: machine.failedRuns) {
      case .use(let key as Key, let ticket?, let run):
        begins(run, for: flight.endpoint)
        #expect(key.number == newest)
        flight.sends += 1
        flight.ticket = ticket
        flight.number = key.number
        flight.isAccepted = key.number == valid && !forbidden.contains(flight.endpoint)
        flights.append(flight)
      case .wait(let id, let run):
        begins(run, for: flight.endpoint)
        flight.hasWaited = true
        flight.run = id
        flights.append(flight)
      case .fail:
        #expect(failedRuns > 0)
        ends.failed += 1
      case .use: Issue.record("no ticket")
      }
    }

    mutating func deliver(_ index: Int) {
      var flight = flights.remove(at: index)
      if let waited = flight.run, waited == machine.run?.id { return flights.append(flight) }
      guard let ticket = flight.ticket else { return send(flight) }
      if flight.isAccepted {
        machine.accepted(ticket, by: flight.endpoint)
        hasAccepted.insert(flight.endpoint)
        if flight.number == newest { unaccepted = 0 }
        ends.good += 1
        return
      }
      guard let resending = Resending(after: flight.sends - 1) else {
        ends.refused += 1
        return
      }
      let after = machine.refused(
        ticket, by: flight.endpoint, hasWaited: flight.hasWaited, mayStart: resending == .withNew, at: now)
      switch after {
      case .accept:
        #expect(flight.number == newest && run == nil, "there is a newer credential, or soon will be")
        ends.refused += 1
      case .replay:
        #expect(flight.number < newest)
        flight.ticket = nil
        send(flight)
      case .wait(let id, let run):
        begins(run, for: flight.endpoint)
        flight.run = id
        flights.append(flight)
      case .fail:
        #expect(failedRuns > 0)
        ends.failed += 1
      }
    }

    mutating func finish(reaching isReached: Bool) {
      guard let run else { return }
      self.run = nil
      guard isReached else {
        failedRuns += 1
        let error = AuthenticationError(.refreshFailed)
        return machine.finished(run, .failed(error, isFinal: false, isUnsent: true), at: now)
      }
      newest += 1
      unaccepted += 1
      lastNew = now
      valid = useless > 0 ? nil : newest
      useless = max(useless - 1, 0)
      let stored = StoredCredential<any Credential>(
        Key(number: newest), identity: "ada", version: "\(newest)")
      machine.finished(run, .refreshed(stored), at: now)
    }
  }

  @Test func callsFailOnlyIfTheNewestCredentialIsRefusedAndRefreshesAreBounded() async {
    var all = (good: 0, refused: 0, failed: 0)
    await forAll(runs: 1_200) { random in
      var world = World()
      for _ in 0..<150 {
        switch random.int(0...11) {
        case 0...3: world.send(Flight(endpoint: random.one(of: Self.endpoints)))
        case 4...7:
          if let index = world.flights.indices.randomElement(using: &random) { world.deliver(index) }
        case 8, 9: world.finish(reaching: random.int(0...7) > 0)
        case 10:
          if random.bool() { (world.valid, world.useless) = (nil, random.one(of: [0, 0, 1, 2, 9])) }
        default: world.now += random.one(of: [0.01, 0.3, 1, 2, 70])
        }
      }
      // Once the server does what it should.
      world.useless = 0
      world.now += 500
      while !world.flights.isEmpty {
        world.finish(reaching: true)
        world.deliver(0)
      }
      world.now += 500
      let (good, refused) = (world.ends.good, world.ends.refused)
      world.send(Flight(endpoint: Self.endpoints[0]))
      while !world.flights.isEmpty {
        world.finish(reaching: true)
        world.deliver(0)
      }
      #expect(world.ends.good == good + 1 && world.ends.refused == refused)
      all = (
        all.good + world.ends.good, all.refused + world.ends.refused, all.failed + world.ends.failed
      )
    }
    #expect(all.good > 0 && all.refused > 0 && all.failed > 0)
  }
}
