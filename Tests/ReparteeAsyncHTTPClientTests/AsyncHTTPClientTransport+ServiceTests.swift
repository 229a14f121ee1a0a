#if AsyncHTTPClient && ServiceLifecycle
import Foundation
import Logging
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase
import ServiceLifecycle
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportServiceTests {
  /// Sends one call, during which the group is asked to shut down.
  private struct Caller: Service {
    var authority: String
    var transport: AsyncHTTPClientTransport
    var body: @Sendable (Result<String, any Error>) -> Void

    func run() async throws {
      do {
        body(.success(try await get("http", authority, over: transport)))
      } catch {
        body(.failure(error))
      }
      try? await gracefulShutdown()
    }
  }

  @Test func aGroupThatShutsDownLetsTheCallInFlightEnd() async throws {
    let (arrived, goOn, closed) = (Signal(), Signal(), Signal())
    let result = Mutex<Result<String, any Error>?>(nil)
    try await LoopbackServer.run { exchange in
      arrived.fire()
      goOn.block()
      exchange.answer(body: "whole")
      if exchange.waitForClose() { closed.fire() }
    } _: { server in
      let transport = AsyncHTTPClientTransport()
      let caller = Caller(authority: server.authority, transport: transport) { body in
        result.withLock { $0 = body }
      }
      let group = ServiceGroup(services: [transport, caller], logger: Logger(label: "test"))
      let running = Task { try await group.run() }
      await arrived.wait()
      await group.triggerGracefulShutdown()
      goOn.fire()
      try await running.value
      #expect(try result.withLock { $0 }?.get() == "whole")
      await closed.wait()
      let error = await failure { try await get("http", server.authority, over: transport) }
      #expect(error?.kind == .shutDown)
    }
  }

  @Test func aCancelledGroupAbortsTheCall() async throws {
    let (arrived, closed) = (Signal(), Signal())
    try await LoopbackServer.run { exchange in
      arrived.fire()
      if exchange.waitForClose() { closed.fire() }
    } _: { server in
      let transport = AsyncHTTPClientTransport()
      let group = ServiceGroup(services: [transport], logger: Logger(label: "test"))
      let running = Task { try await group.run() }
      let call = Task { await failure { try await get("http", server.authority, over: transport) } }
      await arrived.wait()
      running.cancel()
      _ = await running.result
      let error = await call.value
      #expect(error?.kind == .shutDown)
      #expect(error?.mayHaveBeenProcessed == true)
      await closed.wait()
    }
  }
}
#endif
