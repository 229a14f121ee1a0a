import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension BodyPlan {
  struct Read: Sendable {
    var bytes = Data()
    var stream: ByteStream?
    var failure: TransportError?
  }

  func read(_ response: AttemptResponse, within limits: CallLimits) async -> Read {
    let clock = limits.deadline.clock
    let body = limits.idle.duration.map { response.body.watched(idle: $0, clock: clock) } ?? response.body
    if case .stream = self {
      return Read(stream: response.isStored ? body.inChunks : body)
    }
    let (limit, time): (Int, Duration?)
    switch begin(body, within: limits) {
    case .read(let read): return read
    case .wait(let most, let left): (limit, time) = (most, left)
    }
    let (read, isLate) = await Read.reading(body, upTo: limit, by: time, clock)
    return finish(read, isLate, limits)
  }

  private enum Beginning {
    case read(Read)
    case wait(upTo: Int, by: Duration?)
  }

  @inline(never)
  private func begin(_ body: ByteStream, within limits: CallLimits) -> Beginning {
    let (limit, beginning) = (limits.bodySize, limits.beginning)
    switch self {
    case .whole, .optional:
      // Indices must begin at 0.
      if let bytes = body.bytes, bytes.count <= limit {
        return .read(Read(bytes: bytes.startIndex == 0 ? bytes : Data(bytes)))
      }
      guard let length = body.length, length > limit else {
        return .wait(upTo: limit, by: limits.deadline.left)
      }
      return .read(Read(failure: isNeeded ? TransportError(.bodyTooLarge(limit: limit)) : nil))
    case .prefix(let time):
      guard let bytes = body.bytes else {
        return .wait(upTo: beginning, by: limits.deadline.left(atMost: time.duration))
      }
      return .read(Read(bytes: Data(bytes.prefix(beginning))))
    case .drain:
      if let bytes = body.bytes { return .read(Read(bytes: Data(bytes.prefix(beginning)))) }
      guard body.length.map({ $0 <= beginning }) ?? true else { return .read(Read()) }
      return .wait(upTo: beginning, by: limits.deadline.left(atMost: .seconds(1)))
    case .stream: return .read(Read(stream: body))
    }
  }

  /// An incomplete or too large body fails the attempt only if it is needed.
  private func finish(_ read: Read, _ isLate: Bool, _ limits: CallLimits) -> Read {
    guard let failure = read.failure else { return read }
    if case .drain = self { return Read(bytes: read.bytes) }
    let counts = isNeeded || failure.isCancellation && !isLate
    return Read(
      bytes: failure.undecoded ?? read.bytes,
      failure: counts ? isLate ? failure.late(limits.deadline.timeout) : failure : nil)
  }
}

extension BodyPlan.Read {
  fileprivate static func reading(
    _ stream: ByteStream, upTo limit: Int, by time: Duration?, _ clock: any Clock<Duration>
  ) async -> (value: Self, isLate: Bool) {
    guard let time, let alarm = ReadAlarm(cancelling: stream.cancellation, after: time, by: clock) else {
      return await bounded(by: time, clock: clock) { await Self(stream, upTo: limit) }
    }
    let read = await Self(stream, upTo: limit)
    return (read, alarm.end() && read.failure?.isCancellation == true)
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
