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

  var isNeeded: Bool { if case .whole = self { true } else { false } }
}

struct ResponsePlan {
  var body: BodyPlan
  var retryability: Retryability?
  var isExpected: Bool?
}

extension Exchange {
  func read(_ plan: BodyPlan) async {
    guard let body = takeBody(), let (limit, time) = beginReading(body, as: plan) else { return }
    let (read, isLate) = await BodyBytes.read(body, upTo: limit, by: time, limits.deadline.clock)
    finishReading(read, as: plan, isLate)
  }

  /// How much of the body to wait for and how long; nil for no wait.
  private func beginReading(_ body: ByteStream, as plan: BodyPlan) -> (limit: Int, time: Duration?)? {
    let (limit, beginning, deadline) = (limits.bodySize, limits.beginning, limits.deadline)
    switch plan {
    case .whole, .optional:
      if let bytes = body.bytes, bytes.count <= limit {
        // Indices must begin at 0.
        received(bytes.startIndex == 0 ? bytes : Data(bytes))
      } else if let length = body.length, length > limit {
        received(Data(), failure: plan.isNeeded ? TransportError(.bodyTooLarge(limit: limit)) : nil)
      } else {
        return (limit, deadline.left)
      }
    case .prefix(let time):
      guard let bytes = body.bytes else { return (beginning, deadline.left(atMost: time.duration)) }
      received(Data(bytes.prefix(beginning)))
    case .drain:
      if let bytes = body.bytes {
        keep(Data(bytes.prefix(beginning)))
      } else if body.length.map({ $0 <= beginning }) ?? true {
        return (beginning, deadline.left(atMost: .seconds(1)))
      }
    case .stream: handOver(body)
    }
    return nil
  }

  /// An incomplete or too large body fails the exchange only if it is needed.
  private func finishReading(_ read: BodyBytes, as plan: BodyPlan, _ isLate: Bool) {
    if case .drain = plan { return keep(read.bytes) }
    guard let failure = read.failure else { return received(read.bytes) }
    let counts = plan.isNeeded || failure.isCancellation && !isLate
    received(
      failure.undecoded ?? read.bytes,
      failure: counts ? isLate ? failure.late(limits.deadline.timeout) : failure : nil)
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
