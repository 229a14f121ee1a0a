import Foundation
import HTTPTypes
import Repartee

extension StageClaims {
  static let bodies: [Claim] = [
    Claim("the body of a stream is not read before its reader asks", "AttemptResponse.body") { makeStage in
      let reads = Count()
      let trial = try await StageTrial(makeStage) { _ in counted(reads) }
      let stream = try await trial.client.send(stream)
      for _ in 0..<1_000 { await Task.yield() }
      try expect(reads.value, 0, "chunks that are read")
      withExtendedLifetime(stream) {}
    },
    Claim("a stream is read only as far as its reader asks", "AttemptResponse.body") { makeStage in
      let reads = Count()
      let trial = try await StageTrial(makeStage) { _ in counted(reads) }
      var chunks = try await trial.client.send(stream).makeAsyncIterator()
      for number in 1...10 {
        try expect(try await chunks.next(), Data("\(number) ".utf8), "chunk \(number)")
        for _ in 0..<1_000 { await Task.yield() }
        try expect(
          reads.value <= number + 1, "expected at most \(number + 1) chunks to be read, not \(reads.value)")
      }
    },
    Claim("a body that breaks off fails the call", "ByteStream") { makeStage in
      let trial = try await StageTrial(makeStage) { _ in
        let body = ByteStream(
          length: nil,
          once: {
            var isFirst = true
            return { () async throws(TransportError) in
              guard isFirst else { throw TransportError(.connectionLost) }
              isFirst = false
              return Data("some".utf8)
            }
          })
        return TransportResponse(head: HTTPResponse(status: .ok), body: body)
      }
      try expectFailure(await Task { try await trial.text() }.result, .connectionLost, "a call")
    },
    Claim("the body of a request is released with its call", "AttemptRequest.body") { makeStage in
      let released = Signal("the body of the request to be released")
      let trial = try await StageTrial(makeStage) { _ in .text("fine") }
      try await sendBody(released, by: trial)
      await released.wait()
      withExtendedLifetime(trial) {}
    },
  ]

  private static func sendBody(_ released: Signal, by trial: StageTrial) async throws {
    // A body that can be read once is released by its reader, so this one is replayable.
    let body = ByteStream(length: 3, replayable: released.whenGone(chunks("one")))
    _ = try await trial.text(.put("/a", body: .stream(body, contentType: "text/plain")))
  }

  private static let stream = Resource<ResponseStream<Data, Never>, Never>(
    .get("/a"), [.code(200, .stream(.bytes))])

  /// A response with a body of a hundred chunks, which counts the chunks that are read.
  private static func counted(_ reads: Count) -> TransportResponse {
    let body = ByteStream(
      length: nil,
      once: {
        { () async throws(TransportError) in
          let number = reads.next()
          return number > 100 ? nil : Data("\(number) ".utf8)
        }
      })
    return TransportResponse(head: HTTPResponse(status: .ok), body: body)
  }
}

extension Signal {
  /// Fires when the function is released.
  fileprivate func whenGone(
    _ chunks: @escaping @Sendable () -> ByteStream.Next
  ) -> @Sendable () -> ByteStream.Next {
    let end = Gone(self)
    return {
      withExtendedLifetime(end) {}
      return chunks()
    }
  }
}

private final class Gone: Sendable {
  private let signal: Signal
  init(_ signal: Signal) { self.signal = signal }
  deinit { signal.fire() }
}
