import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AttemptResponse {
  /// For at most a second; the response returned has the whole body.
  func readingPrefix(upTo limit: Int, within deadline: Deadline) async -> AttemptResponse {
    var response = self
    if let bytes = body.bytes {
      response.prefix = Data(bytes.prefix(limit))
      return response
    }
    let reader = BodyPrefix(of: body, upTo: limit)
    await reader.wait(deadline.left(atMost: .seconds(1)) ?? .seconds(1), deadline.clock)
    response.prefix = Data(reader.bytes.prefix(limit))
    response.body = ByteStream(length: body.length, cancellation: body.cancellation) {
      { () async throws(TransportError) in try await reader.next() }
    }
    return response
  }
}

private final class BodyPrefix: Sendable {
  private struct State {
    var bytes = Data()
    var isAtEnd = false
    var failure: TransportError?
  }

  private final class Source: Sendable {
    // Read by the task, and after its end by the reader of the body.
    private let reader: OneReader
    let state = Mutex(State())

    init(_ body: ByteStream) { reader = OneReader(body.makeAsyncIterator()) }

    func next() async throws(TransportError) -> Data? { try await reader.next() }

    func read(upTo limit: Int) async {
      do throws(TransportError) {
        while state.withLock({ $0.bytes.count < limit }) {
          guard let chunk = try await next() else { return state.withLock { $0.isAtEnd = true } }
          state.withLock { $0.bytes.append(chunk) }
        }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }

  private let source: Source
  private let reading: Task<Void, Never>

  init(of body: ByteStream, upTo limit: Int) {
    let source = Source(body)
    self.source = source
    reading = Task { await source.read(upTo: limit) }
  }

  deinit { reading.cancel() }

  var bytes: Data { source.state.withLock { $0.bytes } }

  /// The reading goes on afterwards.
  func wait(_ time: Duration, _ clock: any Clock<Duration>) async {
    let waiting = AbandonableWork(within: time, clock: clock)
    await withTaskCancellationHandler {
      _ = await waiting.value { [reading] in await reading.value }
    } onCancel: {
      waiting.cancel()
    }
  }

  func next() async throws(TransportError) -> Data? {
    await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      reading.cancel()
    }
    let (bytes, isOver, failure) = source.state.withLock { state in
      defer { state.bytes = Data() }
      return (state.bytes, state.isAtEnd, state.failure)
    }
    if !bytes.isEmpty { return bytes }
    if let failure { throw failure }
    return isOver ? nil : try await source.next()
  }
}
