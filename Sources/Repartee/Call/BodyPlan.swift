import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

enum BodyPlan {
  case whole
  /// Errors other than cancellation are ignored.
  case optional
  case stream
  /// Of a response that its head rejects.
  case prefix(within: TimeLimit)
  /// For a second, to reuse the connection. What was read is kept for the error of a cancellation.
  case drain
}

struct ResponsePlan {
  var body: BodyPlan
  var retryability: Retryability?
  var isExpected: Bool?
}

extension Exchange {
  func read(_ plan: BodyPlan) async {
    guard let body = takeBody() else { return }
    switch plan {
    case .whole: await readWhole(body, isNeeded: true)
    case .optional: await readWhole(body, isNeeded: false)
    case .stream: handOver(body)
    case .prefix(let time):
      if let bytes = body.bytes { return received(Data(bytes.prefix(limits.beginning))) }
      await read(
        body, upTo: limits.beginning, by: limits.deadline.left(atMost: time.duration), isNeeded: false)
    case .drain: await drain(body)
    }
  }

  private func readWhole(_ body: ByteStream, isNeeded: Bool) async {
    let limit = limits.bodySize
    if let bytes = body.bytes, bytes.count <= limit {
      // Indices must begin at 0.
      return received(bytes.startIndex == 0 ? bytes : Data(bytes))
    }
    if let length = body.length, length > limit {
      return received(Data(), failure: isNeeded ? TransportError(.bodyTooLarge(limit: limit)) : nil)
    }
    await read(body, upTo: limit, by: limits.deadline.left, isNeeded: isNeeded)
  }

  /// An incomplete or too large body fails the exchange only if it is needed.
  private func read(_ body: ByteStream, upTo limit: Int, by time: Duration?, isNeeded: Bool) async {
    let (read, isLate) = await BodyBytes.read(body, upTo: limit, by: time, limits.deadline.clock)
    guard let failure = read.failure else { return received(read.bytes) }
    let counts = isNeeded || failure.isCancellation && !isLate
    received(read.bytes, failure: counts ? isLate ? failure.late(limits.deadline.timeout) : failure : nil)
  }

  private func drain(_ body: ByteStream) async {
    if let bytes = body.bytes { return keep(Data(bytes.prefix(limits.beginning))) }
    if body.length.map({ $0 > limits.beginning }) ?? false { return }
    let time = limits.deadline.left(atMost: .seconds(1))
    let (read, _) = await BodyBytes.read(body, upTo: limits.beginning, by: time, limits.deadline.clock)
    keep(read.bytes)
  }
}

private struct BodyBytes: Sendable {
  var bytes = Data()
  var failure: TransportError?

  static func read(
    _ stream: ByteStream, upTo limit: Int, by time: Duration?, _ clock: any Clock<Duration>
  ) async -> (value: BodyBytes, isLate: Bool) {
    guard let time, let alarm = ReadAlarm(cancelling: stream.cancellation, after: time, by: clock) else {
      return await bounded(by: time, clock: clock) { await BodyBytes(stream, upTo: limit) }
    }
    let bytes = await BodyBytes(stream, upTo: limit)
    return (bytes, alarm.end() && bytes.failure?.isCancellation == true)
  }

  private init(_ stream: ByteStream, upTo limit: Int) async {
    do throws(TransportError) {
      var chunks = stream.makeAsyncIterator()
      while let chunk = try await chunks.next(isolation: nil) {
        guard bytes.count + chunk.count <= limit else {
          bytes.append(chunk.prefix(max(limit - bytes.count, 0)))
          throw TransportError(.bodyTooLarge(limit: limit))
        }
        // Indices must begin at 0.
        if bytes.isEmpty, chunk.startIndex == 0 { bytes = chunk } else { bytes.append(chunk) }
      }
    } catch {
      failure = error
    }
  }
}

extension ByteStream {
  var inChunks: ByteStream {
    guard let bytes, bytes.count > 64 << 10 else { return self }
    return ByteStream(
      length: length,
      replayable: {
        var rest = bytes[...]
        return { () async throws(TransportError) in
          let chunk = rest.prefix(64 << 10)
          rest = rest.dropFirst(chunk.count)
          return chunk.isEmpty ? nil : Data(chunk)
        }
      })
  }
}
