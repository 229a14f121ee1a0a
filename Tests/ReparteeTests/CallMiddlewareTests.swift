import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

struct CallMiddlewareTests {
  private struct Recorder: CallMiddleware {
    let name: String
    let log: Log

    func response<Output, Failure>(
      to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
    ) async throws(CallError<Failure>) -> TypedResponse<Output> {
      log.add("\(name) \(call.request)")
      do throws(CallError<Failure>) {
        let response = try await next(call)
        log.add("\(name) \(response.value) after \(response.attempts.count)")
        return response
      } catch {
        log.add("\(name) \(error)")
        throw error
      }
    }
  }

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let text = Resource<String, UserError>(
    .get("/a"), [.code(200, .decode), .code(404, .error(.notFound))])

  private func client(
    _ middleware: [any CallMiddleware], _ responses: TransportResponse...
  ) -> (Client, Arrivals) {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in responses[min(arrivals.all.count, responses.count) - 1] })
    client.clock = SkippingClock(end: .seconds(60))
    client.callMiddleware = middleware
    return (client, arrivals)
  }

  @Test func itSeesTheCallOnceAndTyped() async throws {
    let log = Log()
    let (client, arrivals) = client(
      [Recorder(name: "a", log: log), Recorder(name: "b", log: log)], .status(503), .text("fine"))
    #expect(try await client.send(text) == "fine")
    #expect(arrivals.all.count == 2)
    #expect(log.all == ["a GET /a", "b GET /a", "b fine after 2", "a fine after 2"])
  }

  @Test func itSeesADeclaredFailure() async throws {
    let log = Log()
    let (client, _) = client([Recorder(name: "a", log: log)], .status(404))
    #expect(await client.result(of: text).error?.declared == .notFound)
    #expect(log.all.last == "a GET /a → 404 Not Found, no body: a declared failure (UserError.notFound)")
  }

  @Test func itSeesARequestThatCouldNotBeBuilt() async throws {
    let log = Log()
    let (client, arrivals) = client([Recorder(name: "a", log: log)], .text("fine"))
    let error = await client.result(of: text) { $0.headers["X\nY"] = "1" }.error
    #expect(error?.requestError?.kind == .header && arrivals.all.isEmpty)
    #expect(log.all.count == 2 && log.all[1].contains("not sent"))
  }

  @Test func itCanChangeTheRequest() async throws {
    struct Language: CallMiddleware {
      func response<Output, Failure>(
        to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
      ) async throws(CallError<Failure>) -> TypedResponse<Output> {
        var call = call
        call.request.headers["Accept-Language"] = "de"
        return try await next(call)
      }
    }
    let (client, arrivals) = client([Language()], .text("fine"))
    _ = try await client.send(text)
    #expect(arrivals.all.first?.head.headerFields[.acceptLanguage] == "de")
  }

  @Test func itCanFailTheCallBeforeAnythingIsSent() async throws {
    struct Maintenance: CallMiddleware {
      func response<Output, Failure>(
        to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
      ) async throws(CallError<Failure>) -> TypedResponse<Output> {
        throw CallError(.transport(TransportError(.offline)), call: call.request.description)
      }
    }
    let (client, arrivals) = client([Maintenance()], .text("fine"))
    let error = await client.result(of: text).error
    #expect(error?.isOffline == true && arrivals.all.isEmpty && error?.call == "GET /a")
  }

  @Test func theTimeOfTheCallCoversIt() async throws {
    struct Slow: CallMiddleware {
      func response<Output, Failure>(
        to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
      ) async throws(CallError<Failure>) -> TypedResponse<Output> {
        do { try await Task.sleep(for: .seconds(3_600)) } catch {
          throw CallError(.transport(TransportError(.cancelled)))
        }
        return try await next(call)
      }
    }
    var (client, arrivals) = client([Slow()], .text("fine"))
    let clock = ManualClock()
    client.clock = clock
    let own = client
    let call = Task { await own.result(of: text) { $0.timeout = .seconds(5) } }
    while !clock.sleeps.contains(.seconds(5)) { await Task.yield() }
    clock.advance(by: .seconds(5))
    #expect(await call.value.error?.transportError?.kind == .timedOut(.total))
    #expect(arrivals.all.isEmpty)
    client.clock = ManualClock()
    let cancelled = Task { [client] in await client.result(of: text) }
    cancelled.cancel()
    #expect(await cancelled.value.error?.isCancellation == true)
  }

  @Test func anAttemptWithAResponseHasNotFailedBecauseTheCallIsLate() async throws {
    struct Slow: CallMiddleware {
      let hasReply: Signal
      func response<Output, Failure>(
        to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
      ) async throws(CallError<Failure>) -> TypedResponse<Output> {
        let response = try await next(call)
        hasReply.fire()
        do { try await Task.sleep(for: .seconds(3_600)) } catch {
          throw CallError(
            .transport(TransportError(.cancelled)), request: response.request, attempts: response.attempts)
        }
        return response
      }
    }
    let hasReply = Signal()
    var (client, _) = client([Slow(hasReply: hasReply)], .text("fine"))
    let clock = ManualClock()
    client.clock = clock
    let own = client
    let call = Task { await own.result(of: text) { $0.timeout = .seconds(5) } }
    await hasReply.wait()
    clock.advance(by: .seconds(5))
    let error = try #require(await call.value.error)
    #expect(error.transportError?.kind == .timedOut(.total) && error.attempts.count == 1)
    guard case .success(200)? = error.attempts.first?.result else {
      Issue.record("the status is lost")
      return
    }
  }

  /// Fires when the task of the call is cancelled.
  private struct Passing: CallMiddleware {
    let isCancelled = Signal()

    func response<Output, Failure>(
      to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
    ) async throws(CallError<Failure>) -> TypedResponse<Output> {
      let result = await withTaskCancellationHandler {
        () async -> Result<TypedResponse<Output>, CallError<Failure>> in
        do throws(CallError<Failure>) { return .success(try await next(call)) } catch {
          return .failure(error)
        }
      } onCancel: {
        isCancelled.fire()
      }
      return try result.get()
    }
  }

  @Test func anOutputIsReturnedHoweverLateItIs() async throws {
    let clock = ManualClock()
    var (client, _) = client([Passing()], .text("fine"))
    client.clock = clock
    let slow: ResponseMap<String, Never> = [
      .any(
        Outcome { _, _ in
          clock.advance(by: .seconds(100))
          // As the deadline does.
          withUnsafeCurrentTask { $0?.cancel() }
          return .success("late")
        })
    ]
    #expect(try await client.send(Resource(.get("/a"), slow)) == "late")
  }

  @Test(.timeLimit(.minutes(1))) func anOutputOfAnAsyncOutcomeIsReturnedHoweverLateItIs() async throws {
    let (clock, passing) = (ManualClock(), Passing())
    var (client, _) = client([passing], .text("fine"))
    client.clock = clock
    let slow: ResponseMap<String, Never> = [
      .any(
        Outcome(async: { _, _ in
          clock.advance(by: .seconds(100))
          while !passing.isCancelled.hasFired { await Task.yield() }
          return .success("late")
        }))
    ]
    #expect(try await client.send(Resource(.get("/a"), slow)) == "late")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func aCancellationOfTheCallerCountsHoweverLateTheOutputIs(isWithin: Bool) async throws {
    let (clock, decodes, goesOn) = (ManualClock(), Signal(), Signal())
    var (client, _) = client(isWithin ? [Passing()] : [], .text("fine"))
    client.clock = clock
    let slow: ResponseMap<String, Never> = [
      .any(
        Outcome(async: { _, _ in
          decodes.fire()
          while !goesOn.hasFired { await Task.yield() }
          return .success("late")
        }))
    ]
    let call = Task { [client] in await client.result(of: Resource(.get("/a"), slow)) }
    await decodes.wait()
    call.cancel()
    clock.advance(by: .seconds(100))
    goesOn.fire()
    #expect(await call.value.error?.isCancellation == true)
  }

  @Test func theTimeOfAMiddlewareCountsForTheCall() async throws {
    /// Advances the clock, and makes the call.
    struct Late: CallMiddleware {
      let clock: SkippingClock
      func response<Output, Failure>(
        to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
      ) async throws(CallError<Failure>) -> TypedResponse<Output> {
        clock.advance(by: .seconds(10))
        return try await next(call)
      }
    }
    let clock = SkippingClock(end: .seconds(5))
    var (client, arrivals) = client([Late(clock: clock)], .text("fine"))
    client.clock = clock
    let error = await client.result(of: text) { $0.timeout = .seconds(5) }.error
    #expect(error?.transportError?.kind == .timedOut(.total) && arrivals.all.isEmpty)
  }

  @Test func itSeesTheTypesOfEachEndpoint() async throws {
    let log = Log()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in .json(#"{"id": 7, "name": "Ada"}"#) })
    client.callMiddleware = [Recorder(name: "a", log: log)]
    _ = try await client.send(GetUser(id: 7))
    #expect(log.all.last?.contains("User(id: 7") == true)
  }
}
