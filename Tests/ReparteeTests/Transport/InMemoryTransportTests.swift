import Foundation
import Repartee
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct InMemoryTransportTests {
  private let head = HTTPRequest(
    method: .post, scheme: "https", authority: "api.example.com", path: "/a%2Fb?q")

  @Test func theFunctionGetsHeadAndBodyAsTheyAre() async throws {
    let transport = InMemoryTransport { request in
      .status(200, body: Data("\(request.head.path ?? "") \(request.body.count)".utf8))
    }
    let response = try await transport.send(head, body: ByteStream(Data(count: 5)))
    #expect(try await response.body.collect(upTo: 100) == Data("/a%2Fb?q 5".utf8))
  }

  @Test func headHasNoBody() async throws {
    var head = head
    head.method = .head
    let response = try await InMemoryTransport { _ in .json("{}") }.send(head, body: nil)
    #expect(try await response.body.collect(upTo: 100).isEmpty)
  }

  @Test func aStatusOutsideOfHTTPIs999() async throws {
    let response = try await InMemoryTransport { _ in .status(12_345) }.send(head, body: nil)
    #expect(response.head.status.code == 999)
  }

  @Test func aTransportErrorIsGivenOn() async {
    let transport = InMemoryTransport { _ in throw TransportError(.hostNotFound) }
    await #expect { try await transport.send(head, body: nil) } throws: { error in
      (error as? TransportError)?.kind == .hostNotFound
    }
  }

  @Test func anyOtherErrorIsTheCauseOfOne() async {
    struct Oops: Error {}
    let transport = InMemoryTransport { _ in throw Oops() }
    await #expect { try await transport.send(head, body: nil) } throws: { error in
      guard let error = error as? TransportError else { return false }
      return error.kind == .other && error.underlying is Oops
    }
  }

  @Test func cancellationIsCancellation() async {
    let started = Signal()
    let transport = InMemoryTransport { _ in
      started.fire()
      try await Task.sleep(for: .seconds(600))
      return .status(200)
    }
    let task = Task { [head] in try await transport.send(head, body: nil) }
    await started.wait()
    task.cancel()
    await #expect { try await task.value } throws: { error in
      (error as? TransportError)?.isCancellation == true
    }
  }

  @Test func aOneShotBodyIsReadOnce() async throws {
    let body = ByteStream(
      length: 3,
      once: {
        var rest: Data? = Data("one".utf8)
        return { () async throws(TransportError) in
          defer { rest = nil }
          return rest
        }
      })
    let transport = InMemoryTransport { request in .status(200, body: request.body) }
    let response = try await transport.send(head, body: body)
    #expect(try await response.body.collect(upTo: 3) == Data("one".utf8))
    await #expect { try await transport.send(head, body: body) } throws: { error in
      (error as? TransportError)?.kind == .bodyConsumed
    }
  }
}
