import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SkippingClockTests {
  private let ada = User(id: 7, name: "Ada")
  private let adaText = #"{"id": 7, "name": "Ada"}"#

  private func client(_ clock: SkippingClock, _ replies: StubResponse<User, UserError>...) -> Client {
    var client = Client.preview {
      Stub(GetUser.self) { _ in replies[0] }
      if replies.count > 1 { Stub(GetUser.self, replies[0], replies[1]) }
    }
    client.clock = clock
    client.idleTimeout = .seconds(5)
    client.headTimeout = .seconds(30)
    client.randomness = { .max }
    return client
  }

  @Test func aStubbedRetryEnds() async throws {
    for _ in 0..<50 {
      let clock = SkippingClock()
      let reply = try await client(clock, .status(503), .json(adaText)).response(to: GetUser(id: 7))
      #expect(reply.value == ada && reply.attempts.count == 2)
      #expect(clock.sleeps == [reply.attempts[1].pause], "a time limit is no pause")
      #expect(clock.now.offset == reply.attempts[1].pause)
    }
  }

  @Test(arguments: [29, 31]) func aPauseThatGoesBeyondATimeLimitEndsTheCall(seconds: Int) async {
    for _ in 0..<20 {
      let clock = SkippingClock()
      var client = client(clock, .json(adaText).after(.seconds(seconds)))
      client.retry = .off
      let result = await client.result(of: GetUser(id: 7))
      if seconds < 30 {
        #expect((try? result.get()) == ada)
      } else {
        #expect(result.error?.transportError?.kind == .timedOut(.head))
      }
    }
  }

  @Test(arguments: [SkippingClock(), SkippingClock(end: .seconds(40))])
  func aDeadlineOfOnesOwnStaysBehindALimit(clock: SkippingClock) async {
    var client = client(clock, .json(adaText).after(.seconds(50)))
    client.retry = .off
    let result = await client.result(of: GetUser(id: 7))
    #expect(result.error?.transportError?.kind == .timedOut(.head))
    #expect(clock.now.offset == .seconds(30))
  }

  @Test func advancingEndsACallThatWaits() async {
    let begun = Signal()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        begun.fire()
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      })
    let clock = SkippingClock()
    client.clock = clock
    client.retry = .off
    let task = Task { [client] in await client.result(of: GetUser(id: 7)) }
    await begun.wait()
    clock.advance(by: .seconds(60))
    #expect(await task.value.error?.transportError?.kind == .timedOut(.total))
  }
}
