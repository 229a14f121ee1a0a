import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AttemptResponse {
  /// Reads the beginning of the body for at most a second; the returned response has the whole body.
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
  private final class Source: Sendable {
    // Used by the task, and after the end of the task by the reader of the body.
    let reader: OneReader
    let bytes = Mutex(Data())

    init(_ body: ByteStream) { reader = OneReader(body.makeAsyncIterator()) }

    /// Returns whether the body is at its end.
    func read(upTo limit: Int) async -> Result<Bool, TransportError> {
      do throws(TransportError) {
        while bytes.withLock({ $0.count < limit }) {
          guard let chunk = try await reader.next() else { return .success(true) }
          bytes.withLock { $0.append(chunk) }
        }
        return .success(false)
      } catch {
        return .failure(error)
      }
    }
  }

  private let source: Source
  private let reading: Task<Result<Bool, TransportError>, Never>

  init(of body: ByteStream, upTo limit: Int) {
    let source = Source(body)
    self.source = source
    reading = Task { await source.read(upTo: limit) }
  }

  deinit { reading.cancel() }

  var bytes: Data { source.bytes.withLock { $0 } }

  /// Waits for the beginning; the task continues to read afterwards.
  func wait(_ time: Duration, _ clock: any Clock<Duration>) async {
    let waiting = AbandonableWork(within: time, clock: clock)
    await withTaskCancellationHandler {
      _ = await waiting.value { [reading] in _ = await reading.value }
    } onCancel: {
      waiting.cancel()
    }
  }

  func next() async throws(TransportError) -> Data? {
    let end = await reading.valueOrCancellation
    let bytes = source.bytes.withLock { bytes in
      defer { bytes = Data() }
      return bytes
    }
    if !bytes.isEmpty { return bytes }
    return try end.get() ? nil : await source.reader.next()
  }
}
