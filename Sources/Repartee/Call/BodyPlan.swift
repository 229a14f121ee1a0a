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
    let body = limits.idle.asLimit.map { response.body.watched(idle: $0, clock: clock) } ?? response.body
    if case .stream = self {
      return Read(stream: response.isStored ? body.inChunks : body)
    }
    let beginning = timeForBeginning
    let limit = beginning == nil ? limits.bodySize : limits.beginning
    if let read = immediate(body, upTo: limit) { return read }
    let time = limits.deadline.left(atMost: beginning)
    let (read, isLate) = await Read.reading(body, upTo: limit, by: time, clock)
    return finish(read, isLate, limits)
  }

  /// The time in which the beginning is read; nil if all of the body is.
  private var timeForBeginning: Duration? {
    switch self {
    case .prefix(let time): time
    case .drain: .seconds(1)
    case .whole, .optional, .stream: nil
    }
  }

  /// Returns the result if it needs no wait for bytes; otherwise nil.
  @inline(never)
  private func immediate(_ body: ByteStream, upTo limit: Int) -> Read? {
    if let bytes = body.bytes, bytes.count <= limit || timeForBeginning != nil {
      // Indices must begin at 0.
      return Read(bytes: bytes.startIndex == 0 && bytes.count <= limit ? bytes : Data(bytes.prefix(limit)))
    }
    guard let length = body.length, length > limit else { return nil }
    switch self {
    case .whole: return Read(failure: TransportError(.bodyTooLarge(limit: limit)))
    case .optional, .drain: return Read()
    case .prefix, .stream: return nil
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
