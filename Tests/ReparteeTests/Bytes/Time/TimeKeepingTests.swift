import Foundation
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// The time limits for the head and between the parts of a body.
@Suite(.timeLimit(.minutes(5))) struct TimeKeepingTests {
  private let clock = ManualClock()

  private func client(
    _ transport: InMemoryTransport, head: Duration = .unlimited, idle: Duration = .unlimited
  ) -> Client {
    var client = Client(baseURL: api, transport: transport)
    client.retry = .off
    client.clock = clock
    client.timeout = .unlimited
    client.headTimeout = head
    client.idleTimeout = idle
    return client
  }

  private static let lines: ResponseMap<ResponseStream<String, Never>, Never> = [
    .code(200, .stream(.lines()))
  ]

  private func stuck(_ stalls: Signal) -> InMemoryTransport {
    InMemoryTransport { _ in
      stalls.fire()
      try await ManualClock().sleep(until: .init(offset: .seconds(1)), tolerance: nil)
      return .status(200)
    }
  }

  @Test func aHeadThatTakesTooLongFailsTheCall() async throws {
    let stalls = Signal()
    let client = client(stuck(stalls), head: .seconds(5))
    async let result = client.result(of: Resource<String, Never>(.get("/x"), [.any(.decode)]))
    await stalls.wait()
    await clock.waitForSleeps()
    clock.advance(by: .seconds(5))
    guard case .failure(let error) = await result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.transportError?.kind == .timedOut(.head) && error.response == nil)
    #expect(clock.sleeps == [.seconds(5)])
  }

  @Test func aBodyThatStallsFailsTheCallAndKeepsTheReceivedPart() async throws {
    let watched = Watched()
    let client = client(watched.transport(["abc"]), idle: .seconds(5))
    async let result = client.result(of: Resource<String, Never>(.get("/x"), [.any(.decode)]))
    await watched.isRead.wait()
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(5))
    guard case .failure(let error) = await result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.transportError?.kind == .timedOut(.idle) && error.response?.text == "abc")
    await watched.isClosed.wait()
  }

  @Test func aStreamThatStallsFailsAfterItsElementsAndIsClosed() async throws {
    let watched = Watched()
    let client = client(watched.transport(["a\n", "b\n"]), idle: .seconds(5))
    let stream = try await client.send(Resource(.get("/x"), Self.lines))
    async let given = drain(stream)
    await watched.isRead.wait()
    await clock.waitForSleeps(3)
    clock.advance(by: .seconds(5))
    #expect(await given.elements == ["a", "b"])
    #expect(await given.error?.transportError?.kind == .timedOut(.idle))
    await watched.isClosed.wait()
  }

  @Test func aSlowReaderCausesNoIdleTimeout() async throws {
    let watched = Watched()
    let client = client(watched.transport(["a\n", "b\n"]), idle: .seconds(5))
    var iterator = try await client.send(Resource(.get("/x"), Self.lines)).makeAsyncIterator()
    #expect(try await iterator.next() == "a")
    clock.advance(by: .seconds(500))
    #expect(try await iterator.next() == "b")
  }

  /// A result at that moment is one of cancelled work: its source may have ended early.
  @Test func whatArrivesWithTheLimitIsLate() async throws {
    let begun = Signal()
    async let late = bounded(by: .seconds(5), clock: clock, timeout: .idle) {
      () async throws(TransportError) in
      begun.fire()
      while !Task.isCancelled { await Task.yield() }
      return Data("half".utf8)
    }
    await begun.wait()
    await clock.waitForSleeps()
    clock.advance(by: .seconds(5))
    do {
      _ = try await late
      Issue.record("it was in time")
    } catch {
      #expect((error as? TransportError)?.kind == .timedOut(.idle))
    }
  }

  @Test func cancellingIsACancellationAndNoTimeout() async throws {
    let stalls = Signal()
    let client = client(stuck(stalls), head: .seconds(5), idle: .seconds(5))
    let task = Task { await client.result(of: Resource<String, Never>(.get("/x"), [.any(.decode)])) }
    await stalls.wait()
    task.cancel()
    guard case .failure(let error) = await task.value else {
      Issue.record("it gave output")
      return
    }
    #expect(error.transportError?.kind == .cancelled)
  }

  @Test func theDeadlineIsReportedAsTheTotalTimeout() async throws {
    let stalls = Signal()
    var client = client(stuck(stalls), head: .seconds(50))
    client.timeout = .seconds(5)
    async let result = client.result(of: Resource<String, Never>(.get("/x"), [.any(.decode)]))
    await stalls.wait()
    await clock.waitForSleeps()
    clock.advance(by: .seconds(5))
    guard case .failure(let error) = await result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.transportError?.kind == .timedOut(.total))
  }

  @Test func withoutTimeLimitsNoTimerIsSet() async throws {
    let client = client(InMemoryTransport { _ in .text("x", contentType: nil) })
    #expect(try await client.send(Resource<String, Never>(.get("/x"), [.any(.decode)])) == "x")
    #expect(clock.sleeps.isEmpty)
  }
}
