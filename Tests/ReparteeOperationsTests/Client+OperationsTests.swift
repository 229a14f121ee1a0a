import Foundation
import Repartee
import ReparteeBase
import ReparteeOperations
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientOperationsTests {
  private func running(_ arrivals: Arrivals) -> InMemoryTransport {
    arrivals.transport { request in
      request.head.method == .delete ? .status(204) : .json(#"{"id": "7", "state": "RUNNING"}"#)
    }
  }

  @Test func aCancelledWaitCancelsTheWorkIfAsked() async throws {
    for cancelsWork in [false, true] {
      let (clock, arrivals) = (ManualClock(), Arrivals())
      var client = client(running(arrivals)) { $0.authentication = .bearer("a") }
      client.clock = clock
      client.timeout = .unlimited
      let waiting = Task { [client] in
        await waited(for: StartJob(), by: client, cancelsWork: cancelsWork)
      }
      await clock.waitForSleeps(1)
      waiting.cancel()
      #expect(await waiting.value.error?.isCancellation == true)
      #expect(arrivals.all.map(\.head.method) == (cancelsWork ? [.post, .delete] : [.post]))
      #expect(arrivals.all.last?.head.path == (cancelsWork ? "/jobs/7" : "/jobs"))
      #expect(arrivals.all.last?.head.headerFields[.authorization] == "Bearer a")
    }
  }

  @Test func aWaitThatIsOverCancelsTheWorkIfAsked() async throws {
    for cancelsWork in [false, true] {
      let arrivals = Arrivals()
      let client = client(running(arrivals))
      let error = await waited(
        for: StartJob(), by: client, within: .seconds(10), cancelsWork: cancelsWork
      ).error
      #expect(error?.isTimeout == true)
      #expect(arrivals.all.count(where: { $0.head.method == .delete }) == (cancelsWork ? 1 : 0))
    }
  }

  @Test func aLookThatTheLimitEndsCancelsTheWorkIfAsked() async throws {
    let (clock, arrivals, never) = (ManualClock(), Arrivals(), Signal())
    var client = client(
      arrivals.transport { request in
        if request.head.method == .get { await never.wait() }
        return request.head.method == .delete ? .status(204) : .json(#"{"id": "7", "state": "RUNNING"}"#)
      })
    client.clock = clock
    let waiting = Task { [client] in
      await waited(for: StartJob(), by: client, within: .seconds(5), cancelsWork: true)
    }
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await clock.waitForSleeps(3)
    clock.advance(by: .seconds(4))
    #expect(await waiting.value.error?.isTimeout == true)
    #expect(arrivals.all.map(\.head.method) == [.post, .get, .delete])
  }

  /// The server may never respond to the cancellation either.
  @Test func theCancellationOfTheWorkHasALimit() async throws {
    let (clock, asked) = (ManualClock(), Signal())
    var client = client(
      InMemoryTransport { request in
        guard request.head.method == .delete else { return .json(#"{"id": "7", "state": "RUNNING"}"#) }
        asked.fire()
        try await Task.sleep(for: .seconds(3_600))
        return .status(204)
      })
    client.clock = clock
    client.timeout = .unlimited
    let waiting = Task { [client] in await waited(for: StartJob(), by: client, cancelsWork: true) }
    await clock.waitForSleeps(1)
    waiting.cancel()
    await asked.wait()
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(30))
    #expect(await waiting.value.error?.isCancellation == true)
  }

  @Test func anotherErrorLeavesTheWork() async throws {
    let arrivals = Arrivals()
    let client = client(
      arrivals.transport { request in
        request.head.method == .post ? .json(#"{"id": "7", "state": "NEW"}"#) : .status(500)
      }
    ) { $0.retry = .off }
    let error = await waited(for: StartJob(), by: client, within: .seconds(60), cancelsWork: true).error
    #expect(error?.status == .internalServerError)
    #expect(arrivals.all.map(\.head.method) == [.post, .get])
  }

  @Test func workIsCancelledByItsHandle() async throws {
    let arrivals = Arrivals()
    let client = client(
      arrivals.transport { request in
        request.head.path == "/jobs/late" ? .status(409) : .status(204)
      })
    try await client.cancel(StartJob(), at: OperationHandle(try #require(try Cursor.value("7"))))
    #expect(arrivals.all.map(\.head.path) == ["/jobs/7"])
    let late = OperationHandle(try #require(try Cursor.value("late")))
    await #expect { try await client.cancel(StartJob(), at: late) } throws: { error in
      (error as? CallError<WorkError>)?.declared == .failed("too late")
    }
    await #expect { try await client.cancel(Render(), at: late) } throws: { error in
      (error as? CallError<WorkError>)?.requestError?.kind == .operation
    }
    #expect(arrivals.all.count == 2)
  }

  @Test func anApplicationsOwnErrorIsThrown() async throws {
    struct Start: OperationEndpoint {
      typealias Thrown = AppError
      var request: Request { .post("/a") }
      static let responses: ResponseMap<Int, AppError> = [
        .code(200, .decode), .code(403, .error(.refused("no"))),
      ]
      func step(after state: OperationState<Int>) -> OperationStep<Int> { .ended(state.value) }
    }
    let refused = client(InMemoryTransport { _ in .status(403) })
    guard case .failure(.refused("no")) = await waited(for: Start(), by: refused) else {
      Issue.record("another error")
      return
    }
    let offline = client(InMemoryTransport { _ in throw TransportError(.offline) }) { $0.retry = .off }
    do throws(AppError) {
      for try await _ in offline.progress(of: Start()) { Issue.record("a state") }
      Issue.record("no error")
    } catch {
      guard case .offline = error else {
        Issue.record("another error")
        return
      }
    }
  }

  @Test func eventsNameTheEndpoint() async throws {
    let names = Mutex<[String?]>([])
    let client = client(WorkServer(looks: 1).transport()) { client in
      client.observers = [
        .handler { event in
          if event.kind == .callStarted { names.withLock { $0.append(event.operation) } }
        }
      ]
    }
    _ = try await client.wait(for: StartJob())
    #expect(names.withLock { $0 } == ["StartJob", "StartJob"])
  }
}
