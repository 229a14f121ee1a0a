#if AsyncHTTPClient
import Foundation
import NIOHTTP1
import Repartee
import TestSupport
import Testing

@testable import ReparteeAsyncHTTPClient

/// A response that takes too long is given up, and nothing else.
@Suite(.timeLimit(.minutes(5))) struct ConnectionsTests {
  @Test(arguments: [nil, "", "Odd", "=", "1.2\u{1}", "\u{1}3.4\u{1}=\u{1}"] as [String?])
  func aPlaceAndAPhraseComeBack(phrase: String?) {
    for numbers in [(0, 0), (1, 2), (Int.max, Int.max)] {
      let responseID = ResponseID(connection: numbers.0, number: numbers.1)
      let read = ResponseID.read(.custom(code: 404, reasonPhrase: responseID.prepended(to: phrase)))
      #expect(read.responseID == responseID && read.phrase == phrase ?? "Not Found")
    }
  }

  @Test(arguments: ["", "OK", "\u{1}", "\u{1}1", "\u{1}1.\u{2}", "\u{1}1.2", "1.2\u{1}", "\u{1}-1.2\u{1}"])
  func anotherPhraseHasNoPlace(phrase: String) {
    let read = ResponseID.read(.custom(code: 200, reasonPhrase: phrase))
    #expect(read.phrase == phrase && read.responseID?.connection == nil)
  }

  @Test(arguments: [false, true])
  func onlyTheLateResponseIsGivenUp(isHTTP2: Bool) async throws {
    let (goesOn, arrived, closed) = (Signal(), Signal(), Signal())
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 4")
      exchange.send("do")
      if exchange.request.target == "/late" {
        arrived.fire()
        if exchange.waitForClose() { closed.fire() }
        return
      }
      exchange.wait(for: goesOn)
      exchange.send("ne")
    } _: { server in
      try await Versions.withTransport(isHTTP2: isHTTP2) { transport in
        var client = Client(baseURL: "http://\(server.authority)", transport: transport)
        let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/other")
        let response = try await transport.send(TransportRequest(head: head))
        client.timeout = .seconds(1)
        let late = await client.result(of: Resource<Data, Never>(.get("/late"), [.code(200, .decode)]))
        #expect(throws: CallError<Never>.self) { try late.get() }
        guard case .failure(let error) = late else { return }
        #expect(error.transportError?.kind == .timedOut(.total))
        // A busy machine may need longer than that to send it.
        if arrived.hasFired { await closed.wait() }
        goesOn.fire()
        #expect(try await response.body.collect(upTo: 4) == Data("done".utf8))
      }
    }
  }

  /// To the parser, the end of the connection is the end of such a body.
  @Test(arguments: [false, true]) func halfABodyWithoutALengthIsNotComplete(isIdle: Bool) async throws {
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Connection: close")
      exchange.send("half")
      _ = exchange.waitForClose()
    } _: { server in
      try await Versions.withTransport(isHTTP2: false) { transport in
        var client = Client(baseURL: "http://\(server.authority)", transport: transport)
        if isIdle { client.idleTimeout = .milliseconds(200) } else { client.timeout = .seconds(1) }
        client.retry = .off
        let kind = TransportError.Kind.timedOut(isIdle ? .idle : .total)
        let whole = await client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
        guard case .failure(let error) = whole else {
          Issue.record("half of it is a response: \(whole)")
          return
        }
        #expect(error.transportError?.kind == kind && error.response?.text == "half")
        // The time for a whole call is that until a stream is handed over.
        guard isIdle else { return }
        let outcome = Outcome<ResponseStream<Data, Never>, Never>(stream: { stream, _ in .success(stream) })
        let stream = try await client.send(Resource(.get("/b"), [.code(200, outcome)]))
        let late = await #expect(throws: CallError<Never>.self) { try await stream.collect(upTo: 10) }
        #expect(late?.transportError?.kind == kind)
      }
    }
  }

  @Test func aLateCancellationDoesNotEndTheNextResponse() async throws {
    let goesOn = Signal()
    try await LoopbackServer.run { exchange in
      if exchange.request.target == "/first" { return exchange.answer() }
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 4")
      exchange.wait(for: goesOn)
      exchange.send("done")
    } _: { server in
      let transport = AsyncHTTPClientTransport()
      let connections = transport.engine.calls.connections
      for path in ["/first", "/next"] {
        let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: path)
        let response = try await transport.send(TransportRequest(head: head))
        if path == "/next" {
          connections.cancel(ResponseID(connection: 1, number: 1))
          connections.cancel(ResponseID(connection: 2, number: 2))
          goesOn.fire()
        }
        let body = try await response.body.collect(upTo: 10)
        #expect(path == "/first" || body == Data("done".utf8))
      }
      #expect(server.connections == 1 && connections.count == 1)
      await transport.shutdown(within: .seconds(10))
      // The handlers of a connection go soon after it is closed.
      while connections.count > 0 { await Task.yield() }
    }
  }
}
#endif
