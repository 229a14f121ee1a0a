#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Repartee
@testable import ReparteeAsyncHTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportShutdownTests {
  @Test func aCallAfterTheShutdownFailsAndSaysWhy() async throws {
    try await LoopbackServer.run {
      $0.answer(body: "ok")
    } _: { server in
      let transport = AsyncHTTPClientTransport()
      let copy = transport
      let text = try await get("http", server.authority, over: transport)
      #expect(text == "ok")
      await transport.shutdown()
      for _ in 0..<2 {
        let error = await failure { try await get("http", server.authority, over: copy) }
        #expect(error?.kind == .shutDown && error?.mayHaveBeenProcessed == false)
        #expect(error?.message == "the transport was shut down")
      }
      await transport.shutdown()
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [false, true])
  func theShutdownWaitsForTheCallsInFlight(isHTTP2: Bool) async throws {
    let count = 40
    let (arrived, goOn, isOver) = (Countdown(count), Signal(), Signal())
    try await withServer(isHTTP2: isHTTP2) { exchange in
      // Half of them wait for the head, half of them for the body.
      let isHeadFirst = exchange.request.target == "/head"
      if isHeadFirst { exchange.head("HTTP/1.1 200 OK", "Content-Length: 5") }
      arrived.fire()
      goOn.block()
      if !isHeadFirst { exchange.head("HTTP/1.1 200 OK", "Content-Length: 5") }
      exchange.send("whole")
    } _: { transport, base in
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<count {
          group.addTask { try await fetch(base, number.isMultiple(of: 2) ? "/head" : "/", over: transport) }
        }
        await arrived.wait()
        let ending = Task {
          await transport.own.shutdown(within: .unlimited)
          isOver.fire()
        }
        await refusesCalls(base, transport)
        #expect(!isOver.hasFired)
        goOn.fire()
        var bodies = 0
        for try await body in group where body == "whole" { bodies += 1 }
        #expect(bodies == count)
        await ending.value
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func whatIsInFlightAtTheLimitFailsOnce(isHTTP2: Bool, isCancelled: Bool) async throws {
    let count = 100
    let (arrived, closed) = (Countdown(count), Countdown(count))
    try await withServer(isHTTP2: isHTTP2) { exchange in
      if exchange.request.target == "/head" {
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("part")
      }
      arrived.fire()
      if exchange.waitForClose() { closed.fire() }
    } _: { transport, base in
      let ends = await withTaskGroup(of: Int.self) { group in
        for number in 0..<count {
          group.addTask {
            let error = await failure {
              try await fetch(base, number.isMultiple(of: 2) ? "/head" : "/", over: transport)
            }
            #expect(
              error?.kind == .shutDown,
              "\(String(describing: error)) \(String(describing: error?.underlying))")
            #expect(error?.mayHaveBeenProcessed == true)
            return number
          }
        }
        await arrived.wait()
        if isCancelled {
          let ending = Task { await transport.own.shutdown(within: .unlimited) }
          ending.cancel()
          await ending.value
        } else {
          await transport.own.shutdown(within: .seconds(0))
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(ends.sorted() == Array(0..<count))
      await closed.wait()
    }
  }

  @Test func aSecondShutdownWaitsForTheFirst() async throws {
    let (arrived, goOn, isDone) = (Signal(), Signal(), Signal())
    try await LoopbackServer.run { exchange in
      arrived.fire()
      goOn.block()
      isDone.fire()
      exchange.answer(body: "ok")
    } _: { server in
      let transport = AsyncHTTPClientTransport()
      async let body = get("http", server.authority, over: transport)
      await arrived.wait()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await transport.shutdown(within: .unlimited)
            #expect(isDone.hasFired)
          }
        }
        goOn.fire()
      }
      let text = try await body
      #expect(text == "ok")
    }
  }

  @Test func aTransportThatIsDroppedClosesItsConnections() async throws {
    let closed = Signal()
    try await LoopbackServer.run { exchange in
      exchange.answer(body: "ok")
      if exchange.waitForClose() { closed.fire() }
    } _: { server in
      do {
        let transport = AsyncHTTPClientTransport()
        let text = try await get("http", server.authority, over: transport)
        #expect(text == "ok")
      }
      await closed.wait()
    }
  }

  /// A body that is still read holds what it is read from.
  @Test func aTransportThatIsDroppedLetsABodyEnd() async throws {
    let (goOn, closed) = (Signal(), Signal())
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 5")
      goOn.block()
      exchange.send("whole")
      if exchange.waitForClose() { closed.fire() }
    } _: { server in
      let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
      let response = try await AsyncHTTPClientTransport().send(TransportRequest(head: head))
      goOn.fire()
      let text = try await response.body.collect(upTo: 10)
      #expect(text == Data("whole".utf8))
      await closed.wait()
    }
  }

  @Test func aClientOfOnesOwnIsLeftAlone() async throws {
    try await LoopbackServer.run {
      $0.answer(body: "ok")
    } _: { server in
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: AsyncHTTPClientTransport.configuration)
      let transport = AsyncHTTPClientTransport(client)
      await transport.shutdown()
      let error = await failure { try await get("http", server.authority, over: transport) }
      #expect(error?.kind == .shutDown)
      let text = try await get("http", server.authority, over: AsyncHTTPClientTransport(client))
      #expect(text == "ok")
      try await client.shutdown()
      let late = await failure {
        try await get("http", server.authority, over: AsyncHTTPClientTransport(client))
      }
      #expect(late?.kind == .shutDown && late?.mayHaveBeenProcessed == false)
    }
  }

  @Test func theTransportOfTheProcessIsNeverShutDown() async throws {
    try await LoopbackServer.run {
      $0.answer(body: "ok")
    } _: { server in
      await AsyncHTTPClientTransport.asyncHTTPClient.shutdown(within: .seconds(0))
      let text = try await get("http", server.authority, over: AsyncHTTPClientTransport.asyncHTTPClient)
      #expect(text == "ok")
    }
  }

  // MARK: - Over both versions

  private struct Base: Sendable {
    var own: AsyncHTTPClientTransport
    var sending: any Transport
  }

  private func withServer(
    isHTTP2: Bool, _ handler: @escaping LoopbackServer.Handler,
    _ body: (Base, String) async throws -> Void
  ) async throws {
    let own = AsyncHTTPClientTransport {
      $0.tlsConfiguration = AsyncHTTPClientTransportConfigurationTests.trusting
      $0.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 200
    }
    try await LoopbackServer.run(handler) { server in
      if isHTTP2 {
        try await HTTP2Gateway.run(over: own) {
          try await body(Base(own: own, sending: $0), server.authority)
        }
      } else {
        try await body(Base(own: own, sending: own), server.authority)
      }
    }
    await own.shutdown()
  }

  private func fetch(_ authority: String, _ path: String, over base: Base) async throws -> String {
    let head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
    let response = try await base.sending.send(TransportRequest(head: head))
    return String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
  }

  /// Waits until a shutdown has begun.
  private func refusesCalls(_ authority: String, _ base: Base) async {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/")
    while true {
      do {
        _ = try await base.own.send(TransportRequest(head: head))
      } catch {
        if error.kind == .shutDown { return }
      }
      await Task.yield()
    }
  }
}
#endif
